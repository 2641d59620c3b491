"""The solver is never wrong: its proofs win, and no other search wins what it calls impossible."""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import run

import pytest

from engine import DRAW, Game, Move, Position, Status, Transfer, parse_move
from engine.building import BuildingPosition
from engine.cards import CARDS
from engine.rules import BuildingRules
from engine.solver import Verdict, solve
from tests.engine.positions import (
    BUILDING_GAMES,
    BUILDING_LABELS,
    EVERY_GAME,
    EVERY_LABEL,
    TWO_DECK_GAMES,
    TWO_DECK_LABELS,
    building,
    cards,
    rules_of,
)
from tests.engine.random_games import walk
from tests.engine.solver.one_deck_games import free_cell_deal, klondike
from tests.engine.solver.small_packs import can_be_won, small_position
from tests.support.thorough import times

SPACES_TO_FILL = [
    line.split("|") for line in Path(__file__).with_name("spaces_to_fill.txt").read_text("ascii").splitlines()
]
"""Positions with at least four spaces before the last deal, in the format of `certificates.txt`."""


def played(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)
    return position


@pytest.mark.parametrize(("game", "options"), TWO_DECK_GAMES, ids=TWO_DECK_LABELS)
def test_verdicts_on_small_packs_agree_with_exhaustive_search(game: str, options: dict[str, str]) -> None:
    random = Random(game)
    verdicts: Counter[Verdict] = Counter()
    while verdicts.total() < times(30):
        position = small_position(game, options, random)
        is_winnable = can_be_won(position, most=3000)
        if is_winnable is None:
            continue
        solution = solve(position, 50_000)
        if solution.verdict is Verdict.WON:
            assert is_winnable
            assert played(position, solution.moves).cards_home == position.pack
        if solution.verdict is Verdict.IMPOSSIBLE:
            assert not is_winnable, position
        verdicts[solution.verdict] += 1
    assert min(verdicts[Verdict.WON], verdicts[Verdict.IMPOSSIBLE]) >= times(1)
    assert verdicts[Verdict.UNKNOWN] <= times(15)


def test_it_may_matter_which_of_two_equal_cards_goes_home() -> None:
    """Nothing needs the 6♦ of the waste, but if it goes home the other 6♦ is in the way."""
    position = building("cast-out-nines", "8♣ | 8♦ 7♦ 7♦ 5♦ 6♦ 8♦", waste="6♦", foundations="8♣ 7♣ 5♦ 4♦ 8♥ 8♥ 8♠ 8♠")
    on_two_piles = replace(position.rules, heights=position.rules.heights[:2])
    position = replace(position, rules=on_two_piles, piles=position.piles[:2], face_down=(0, 0))
    assert solve(position).verdict is Verdict.WON
    assert solve(position.play(parse_move("w>f"))).verdict is Verdict.IMPOSSIBLE


def test_a_win_that_takes_runs_apart_is_found() -> None:
    rules = rules_of("grounds-for-divorce", "")
    assert isinstance(rules, BuildingRules)
    rules = replace(rules, heights=rules.heights[:3])
    home = CARDS[:39] * 2 + CARDS[39:]  # all but one suit
    piles = (cards("10♠ 9♠ 5♠"), cards("4♠ 7♠ A♠ 6♠"), ())
    position = BuildingPosition(rules, piles, (1, 0, 0), (), cards("K♠ Q♠ J♠ 3♠ 8♠ 2♠"), (), home)
    assert can_be_won(position, most=10_000)
    assert not can_be_won(position, most=10_000, is_allowed=moves_whole_run)
    assert solve(position, 100_000).verdict is Verdict.WON


@pytest.mark.parametrize("line", SPACES_TO_FILL, ids=lambda line: f"deal {line[2]}")
def test_spaces_that_close_the_stock_are_filled_by_taking_runs_apart(line: list[str]) -> None:
    """The budget is that of a hint's first search, which is short even without Numba."""
    game, _, deal, moves = line
    position = played(Game.new(game, int(deal)).position, tuple(map(parse_move, moves.split("&"))))
    assert DRAW not in position.legal_moves()
    solution = solve(position, 2_000)
    assert solution.verdict is Verdict.WON
    assert DRAW in solution.moves
    assert played(position, solution.moves).cards_home == position.pack


@pytest.mark.parametrize(("game", "options"), BUILDING_GAMES, ids=BUILDING_LABELS)
def test_following_one_hint_after_another_leads_on_until_none_helps(game: str, options: dict[str, str]) -> None:
    for deal in (3, 9):
        for start in [step.position for step in walk(game, deal, options=options, moves=250)][40::35]:
            position = start
            reached = {start}
            while (solution := solve(position, 5_000)).verdict is Verdict.UNKNOWN and solution.moves:
                position = played(position, solution.moves)
                assert position not in reached
                reached.add(position)
            assert solution.verdict is not Verdict.UNKNOWN or DRAW not in position.legal_moves()


def moves_whole_run(position: Position, move: Move) -> bool:
    assert isinstance(position, BuildingPosition)
    return not isinstance(move, Transfer) or move == DRAW or move.cards == position.cards_together(move.source)


@pytest.mark.parametrize(("game", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_proofs_found_during_random_games_win(game: str, options: dict[str, str]) -> None:
    for position in [step.position for step in walk(game, 3, options=options)][::30]:
        solution = solve(position, times(12_000))
        end = played(position, solution.moves)
        assert (end.cards_home == end.pack) is (solution.verdict is Verdict.WON)


def test_tens_is_decided_in_any_order_of_play() -> None:
    random = Random(5)
    for deal in range(300):
        solution = solve(Game.new("tens", deal).position)
        game = Game.new("tens", deal)
        while moves := game.legal_moves():
            game.play(random.choice(moves))
        assert (game.status is Status.WON) is (solution.verdict is Verdict.WON)
        assert solution.verdict is not Verdict.UNKNOWN


UNDECIDED = [
    Game.new("cast-out-nines", 3).position,
    free_cell_deal(11_982),
    BuildingPosition.deal(klondike(1), 16),
]
"""A deal for each search, which takes millions of positions to decide."""

every_search = pytest.mark.parametrize("position", UNDECIDED, ids=["two decks", "cells", "a stock without end"])


@every_search
def test_the_budget_is_kept_and_answers_are_reproducible(position: Position) -> None:
    first = solve(position, 30_000)
    assert first == solve(position, 30_000)
    assert first.verdict is Verdict.UNKNOWN
    assert played(position, first.moves).cards_home > position.cards_home
    assert 30_000 <= first.positions_searched < 46_000  # a third of them for a proof of a loss


@every_search
def test_a_search_can_be_cancelled(position: Position) -> None:
    asked = iter([False, True])
    solution = solve(position, 10**9, lambda: next(asked))
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.moves


@pytest.mark.parametrize("position", [Game.new("tens", 0).position, free_cell_deal(1)], ids=["tens", "cells"])
def test_a_won_position_is_its_own_proof(position: Position) -> None:
    won = played(position, solve(position).moves)
    assert solve(won).verdict is Verdict.WON
    assert not solve(won).moves


def answers() -> list[str]:
    positions = [Game.new(name, 9).position for name in ("dimes", "diplomat", "grounds-for-divorce")]
    solutions = [solve(position, 2_000) for position in (*positions, *UNDECIDED)]
    return [" ".join(map(str, (each.verdict, each.positions_searched, *each.moves))) for each in solutions]


def test_plain_python_gives_the_same_answers_as_numba() -> None:
    """A subprocess without Numba gives the answers of this one, which has it."""
    script = """
import sys
sys.modules["numba"] = None
from engine.solver import COMPILED
from tests.engine.solver.test_search import answers
assert not COMPILED
print(*answers(), sep="\\n")
"""
    output = run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert output.splitlines() == answers()
