"""Export and delete everything that is stored about a user."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, cast

from bot.services.dailies import Dailies
from bot.store import Database, PrivacyStore, Turn
from bot.store.privacy import Row


class Privacy:
    def __init__(self, database: Database, dailies: Dailies, forget: Sequence[Callable[[int], None]]) -> None:
        self._store = PrivacyStore(database)
        self._dailies = dailies
        self._forget = forget
        """Functions that drop a user, given by id, from memory."""

    async def export(self, turn: Turn) -> bytes:
        """Everything about the user, as JSON, without deals that others may still play for a rank."""
        rows = await self._store.rows(turn)
        chains = await self._dailies.chains(turn)
        everything: dict[str, object] = {
            "user_id": turn.player.id,
            "exported_at": _written(turn.now()),
            "anchors_of_daily_keys": {chain.begun.isoformat(): chain.anchor for chain in chains},
            **{table: (_exported(row, turn.now()) for row in found) for table, found in rows.items()},
        }
        # In a thread, because years of games take seconds.
        return await asyncio.to_thread(_written_out, everything)

    async def count(self, turn: Turn) -> int:
        return await self._store.count(turn)

    async def delete(self, turn: Turn) -> None:
        """Delete everything about the user, who then disappears from the leaderboards."""
        user_id = turn.player.id
        fingerprint = await self._dailies.fingerprints(turn)
        await self._store.delete(user_id, now=turn.now(), fingerprint=fingerprint)
        for forget in self._forget:
            forget(user_id)


def _written_out(everything: Mapping[str, Any]) -> bytes:
    """Write a line for each part and for each member of a list."""
    parts = [f"{json.dumps(name)}: {_part(part)}" for name, part in everything.items()]
    return f"{{{_LINE.join(parts)}}}\n".encode()


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
