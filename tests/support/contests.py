"""New games for a daily, and the day of a game."""

from datetime import date

from bot.model.daily.contest import daily_id, daily_of
from bot.model.game import NewGame, UserGame


def ranked(variant: str, day: date) -> NewGame:
    return NewGame(variant, contest=daily_id(day, variant), is_ranked=True)


def practice(variant: str, day: date) -> NewGame:
    return NewGame(variant, contest=daily_id(day, variant))


def day_played(game: UserGame) -> date:
    assert game.contest is not None
    day, _ = daily_of(game.contest)
    return day
