"""A user's game as it is stored, and one that is to be dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.model.daily.days import end_of_attempts
from engine import Game, Status


@dataclass(frozen=True)
class Board:
    """The board of one version of a game, as a button names it."""

    game_id: int
    version: int


@dataclass(frozen=True)
class UserGame:
    """A user's game at one `version`, which counts its changes. The game in it is not to be changed.

    `changed_at`, and `ended_at` where it is over, are in Unix seconds. A game with a `day` has the deal of that day's
    daily; a ranked attempt at it has a transcript (see `bot.model.daily.transcripts`), and the server in which it was
    begun, if it was in one.
    """

    id: int
    user_id: int
    version: int
    game: Game
    changed_at: int
    day: date | None = None
    transcript: str | None = None
    server_id: int | None = None
    ended_at: int | None = None

    @property
    def board(self) -> Board:
        """The board that shows just this version."""
        return Board(self.id, self.version)

    @property
    def is_ranked(self) -> bool:
        """Whether it is a ranked attempt."""
        return self.transcript is not None

    @property
    def is_final(self) -> bool:
        """Whether it is over and stays so, as a ranked attempt does."""
        return self.is_ranked and self.game.status is not Status.PLAYING

    def is_at_stake(self, now: float) -> bool:
        """Whether it is a ranked attempt that goes on, and would count as it is if it were given up at this time."""
        return self.is_ranked and not self.is_final and not self.is_late(now)

    def is_late(self, now: float) -> bool:
        """Whether it is a ranked attempt that ended, or goes on at this Unix time, when it does not count any more."""
        last = now if self.ended_at is None else self.ended_at
        return self.is_ranked and self.day is not None and last >= end_of_attempts(self.day)

    def is_secret(self, now: float) -> bool:
        """Whether it has the deal of a daily that others may still play for a rank."""
        return self.day is not None and now < end_of_attempts(self.day)


@dataclass(frozen=True)
class NewGame:
    """What to deal; the deal is drawn at random where it is None.

    It is drawn then from those that are proven winnable, where such are known, unless `is_any` says from all. With a
    `day` it is the deal of that day's daily, for a rank or not.
    """

    variant: str
    deal: int | None = None
    options: Mapping[str, str] | None = None
    day: date | None = None
    is_ranked: bool = False
    is_any: bool = False
