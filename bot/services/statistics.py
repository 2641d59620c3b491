"""Statistics of all games that a user has finished."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.statistics import GameStatistics
from bot.store import GameStore, Turn
from bot.store.games import FinishedGame
from engine import VARIANTS, Status


class Statistics:
    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def of(self, turn: Turn, user_id: int) -> list[GameStatistics]:
        """Statistics for each variant that the user has played."""
        return count(await self._store.finished(turn, user_id))


def count(finished: Iterable[FinishedGame]) -> list[GameStatistics]:
    """Statistics for each variant. The games are in the order in which they ended."""
    games: dict[str, list[FinishedGame]] = {name: [] for name in VARIANTS}
    for game in finished:
        if game.variant in games:  # a later version of the bot may have stored other variants
            games[game.variant].append(game)
    return [_count(name, played) for name, played in games.items() if played]


def _count(variant: str, games: list[FinishedGame]) -> GameStatistics:
    wins = [game for game in games if game.status == Status.WON]
    streak = longest_streak = 0
    for game in games:
        streak = streak + 1 if game.status == Status.WON else 0
        longest_streak = max(longest_streak, streak)
    return GameStatistics(
        variant=variant,
        played=len(games),
        won=len(wins),
        best=max(game.cards_home for game in games),
        best_moves=min((game.moves for game in wins if game.moves is not None), default=None),
        best_seconds=min((game.seconds for game in wins), default=None),
        streak=streak,
        longest_streak=longest_streak,
        seconds=sum(game.seconds for game in games),
    )
