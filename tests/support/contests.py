"""Contests for tests of the core, which do not depend on the deals of a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.model.contest import ContestId, Deal
from bot.model.daily.contest import daily_contest, daily_id, daily_of
from bot.model.game import NewGame, UserGame
from bot.services.contests import Entered
from bot.services.dailies import Dailies
from bot.services.leaderboards import Leaderboards
from bot.store import GameStore, Turn


class OneDeal(Dailies):
    """Dailies with the same deal every day, which anyone may begin at any time."""

    def __init__(self, games: GameStore, clock: Callable[[], float], *, deal: int = 77) -> None:
        super().__init__(games, Leaderboards(), clock=clock)
        self._deal = deal

    async def enter(self, turn: Turn, contest: ContestId, *, is_ranked: bool) -> Entered:  # noqa: ARG002
        day, variant = daily_of(contest)
        return Entered(daily_contest(day, variant), Deal(variant, self._deal, {}), turn.player.server_id)


def ranked(variant: str, day: date) -> NewGame:
    """A ranked attempt at a daily."""
    return NewGame(variant, contest=daily_id(day, variant), is_ranked=True)


def practice(variant: str, day: date) -> NewGame:
    """A game of practice at a daily."""
    return NewGame(variant, contest=daily_id(day, variant))


def day_played(game: UserGame) -> date:
    """The day of the daily to which a game belongs."""
    assert game.contest is not None
    day, _ = daily_of(game.contest)
    return day
