"""Scores of finished ranked attempts, computed by replaying their transcripts."""

from __future__ import annotations

import logging

from bot.model.game import UserGame
from bot.model.long_games import off_loop
from bot.model.score import Score
from bot.model.transcripts import InvalidTranscriptError, Outcome, replay
from bot.store.games import Change

log = logging.getLogger(__name__)


async def give_up(game: UserGame, now: float, *, is_current: bool = True) -> Change:
    """A change that gives up a game on the table or the shelf, at this Unix time."""
    ended = game.give_up(now)
    return Change(game, ended, await score_attempt(ended), is_current)


async def score_attempt(attempt: UserGame) -> Score | None:
    """Score a finished ranked attempt by replaying its transcript; None if it does not count."""
    if not attempt.is_final or attempt.is_late(attempt.changed_at):
        return None
    try:
        outcome = await _replay(attempt)
    except InvalidTranscriptError as error:
        log.error("attempt %d does not count: %s", attempt.id, error)  # noqa: TRY400 - the message says it all
        return None
    if outcome.game != attempt.game:
        log.error("attempt %d does not count: its transcript leads to another game", attempt.id)
        return None
    return outcome.score


async def _replay(attempt: UserGame) -> Outcome:
    """Raises InvalidTranscriptError."""
    game = attempt.game
    transcript = attempt.transcript
    assert transcript is not None, "a ranked attempt has a transcript"
    return await off_loop(transcript.count("@"), replay, game.variant.name, game.deal, transcript, game.options)
