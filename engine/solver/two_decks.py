"""Search building games with two decks: by ever wider beam searches for wins, and by proofs of a loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from engine.building import BuildingPosition
from engine.moves import DRAW, Move
from engine.position import Position
from engine.searchable import two_decks_applies as applies_to
from engine.solution import Solution, Verdict, lost
from engine.solver.beam import EXHAUSTED, IMPOSSIBLE, WON, search_layers
from engine.solver.compiled import small_zeros, zeros
from engine.solver.evaluation import ALL_PILES, PILE_VALUES, evaluate
from engine.solver.exact import LOST, UNFINISHED, ExactSearch
from engine.solver.moves import MOST_MOVES
from engine.solver.plans import Plan, plan_for
from engine.solver.tables import ROW, move_of, rows_from, tables_of
from engine.solver.unwinding import SCRATCH, cannot_unwind, is_bounded

__all__ = ["applies_to", "is_proven_lost", "search"]

_CHILDREN = 10
"""A generous estimate of how many new rows an expanded row leads to."""


def search(position: Position, budget: int, is_cancelled: Callable[[], bool]) -> Solution:
    """Run beam searches, each wider than the last, in turn with steps of an exact search, until one decides.

    The exact search visits half as many positions, which takes about as long. Only beam searches find wins, so the wins
    found for a budget depend on them alone. A position that is proved lost is searched once, for moves that bring many
    cards home. Without a proof, return the line that makes the most progress, up to the position where it does.
    """
    assert isinstance(position, BuildingPosition), "these are the rules of a building game"
    plan = plan_for(position.rules)
    is_lost = is_proven_lost(position)
    exact = ExactSearch(position, budget)
    searched = 0
    is_exact = False
    best: tuple[Move, ...] = ()
    furthest = _progress(position)
    for number in count():
        if searched >= budget or is_cancelled():
            break
        outcome, work, home, moves = _run_attempt(position, plan, number, budget - searched, is_exact=is_exact)
        searched += work
        if outcome == WON:
            return Solution(Verdict.WON, moves, searched)
        if home >= furthest[0] and (progress := _progress(position.path(*moves)[-1])) > furthest:
            furthest = progress
            best = moves
        if not is_lost and exact.outcome == UNFINISHED:
            exact.run(work // 2)
            is_lost = exact.outcome == LOST
        if outcome == IMPOSSIBLE or is_lost:
            return lost(position, best, searched + exact.rows_seen)
        is_exact = is_exact or outcome == EXHAUSTED
    path = position.path(*best)
    last_drawn = max((at for at, move in enumerate(best, 1) if move == DRAW), default=0)
    end = max(range(last_drawn, len(path)), key=lambda at: _progress(path[at]))
    return Solution(Verdict.UNKNOWN, best[:end], searched + exact.rows_seen)


def _progress(position: Position) -> tuple[int, int, int]:
    """Return what a line without a proof must increase: cards home, then stock cards turned, then the score.

    The score comes from the first search without chance, so it is the same in every search. Therefore, following such
    lines one after another never leads back to the end of an earlier one.
    """
    assert isinstance(position, BuildingPosition), "a line in a building game stays in it"
    tables = tables_of(position, replace(plan_for(position.rules).attempt(0), chance=0), is_exact=False)
    pile_values = zeros(PILE_VALUES * (position.rules.piles + 1))
    _, _, score, home = evaluate(tables, rows_from(position, 1), pile_values, 0, ALL_PILES, zeros(position.pack))
    return home, -len(position.stock), score


def is_proven_lost(position: BuildingPosition) -> bool:
    """Check whether a bound proves, without a search, that a position cannot be won."""
    if not is_bounded(position.rules):
        return False
    tables = tables_of(position, plan_for(position.rules).attempt(0), is_exact=True)
    return bool(cannot_unwind(tables, rows_from(position, 1), 0, zeros(SCRATCH)))


def _run_attempt(
    position: BuildingPosition, plan: Plan, number: int, budget: int, *, is_exact: bool
) -> tuple[int, int, int, tuple[Move, ...]]:
    """Run one search; return its outcome, the rows searched, the most cards home and the moves that lead there."""
    attempt = plan.attempt(number)
    width = attempt.width
    expansions = attempt.expansions
    tables = tables_of(position, attempt, is_exact=is_exact)
    length = tables[ROW]
    room = width + expansions * _CHILDREN + MOST_MOVES
    outcome, work, home, codes = search_layers(
        tables,
        rows_from(position, room),
        small_zeros(width * length),
        zeros(room * PILE_VALUES * (position.rules.piles + 1)),
        zeros(position.pack),
        zeros(MOST_MOVES),
        room,
        width,
        expansions,
        budget,
    )
    return outcome, work, home, tuple(move_of(code, position.rules) for code in codes)
