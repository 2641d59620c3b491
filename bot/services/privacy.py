"""What the bot keeps of a user: all of it to be read, and all of it to be deleted."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from bot.daily.days import ONE_DAY, day_of, end_of_attempts
from bot.services.dailies import fingerprint
from bot.services.games import Games
from bot.store import BoardStore, LeaderboardStore, PreferenceStore, PrivacyStore

LARGEST_EXPORT = 8 * 1024 * 1024
"""Bytes of an export that is not packed: Discord takes files up to 10 MiB
(https://discord.com/developers/docs/reference#uploading-files)."""


@dataclass(frozen=True)
class Export:
    """A file of everything about a user."""

    name: str
    content: bytes


class Privacy:
    """Reads and deletes what is kept. Both methods raise StoreError when the database fails."""

    def __init__(
        self,
        store: PrivacyStore,
        preferences: PreferenceStore,
        boards: BoardStore,
        leaderboards: LeaderboardStore,
        games: Games,
        *,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._boards = boards
        self._leaderboards = leaderboards
        self._games = games
        self._clock = clock

    async def export(self, user_id: int) -> Export:
        """Everything about the user, as JSON. Of a daily that others may still play for a rank the deal is left out."""
        board = await self._boards.of(user_id)
        everything = {
            "user_id": user_id,
            "exported_at": datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="seconds"),
            "name_on_leaderboards": await self._store.name(user_id),
            "settings": await self._preferences.of(user_id),
            "live_board": None if board is None else vars(board),
            "games": [self._exported(dict(game)) for game in await self._store.games(user_id)],
            "daily_results": [
                {**vars(result), "day": result.day.isoformat()} for result in await self._leaderboards.results(user_id)
            ],
            "standings": [_dated(dict(standing), "start") for standing in await self._store.standings(user_id)],
        }
        content = json.dumps(everything, indent=1, ensure_ascii=False).encode("utf-8")
        if len(content) <= LARGEST_EXPORT:
            return Export("patience.json", content)
        return Export("patience.json.gz", gzip.compress(content))

    async def delete(self, user_id: int) -> None:
        """Delete everything about the user, and close up the ranks behind them."""
        yesterday = day_of(self._clock()) - ONE_DAY
        await self._store.delete(user_id, oldest=yesterday, fingerprint=fingerprint)
        self._games.forget(user_id)

    def _exported(self, game: dict[str, Any]) -> dict[str, Any]:
        """A game's row, with times and days that can be read, and without the deal of a daily that is running."""
        for moment in ("started_at", "changed_at"):
            game[moment] = datetime.fromtimestamp(game[moment], UTC).isoformat()
        if game["day"] is not None and self._clock() < end_of_attempts(date.fromordinal(game["day"])):
            variant, _, *rest = game["saved"].split("|")
            game["saved"] = "|".join((variant, "(left out while the daily is running)", *rest))
        return _dated(game, "day")


def _dated(row: dict[str, Any], name: str) -> dict[str, Any]:
    """The row with its day, if it has one, in writing."""
    return {**row, name: date.fromordinal(row[name]).isoformat() if row[name] else None}
