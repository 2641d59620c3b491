"""Badges that no game may lack."""

from __future__ import annotations

from bot.model.badges import Badge
from engine import VARIANTS


def test_every_game_has_a_badge_for_its_first_win() -> None:
    assert set(VARIANTS) <= set(Badge)
