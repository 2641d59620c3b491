"""Choosing deals that are known to be winnable."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import Game


def choose_deal(winnable: Sequence[int], number: int, game: Game, played: Collection[str]) -> int:
    """Choose one of these deals by a random number: one that is not `played` with this game's options, if any is left.

    `played` are deals as `Game.dealt` writes them.
    """
    prefix, _, options = game.dealt.split("|")
    left = [deal for deal in winnable if f"{prefix}|{deal}|{options}" not in played] or winnable
    return left[number % len(left)]
