"""The search of games with one deck agrees with one that tries every move of the engine."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.building import BuildingPosition
from engine.rules import BuildingRules
from engine.solver import Verdict, solve
from tests.engine.solver.one_deck_games import FREE_CELL, IMPOSSIBLE_DEALS, free_cell_deal, klondike
from tests.engine.solver.small_packs import can_be_won, small_pack
from tests.engine.solver.test_search import played
from tests.support.thorough import times

GAMES = {
    "no cell": replace(FREE_CELL, cells=0),
    "one cell": replace(FREE_CELL, cells=1),
    "two cells": replace(FREE_CELL, cells=2),
    "one card turned": klondike(1),
    "two cards turned": klondike(2),
    "three cards turned": klondike(3),
}


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
