"""Each user's preferences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from bot.language import LANGUAGES
from bot.model.notices import Notice
from bot.model.preferences import BoardView, Preferences
from bot.store import PreferenceStore, Turn


class PreferenceBook:
    """Reads and changes preferences: each change is committed before it is returned, and takes effect once per turn.

    All methods raise StoreError when the database fails.
    """

    def __init__(self, store: PreferenceStore) -> None:
        self._store = store

    async def of(self, turn: Turn, user_id: int) -> Preferences:
        """A user's preferences."""
        return _read(await self._store.of(turn, user_id))

    async def with_notices(self, turn: Turn) -> tuple[Preferences, frozenset[Notice]]:
        """The preferences of the turn's user, and the notices for them in this server."""
        values, notices = await self._store.with_notices(turn)
        return _read(values), notices

    async def change(self, turn: Turn, **changes: Any) -> Preferences:
        """Change these fields of the user's Preferences, and return them all. Raises TypeError for an unknown field."""

        async def change() -> Preferences:
            preferences = await self.of(turn, turn.player.id)
            self._store.put(turn, {name: _text(value) for name, value in changes.items()})
            return replace(preferences, **changes)

        return await turn.settle(change) or await self.of(turn, turn.player.id)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)


def _switch(text: str) -> bool:
    """Parse what `_text` wrote of a bool. Raises ValueError for anything else."""
    return ("off", "on").index(text) == 1


def _language(text: str) -> str | None:
    return text if text in LANGUAGES else None


_PARSERS: Mapping[str, Callable[[str], BoardView | bool | str | None]] = {
    "view": BoardView,
    "language": _language,
    **{field.name: _switch for field in fields(Preferences) if isinstance(field.default, bool)},
}
"""How the stored text of each field is parsed."""

assert _PARSERS.keys() == {field.name for field in fields(Preferences)}, "every preference has a parser"


def _read(chosen: Mapping[str, str]) -> Preferences:
    """Parse stored preferences. What is missing, or written by another version of the bot, has its default."""
    known: dict[str, Any] = {}
    for name, text in chosen.items():
        with suppress(KeyError, ValueError):
            known[name] = _PARSERS[name](text)
    return Preferences(**known)
