"""Ranked attempts that end: what they came to, by their transcripts."""

from __future__ import annotations

import asyncio
import logging

from bot.model.daily.ranking import Score
from bot.model.daily.transcripts import InvalidTranscriptError, replay
from bot.model.game import UserGame
from bot.store import Change

log = logging.getLogger(__name__)


async def give_up(game: UserGame, interaction_id: int, now: float) -> Change:
    """The change that gives up a game at this Unix time."""
    ended = game.give_up(now)
    return Change(game, ended, interaction_id, await score_attempt(ended))


async def score_attempt(attempt: UserGame) -> Score | None:
    """The score of a ranked attempt that has ended: its transcript is replayed. None if it does not count."""
    if not attempt.is_final or attempt.is_late(attempt.changed_at):
        return None
    assert attempt.transcript is not None, "a ranked attempt has a transcript"
    game = attempt.game
    try:
        # In a thread, as replaying the longest transcript takes a good part of a second.
        outcome = await asyncio.to_thread(replay, game.variant.name, game.deal, attempt.transcript, game.options)
    except InvalidTranscriptError as error:
        log.error("attempt %d does not count: %s", attempt.id, error)  # noqa: TRY400 - the message says it all
        return None
    if outcome.game != game:
        log.error("attempt %d does not count: its transcript leads to another game", attempt.id)
        return None
    return outcome.score
