"""Search games with one deck: several best-first searches, which weigh rows differently, until one decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.deal import random_words
from engine.moves import DRAW, Move, bring_home, transfer
from engine.places import CELL, CELLS, FOUNDATION, FOUNDATIONS, PILES, WASTE, Place
from engine.position import Position
from engine.rules import BuildingRules
from engine.searchable import one_deck_applies as applies_to
from engine.solution import Solution, Verdict, lost
from engine.solver.best_first import EXHAUSTED, OUT_OF_ROOM, WON, BestFirstSearch
from engine.solver.one_deck_rows import FOUNDATION_PLACE, FROM, TALON_PLACE, THEN_HOME, TO, row_of, tables_of

__all__ = ["applies_to", "search"]

_SLICE = 100_000
"""Rows between two questions whether the search is cancelled: a tenth of a second."""

_MOST_ROWS = 1_500_000
"""As many as fit into 200 MB."""


@dataclass(frozen=True)
class _Attempt:
    """A search with room for so many rows, which it judges by these weights and, below `chance`, by a random number."""

    room: int
    weights: tuple[int, ...]
    chance: int


_Weighing = tuple[tuple[int, ...], int]
"""Weights in the order of `value_of`, and a chance."""

_CELLS: tuple[_Weighing, ...] = (
    ((3, 2, 4, 8, 8, 1), 1),
    ((6, 3, 6, 3, 4, 1), 1),
    ((4, 3, 4, 4, 8, 1), 6),
    ((3, 4, 6, 3, 8, 2), 3),
    ((3, 4, 4, 6, 4, 2), 4),
    ((6, 1, 6, 12, 6, 2), 3),
    ((2, 0, 7, 1, 4, 1), 6),
    ((4, 4, 9, 2, 6, 3), 12),
    ((5, 1, 1, 0, 9, 2), 12),
    ((4, 3, 10, 0, 1, 3), 1),
)
_ONE_CARD_TURNED: tuple[_Weighing, ...] = (
    ((0, 7, 3, 1, 2, 3), 5),
    ((1, 11, 3, 6, 4, 9), 15),
    ((2, 12, 2, 6, 4, 2), 1),
    ((3, 14, 4, 5, 1, 8), 1),
    ((4, 11, 2, 7, 2, 0), 1),
    ((5, 5, 1, 4, 2, 8), 1),
    ((6, 4, 0, -1, 2, 9), 5),
)
_MORE_CARDS_TURNED: tuple[_Weighing, ...] = (
    ((5, 3, 2, -3, 4, 2), 1),
    ((1, 3, 0, -4, 4, 8), 1),
    ((3, 7, 2, 2, 2, 5), 1),
    ((7, 9, 3, 1, 4, 5), 5),
    ((2, 14, 4, -2, 1, 5), 5),
    ((4, 2, 2, 4, 1, 4), 1),
    ((4, 4, 1, 3, 4, 0), 15),
    ((2, 6, 2, 5, 3, 7), 5),
)


def _plan_for(rules: BuildingRules) -> Iterator[_Attempt]:
    """Yield short searches, longer ones, and then the longest, without end.

    Weights and chances were tuned on deals that neither the tests nor the benchmarks use. Different weights matter
    more than long searches.
    """
    if rules.stock is None:
        weights, short, long = _CELLS, 20_000, 80_000
    elif rules.stock.cards == 1:
        weights, short, long = _ONE_CARD_TURNED, 15_000, 60_000
    else:
        weights, short, long = _MORE_CARDS_TURNED, 15_000, 60_000
    yield from (_Attempt(short, *each) for each in weights[:6])
    yield from (_Attempt(long, *each) for each in weights)
    by_chance = max(weights, key=lambda each: each[1])
    yield from repeat(_Attempt(_MOST_ROWS, *by_chance))


def search(position: Position, budget: int, is_cancelled: Callable[[], bool]) -> Solution:
    """Run one search after another. Any one that sees everything without a win proves a loss.

    Without a proof, return the line that makes the most progress.
    """
    assert isinstance(position, BuildingPosition), "these are the rules of a building game"
    if position.cards_home == position.pack:
        return Solution(Verdict.WON)
    searched = 0
    best: list[int] = []
    furthest = 0
    attempts = _attempts(position, budget)
    running = next(attempts)
    while searched + running.rows_seen < budget and not is_cancelled():
        running.run(min(_SLICE, budget - searched - running.rows_seen))
        progress, node = running.furthest
        if node > 0 and (progress > furthest or not best):
            furthest = progress
            best = running.line_to(node)
        if running.outcome in (WON, EXHAUSTED):
            break
        if running.outcome == OUT_OF_ROOM:
            searched += running.rows_seen
            running = next(attempts)
    searched += running.rows_seen
    moves = tuple(_moves_of(position, best))
    if running.outcome == EXHAUSTED:
        return lost(position, moves, searched)
    return Solution(Verdict.WON if running.outcome == WON else Verdict.UNKNOWN, moves, searched)


def _attempts(position: BuildingPosition, budget: int) -> Iterator[BestFirstSearch]:
    row = row_of(position)
    for attempt, word in zip(_plan_for(position.rules), random_words("attempts"), strict=False):
        tables = tables_of(position, attempt.weights, attempt.chance, seed=word // 2)
        yield BestFirstSearch(tables, row, min(attempt.room, budget))


def _moves_of(position: BuildingPosition, line: list[int]) -> Iterator[Move]:
    """Yield the engine's moves of a line, with the turns of the stock that bring its cards to the waste."""
    for code in line:
        for move in _unfolded(position, code):
            yield move
            position = position.play(move)


def _unfolded(position: BuildingPosition, code: int) -> Iterator[Move]:
    card = CARDS[code % FROM]
    source = code // FROM % 16
    place = _source(position, source, card)
    while place == WASTE and position.waste[-1:] != (card,):
        yield DRAW
        position = position.play(DRAW)
    cards = position.at(place)
    yield transfer(place, _target(position, code // TO % 16), len(cards) - cards.index(card))
    if code & THEN_HOME:
        yield bring_home(source + 1)


def _source(position: BuildingPosition, place: int, card: Card) -> Place:
    if place == TALON_PLACE:
        return WASTE
    if place == FOUNDATION_PLACE:
        return FOUNDATIONS[card.suit + 1]
    if place < position.rules.piles:
        return PILES[place + 1]
    return CELLS[position.cells.index(card) + 1]


def _target(position: BuildingPosition, place: int) -> Place:
    if place == FOUNDATION_PLACE:
        return FOUNDATION
    return PILES[place + 1] if place < position.rules.piles else CELL
