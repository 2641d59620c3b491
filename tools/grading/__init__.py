"""Grade winnable deals by how hard they are to win."""

from __future__ import annotations

from collections.abc import Mapping

from engine.building import BuildingPosition
from engine.game import Game
from engine.solver import Verdict, solve
from engine.variant import Difficulty, write_options
from tools.grading.beginner import beginner_wins

BEGINNERS_GAMES = 10
"""Games that the simulated beginner plays of each deal; she wins at least half of those of an easy deal."""


def grade(variant: str, options: Mapping[str, str], deal: int) -> Difficulty:
    """The grade is the same on every machine. The game must have a short search for these options."""
    game = Game.new(variant, deal, options)
    position = game.position
    assert isinstance(position, BuildingPosition), "the other games are all luck"
    if _is_easy(position, f"{variant} {deal}"):
        return Difficulty.EASY
    short_search = game.variant.short_searches[write_options(options)]
    is_found = solve(position, short_search).verdict is Verdict.WON
    return Difficulty.MEDIUM if is_found else Difficulty.HARD


def _is_easy(position: BuildingPosition, seed: str) -> bool:
    """Let the beginner play until it is certain whether she wins half of her games."""
    won = 0
    for number in range(BEGINNERS_GAMES):
        won += beginner_wins(position, f"{seed} {number}")
        lost = number + 1 - won
        if 2 * won >= BEGINNERS_GAMES or 2 * lost > BEGINNERS_GAMES:
            break
    return 2 * won >= BEGINNERS_GAMES
