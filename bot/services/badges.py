"""The badges that a finished game earns."""

from __future__ import annotations

from collections.abc import Iterator

from bot.model.badges import Badge, first_win
from bot.model.game import UserGame
from bot.model.statistics import Ending
from bot.model.transcripts import is_unaided
from engine import Status


def earned(ended: UserGame, ending: Ending) -> Iterator[str]:
    """All badges for a finished game, even those that the player already has; none unless it is won."""
    if ended.game.status is not Status.WON:
        return
    yield first_win(ended.game.variant.name)
    if not ended.game.variant.rules.is_luck and is_unaided(ended.transcript):
        yield Badge.STRAIGHT
    if ending.summary is not None:
        yield from ending.summary.badges
