"""Every axis of the rules counts when a search is chosen for them."""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from typing import Any, TypeVar

import pytest

from engine import Verdict
from engine.building import BuildingPosition
from engine.rules import Build, BuildingRules, Opens, Spaces, StockRules, Together
from engine.searchable import knows
from engine.solver import solve
from tests.engine.positions import BUILDING_GAMES, BUILDING_LABELS, EVERY_GAME, EVERY_LABEL, label, rules_of

Values = TypeVar("Values")

UNKNOWN: dict[str, list[Any]] = {
    "heights": [(1,) * 15],
    "face_up": [1],
    "decks": [1, 3],
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
}
"""Values of each axis that no search for Diplomat's rules knows; none if they know all."""

UNKNOWN_STOCKS: dict[str, list[Any]] = {
    "deals": [True],
    "opens": [Opens.WITHOUT_SPACES],
    "cards": [3],
    "redeals": [True],
    "fills_spaces": [True],
}
"""The same for its stock, which can be closed."""


def flipped(rules: Values, axis: str, value: object) -> Values:
    """Change one axis, even to a value that contradicts the others."""
    changed = copy(rules)
    object.__setattr__(changed, axis, value)
    return changed


def test_each_axis_has_its_values_here() -> None:
    assert list(UNKNOWN) == [field.name for field in fields(BuildingRules)]
    assert list(UNKNOWN_STOCKS) == [field.name for field in fields(StockRules)]


@pytest.mark.parametrize(("game", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_every_game_is_known(game: str, options: dict[str, str]) -> None:
    assert knows(rules_of(game, label("", options).strip()))


@pytest.mark.parametrize(("axis", "value"), [(axis, value) for axis, values in UNKNOWN.items() for value in values])
def test_rules_that_no_search_knows_are_refused(axis: str, value: object) -> None:
    assert not knows(flipped(diplomat(), axis, value))


@pytest.mark.parametrize(
    ("axis", "value"), [(axis, value) for axis, values in UNKNOWN_STOCKS.items() for value in values]
)
def test_stocks_that_no_search_knows_are_refused(axis: str, value: object) -> None:
    rules = diplomat()
    assert not knows(flipped(rules, "stock", flipped(rules.stock, axis, value)))


@pytest.mark.parametrize(("game", "options"), BUILDING_GAMES, ids=BUILDING_LABELS)
def test_a_position_under_unknown_rules_gets_the_verdict_unknown(game: str, options: dict[str, str]) -> None:
    rules = rules_of(game, label("", options).strip())
    assert isinstance(rules, BuildingRules)
    solution = solve(BuildingPosition.deal(flipped(rules, "decks", 1), 1), 1000)
    assert (solution.verdict, solution.moves) == (Verdict.UNKNOWN, ())


def diplomat() -> BuildingRules:
    rules = rules_of("diplomat")
    assert isinstance(rules, BuildingRules)
    return rules
