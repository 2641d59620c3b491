"""Games after an action, before that is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.daily.transcripts import with_action
from bot.services.current_game import CurrentGame
from engine import Game, GameOverError, Status


def last_step(game: Game) -> str:
    """The moves of the last step, as a transcript has them."""
    return "&".join(map(str, game.steps[-1]))


def drafted(current: CurrentGame, action: Callable[[CurrentGame], str], now: int) -> CurrentGame:
    """A copy of the game after an action. Raises what the action raises, and GameOverError for what stays over."""
    if current.is_final:
        raise GameOverError("This ranked attempt is over, and stays so.")
    draft = replace(current, game=current.game.copy())
    return noted(draft, action(draft), now)


def noted(draft: CurrentGame, action: str, now: int) -> CurrentGame:
    """The draft after an action, which its transcript notes, if it has one."""
    transcript = draft.transcript
    if transcript is not None:
        transcript = with_action(transcript, action, now - draft.changed_at)
    ended_at = None if draft.game.status is Status.PLAYING else now
    return replace(draft, transcript=transcript, changed_at=now, ended_at=ended_at)
