"""Every axis of the rules counts when a search is chosen for them."""

from copy import copy
from dataclasses import fields, replace
from typing import Any, TypeVar

import pytest

from engine import Rank, Verdict
from engine.building import BuildingPosition
from engine.rules import Build, BuildingRules, Opens, Spaces, StockRules, Together
from engine.searchable import knows
from engine.solver import solve
from tests.engine.positions import BUILDING_GAMES, BUILDING_LABELS, EVERY_GAME, EVERY_LABEL, label, rules_of
from tests.engine.solver.one_deck_games import FREE_CELL, klondike

Values = TypeVar("Values")

UNKNOWN: dict[str, dict[str, list[Any]]] = {
    "diplomat": {
        "heights": [(1,) * 15],
        "face_up": [1],
        "decks": [1, 3],
        "shuffle": [],
        "suits": [],
        "build": [Build.ALTERNATING_COLOURS],
        "wraps": [],
        "together": [Together.SEQUENCE, Together.CARRIED],
        "spaces": [Spaces.KINGS],
        "stock": [None],
        "cells": [1],
        "foundation_base": [None],
        "bases_dealt": [],
        "foundations_return": [True],
    },
    "free cell": {
        "heights": [(1,) * 11],
        "face_up": [1],
        "decks": [2],
        "shuffle": [],
        "suits": [],
        "build": [Build.SAME_SUIT, Build.ANY_SUIT],
        "wraps": [True],
        "together": [Together.ONE, Together.RUN, Together.SEQUENCE],
        "spaces": [Spaces.CARD, Spaces.KINGS],
        "stock": [StockRules()],
        "cells": [7],
        "foundation_base": [None, Rank.TWO],
        "bases_dealt": [],
        "foundations_return": [True],
    },
    "klondike": {
        "heights": [(1,) * 15],
        "face_up": [],
        "decks": [2],
        "shuffle": [],
        "suits": [],
        "build": [Build.SAME_SUIT, Build.ANY_SUIT],
        "wraps": [True],
        "together": [Together.ONE, Together.RUN, Together.CARRIED],
        "spaces": [Spaces.CARD, Spaces.ANY],
        "stock": [None],
        "cells": [1],
        "foundation_base": [None, Rank.TWO],
        "bases_dealt": [],
        "foundations_return": [False],
    },
}
"""Values of each axis that no search for a game's rules knows; none if they know all."""

UNKNOWN_STOCKS: dict[str, dict[str, list[Any]]] = {
    "diplomat": {
        "deals": [True],
        "opens": [Opens.WITHOUT_SPACES],
        "cards": [3],
        "redeals": [True],
        "fills_spaces": [True],
    },
    "klondike": {
        "deals": [True],
        "opens": [Opens.WITHOUT_SPACES, Opens.WHEN_STUCK],
        "cards": [],
        "redeals": [False],
        "fills_spaces": [True],
    },
}
"""The same for their stocks. Diplomat's can be closed."""


def flipped(rules: Values, axis: str, value: object) -> Values:
    """Change one axis, even to a value that contradicts the others."""
    changed = copy(rules)
    object.__setattr__(changed, axis, value)
    return changed


def test_each_axis_has_its_values_here() -> None:
    for axes in UNKNOWN.values():
        assert list(axes) == [field.name for field in fields(BuildingRules)]
    for axes in UNKNOWN_STOCKS.values():
        assert list(axes) == [field.name for field in fields(StockRules)]


@pytest.mark.parametrize("game", UNKNOWN)
def test_the_rules_whose_axes_are_flipped_are_known(game: str) -> None:
    assert knows(rules_to_flip(game))


@pytest.mark.parametrize(("game", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_every_game_is_known(game: str, options: dict[str, str]) -> None:
    assert knows(rules_of(game, label("", options).strip()))


@pytest.mark.parametrize(
    ("game", "axis", "value"),
    [(game, axis, value) for game, axes in UNKNOWN.items() for axis, values in axes.items() for value in values],
)
def test_rules_that_no_search_knows_are_refused(game: str, axis: str, value: object) -> None:
    assert not knows(flipped(rules_to_flip(game), axis, value))


@pytest.mark.parametrize(
    ("game", "axis", "value"),
    [(game, axis, value) for game, axes in UNKNOWN_STOCKS.items() for axis, values in axes.items() for value in values],
)
def test_stocks_that_no_search_knows_are_refused(game: str, axis: str, value: object) -> None:
    rules = rules_to_flip(game)
    assert not knows(flipped(rules, "stock", flipped(rules.stock, axis, value)))


def test_a_stock_that_is_dealt_and_also_fills_spaces_is_refused() -> None:
    rules = rules_of("grounds-for-divorce", "rules=classic")
    assert isinstance(rules, BuildingRules)
    assert knows(rules)
    assert not knows(replace(rules, stock=StockRules(deals=True, fills_spaces=True)))


@pytest.mark.parametrize(("game", "options"), BUILDING_GAMES, ids=BUILDING_LABELS)
def test_a_position_under_unknown_rules_gets_the_verdict_unknown(game: str, options: dict[str, str]) -> None:
    rules = rules_of(game, label("", options).strip())
    assert isinstance(rules, BuildingRules)
    position = replace(BuildingPosition.deal(rules, 1), rules=flipped(rules, "decks", 3))
    solution = solve(position, 1000)
    assert (solution.verdict, solution.moves) == (Verdict.UNKNOWN, ())


def rules_to_flip(game: str) -> BuildingRules:
    rules = {"free cell": FREE_CELL, "klondike": klondike(1)}.get(game) or rules_of(game)
    assert isinstance(rules, BuildingRules)
    return rules
