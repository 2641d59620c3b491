"""Everything that is stored about a user: exporting it, and deleting it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from bot.services.dailies import Dailies
from bot.store import Database, PreferenceStore, PrivacyStore, Turn
from bot.store.privacy import Row

LARGEST_EXPORT = 8 * 1024 * 1024
"""Bytes of an export that is not compressed: Discord takes files up to 10 MiB
(https://discord.com/developers/docs/reference#uploading-files)."""


@dataclass(frozen=True)
class Export:
    """A file with everything about a user."""

    name: str
    content: bytes


class Privacy:
    """Exports and deletes. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database, dailies: Dailies, forget: Sequence[Callable[[int], None]]) -> None:
        self._store = PrivacyStore(database)
        self._preferences = PreferenceStore()
        self._dailies = dailies
        self._forget = forget
        """Functions that remove a user, named by their id, from memory."""

    async def export(self, turn: Turn, *, may_compress: bool = True) -> Export:
        """Everything about the user, as JSON, without deals that others may still play for a rank.

        A large file is compressed, if it may be.
        """
        rows = partial(self._store.rows, turn)
        chains = await self._dailies.chains(turn)
        everything = {
            "user_id": turn.player.id,
            "exported_at": _written(turn.now()),
            "name_on_leaderboards": await self._store.name(turn),
            "settings": await self._preferences.of(turn, turn.player.id),
            "reminder": next(
                (_dated(_timed(reminder, "due_at"), "refused") for reminder in await rows("reminders")), None
            ),
            "live_board": next(iter(await rows("boards")), None),
            "games": (_exported(game, turn.now()) for game in await rows("games")),
            "daily_results": (_dated(result, "day") for result in await rows("results")),
            "anchors_of_daily_keys": {chain.begun.isoformat(): chain.anchor for chain in chains},
            "challenges": (_timed(entry, "opened_at", "ends_at") for entry in await rows("entries")),
            "blocks": (_timed(block, "since") for block in await rows("blocks")),
            "badges": (_timed(badge, "earned_at") for badge in await rows("badges")),
            "leaderboards": (_dated(total, "start") for total in await rows("totals")),
        }
        # In a thread, as years of games take seconds.
        return await asyncio.to_thread(_export, everything, may_compress=may_compress)

    async def count(self, turn: Turn) -> int:
        """How many rows are about the user."""
        return await self._store.count(turn)

    async def delete(self, turn: Turn) -> None:
        """Delete everything about the user, who then disappears from the leaderboards."""
        user_id = turn.player.id
        fingerprint = await self._dailies.fingerprints(turn)
        await self._store.delete(user_id, now=turn.now(), fingerprint=fingerprint)
        for forget in self._forget:
            forget(user_id)


def _export(everything: Mapping[str, Any], *, may_compress: bool) -> Export:
    """Write the file, with a line for each part, and for each member of a list."""
    parts = [f"{json.dumps(name)}: {_part(part)}" for name, part in everything.items()]
    content = f"{{{_LINE.join(parts)}}}\n".encode()
    if len(content) <= LARGEST_EXPORT or not may_compress:
        return Export("patience.json", content)
    return Export("patience.json.gz", gzip.compress(content))


def _part(part: object) -> str:
    if isinstance(part, Iterator):
        return f"[{_LINE.join(json.dumps(member, ensure_ascii=False) for member in part)}]"
    return json.dumps(part, ensure_ascii=False)


_LINE = ",\n"


def _exported(row: Row, now: float) -> Row:
    """A game's row with readable times, and without a deal that others may still play for a rank."""
    game: dict[str, Any] = dict(row)
    if game["contest_kind"] is not None and now < game["contest_ends_at"]:
        for column in ("saved", "dealt"):
            variant, _, *rest = game[column].split("|")
            game[column] = "|".join((variant, f"(left out while the {game['contest_kind']} is running)", *rest))
    return _timed(game, "started_at", "changed_at", "ended_at", "left_at", "contest_ends_at")


def _written(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _timed(row: Mapping[str, Any], *names: str) -> Row:
    """The row with these times, if set, in ISO format."""
    return {**row, **{name: None if row[name] is None else _written(row[name]) for name in names}}


def _dated(row: Mapping[str, Any], *names: str) -> Row:
    """The row with these days, if set, in ISO format."""
    return {**row, **{name: date.fromordinal(row[name]).isoformat() if row[name] else None for name in names}}
