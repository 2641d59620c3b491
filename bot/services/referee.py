"""Whether an attempt that has ended counts: the engine replays all of it from the deal."""

from __future__ import annotations

import logging
from datetime import date

from bot.model.daily.ranking import Result, counts_refusals
from bot.model.daily.transcripts import InvalidTranscriptError, Outcome, replay
from bot.model.game import UserGame

log = logging.getLogger(__name__)


def judged(current: UserGame) -> Result | None:
    """The result of a ranked attempt that is over, if it counts: one in time, and as it was played."""
    if not current.is_final or current.day is None or current.transcript is None:
        return None
    if current.is_late(current.changed_at):
        return None
    game = current.game
    try:
        outcome = replay(game.variant.name, game.deal, current.transcript)
    except InvalidTranscriptError as error:
        log.error("attempt %d does not count: %s", current.id, error)  # noqa: TRY400 - the message says it all
        return None
    if outcome.game != game:
        log.error("attempt %d does not count: replayed, it comes to another end", current.id)
        return None
    return result_of(outcome, current.day, current.server_id)


def result_of(outcome: Outcome, day: date, server_id: int | None) -> Result:
    """What an attempt at a day's deal that was replayed to its end is ranked by."""
    variant = outcome.game.variant.name
    effort = outcome.refused if counts_refusals(variant) else outcome.moves
    return Result(day, variant, server_id, outcome.game.home, effort, outcome.seconds)
