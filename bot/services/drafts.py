"""Games after an action, before that is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.model.daily.transcripts import Action, with_action
from bot.model.errors import TooLongAttemptError, TooLongGameError
from bot.model.game import UserGame
from engine import Game, GameOverError, Status

MOST_MOVES = 4000
"""Of a game: people play some hundreds, and cards could go to and fro without end."""

MOST_TRANSCRIPT = 80_000
"""Characters, room for some 10,000 actions: all of them are stored with each one more."""


def last_step(game: Game) -> str:
    """The moves of the last step, as a transcript has them."""
    return "&".join(map(str, game.steps[-1]))


def drafted(current: UserGame, action: Callable[[UserGame], str], now: int) -> UserGame:
    """A copy of the game after an action.

    Raises what the action raises, GameOverError for what stays over, and TooLongGameError or TooLongAttemptError.
    """
    if current.is_final:
        raise GameOverError("This ranked attempt is over, and stays so.")
    draft = replace(current, game=current.game.copy())
    done = action(draft)
    if len(draft.game.moves) > max(MOST_MOVES, len(current.game.moves) + len(current.game.undone)):
        raise TooLongGameError(len(current.game.moves))
    return noted(draft, done, now)


def noted(draft: UserGame, action: str, now: int) -> UserGame:
    """The draft after an action, which its transcript notes, if it has one. Raises TooLongAttemptError."""
    transcript = draft.transcript
    if transcript is not None:
        if len(transcript) > MOST_TRANSCRIPT and action != Action.GIVE_UP:
            raise TooLongAttemptError
        transcript = with_action(transcript, action, now - draft.changed_at)
    ended_at = None if draft.game.status is Status.PLAYING else now
    return replace(draft, transcript=transcript, changed_at=now, ended_at=ended_at)
