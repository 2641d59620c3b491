"""Export and delete everything that is stored about a user."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, cast

from bot.services.dailies import Dailies
from bot.store import Database, PrivacyStore, Turn
from bot.store.privacy import Row

LARGEST_EXPORT = 8 * 1024 * 1024
"""The bytes of an export that is not compressed: Discord takes files of up to 10 MiB
(https://discord.com/developers/docs/reference#uploading-files)."""


@dataclass(frozen=True)
class Export:
    """A file with all data about a user."""

    name: str
    content: bytes


class Privacy:
    def __init__(self, database: Database, dailies: Dailies, forget: Sequence[Callable[[int], None]]) -> None:
        self._store = PrivacyStore(database)
        self._dailies = dailies
        self._forget = forget
        """Functions that drop a user, given by id, from memory."""

    async def export(self, turn: Turn, *, may_compress: bool = True) -> Export:
        """Everything about the user, as JSON, without deals that others may still play for a rank.

        A large file is compressed if `may_compress`.
        """
        rows = await self._store.rows(turn)
        chains = await self._dailies.chains(turn)
        everything: dict[str, object] = {
            "user_id": turn.player.id,
            "exported_at": _written(turn.now()),
            "anchors_of_daily_keys": {chain.begun.isoformat(): chain.anchor for chain in chains},
            **{table: (_exported(row, turn.now()) for row in found) for table, found in rows.items()},
        }
        # In a thread, because years of games take seconds.
        return await asyncio.to_thread(_export, everything, may_compress=may_compress)

    async def count(self, turn: Turn) -> int:
        return await self._store.count(turn)

    async def delete(self, turn: Turn) -> None:
        """Delete everything about the user, who then disappears from the leaderboards."""
        user_id = turn.player.id
        fingerprint = await self._dailies.fingerprints(turn)
        await self._store.delete(user_id, now=turn.now(), fingerprint=fingerprint)
        for forget in self._forget:
            forget(user_id)


def _export(everything: Mapping[str, Any], *, may_compress: bool) -> Export:
    """Write the file, with a line for each part and for each member of a list."""
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
    """A row with readable times and days, and without a deal that others may still play for a rank."""
    shown: dict[str, Any] = {name: _readable(name, value) for name, value in row.items()}
    if row.get("contest_kind") is not None and now < cast("int", row["contest_ends_at"]):
        for column in ("saved", "dealt"):
            variant, _, *rest = shown[column].split("|")
            shown[column] = "|".join((variant, f"(left out while the {row['contest_kind']} is running)", *rest))
    return shown


def _readable(column: str, value: Any) -> object:
    """A day or a time in ISO format, any other value as it is."""
    if value is None:
        return None
    if column in _DAYS:
        return date.fromordinal(value).isoformat() if value else None
    return _written(value) if column == "since" or column.endswith("_at") else value


_DAYS = frozenset({"day", "refused", "start"})


def _written(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
