"""The search of games with one deck agrees with one that tries every move of the engine."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from random import Random
from subprocess import run

import pytest

from engine import Move, Position
from engine.building import BuildingPosition
from engine.rules import BuildingRules
from engine.solver import Verdict, solve
from tests.engine.solver.one_deck_games import FREE_CELL, IMPOSSIBLE_DEALS, free_cell_deal, klondike
from tests.engine.solver.small_packs import can_be_won, small_pack
from tests.support.thorough import times

GAMES = {
    "no cell": replace(FREE_CELL, cells=0),
    "one cell": replace(FREE_CELL, cells=1),
    "two cells": replace(FREE_CELL, cells=2),
    "one card turned": klondike(1),
    "two cards turned": klondike(2),
    "three cards turned": klondike(3),
}


def played(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)
    return position


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_verdicts_on_small_packs_agree_with_exhaustive_search(rules: BuildingRules) -> None:
    random = Random(5)
    verdicts: Counter[Verdict] = Counter()
    while verdicts.total() < times(12):
        position = small_pack(rules, random, most_cards=18 if rules.stock is None else 15)
        is_winnable = can_be_won(position, most=1000)
        if is_winnable is None:
            continue
        solution = solve(position, 50_000)
        assert solution.verdict is (Verdict.WON if is_winnable else Verdict.IMPOSSIBLE), position
        end = played(position, solution.moves)
        assert (end.cards_home == end.pack) is is_winnable
        verdicts[solution.verdict] += 1
    assert min(verdicts[Verdict.WON], verdicts[Verdict.IMPOSSIBLE]) >= times(1)


@pytest.mark.parametrize("deal", [1, 2, 164, 1000])
def test_deals_that_people_know_are_won(deal: int) -> None:
    position = free_cell_deal(deal)
    solution = solve(position)
    assert solution.verdict is Verdict.WON
    assert played(position, solution.moves).cards_home == 52


@pytest.mark.parametrize("cards", [1, 3])
@pytest.mark.parametrize("deal", [1, 2, 3])
def test_wins_of_deals_are_lines_of_the_engine(cards: int, deal: int) -> None:
    position = BuildingPosition.deal(klondike(cards), deal)
    solution = solve(position)
    assert solution.verdict is Verdict.WON
    assert played(position, solution.moves).cards_home == 52


@pytest.mark.parametrize("deal", IMPOSSIBLE_DEALS)
def test_deals_known_to_be_impossible_are_proved_lost(deal: int) -> None:
    position = free_cell_deal(deal)
    solution = solve(position)
    assert solution.verdict is Verdict.IMPOSSIBLE
    *before, last = position.path(*solution.moves)
    assert last.cards_home > before[-1].cards_home


@pytest.mark.parametrize("position", [free_cell_deal(11_982), BuildingPosition.deal(klondike(1), 16)])
def test_the_budget_is_kept_and_answers_are_reproducible(position: Position) -> None:
    first = solve(position, 30_000)
    assert first == solve(position, 30_000)
    assert first.verdict is Verdict.UNKNOWN
    assert played(position, first.moves).cards_home > 0
    assert 30_000 <= first.positions_searched < 31_000


def test_a_search_can_be_cancelled() -> None:
    asked = iter([False, True])
    solution = solve(free_cell_deal(11_982), 10**9, lambda: next(asked))
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.moves


def test_a_won_position_is_its_own_proof() -> None:
    position = free_cell_deal(1)
    won = played(position, solve(position).moves)
    assert solve(won).verdict is Verdict.WON
    assert not solve(won).moves


def test_plain_python_gives_the_same_answers_as_numba() -> None:
    """A subprocess without Numba gives the answers of this one, which has it."""
    script = """
import sys
sys.modules["numba"] = None
from engine.building import BuildingPosition
from engine.solver import COMPILED, solve
from tests.engine.solver.one_deck_games import free_cell_deal, klondike
assert not COMPILED
deals = [free_cell_deal(11_982), BuildingPosition.deal(klondike(1), 9), BuildingPosition.deal(klondike(3), 9)]
for position in deals:
    solution = solve(position, 1_500)
    print(solution.verdict, solution.positions_searched, *solution.moves)
"""
    output = run(  # noqa: S603 - the script above
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    deals = [free_cell_deal(11_982), BuildingPosition.deal(klondike(1), 9), BuildingPosition.deal(klondike(3), 9)]
    for line, position in zip(output, deals, strict=True):
        solution = solve(position, 1_500)
        assert line.split() == [solution.verdict, str(solution.positions_searched), *map(str, solution.moves)]
