"""Solve positions by the search that knows their rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.game import Game
from engine.position import Position
from engine.rules import Rules
from engine.solution import Solution
from engine.solver import one_deck, play_out, two_decks
from engine.variants import VARIANTS

DEFAULT_BUDGET = 5_000_000
"""Positions to search by default, which takes some seconds in machine code."""


class Search(Protocol):
    """A way to search the games whose rules it applies to; each is a module of this package."""

    def applies_to(self, rules: Rules) -> bool: ...

    def search(self, position: Position, budget: int, is_cancelled: Callable[[], bool]) -> Solution: ...


SEARCHES: Sequence[Search] = (play_out, two_decks, one_deck)


def compile_searches() -> None:
    """Compile every search, or load it from Numba's cache, by searching one position of each game."""
    for variant in VARIANTS:
        solve(Game.new(variant, 1).position, 1)


def solve(
    position: Position, budget: int = DEFAULT_BUDGET, is_cancelled: Callable[[], bool] = lambda: False
) -> Solution:
    """Decide whether a position can be won by searching `budget` positions at most, or a few more.

    A search may look at half as many more for a proof that the position is lost. The verdict is UNKNOWN if the budget
    does not suffice, and for rules that no search knows.

    The search knows the hidden cards. The budget counts positions instead of time, so the same position and budget give
    the same answer on every machine, with or without Numba. Between searches it calls `is_cancelled`, and stops with
    the verdict UNKNOWN if that returns True.
    """
    for search in SEARCHES:
        if search.applies_to(position.rules):
            return search.search(position, budget, is_cancelled)
    return Solution()
