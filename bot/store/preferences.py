"""Each user's preferences, stored as names and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from bot.language import LANGUAGES
from bot.model.local_hour import is_time_zone
from bot.model.notices import Notice
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn
from engine import VARIANTS


class PreferenceStore:
    """Reads and changes preferences: each change is committed before it is returned, and takes effect once per turn."""

    async def of(self, turn: Turn, user_id: int) -> Preferences:
        return read_stored({name: value async for name, value in queries.preferences(turn, user_id=user_id)})

    async def with_notices(self, turn: Turn) -> tuple[Preferences, frozenset[Notice]]:
        """The preferences of the turn's user, and the notices for them in this server."""
        values: dict[str, str] = {}
        notices: set[Notice] = set()
        rows = queries.preferences_and_notices(turn, user_id=turn.player.id, server_id=turn.player.server_id)
        async for name, value in rows:
            if name is None:
                notices.add(Notice(value))
            else:
                values[name] = value
        return read_stored(values), frozenset(notices)

    async def change(self, turn: Turn, **changes: Any) -> Preferences:
        """Change these fields of the user's Preferences, and return them all; a mapping changes only its keys.

        Raises TypeError for an unknown field.
        """

        async def change() -> Preferences:
            preferences = await self.of(turn, turn.player.id)
            self.add(turn, **changes)
            return merged(preferences, **changes)

        return await turn.settle(change) or await self.of(turn, turn.player.id)

    def add(self, turn: Turn, **changes: Any) -> None:
        async def job(connection: Connection) -> None:
            for name, value in stored_entries(changes):
                await queries.put_preference(connection, user_id=turn.player.id, name=name, value=value)

        turn.also(job)


def merged(preferences: Preferences, **changes: Any) -> Preferences:
    """The preferences with some fields changed; a mapping changes only its keys."""
    after: dict[str, Any] = {
        name: {**getattr(preferences, name), **value} if isinstance(value, Mapping) else value
        for name, value in changes.items()
    }
    return replace(preferences, **after)


def stored_entries(changes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each change as a name and a text; for a mapping, one for each key."""
    for name, value in changes.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}:{key}", _text(each)) for key, each in value.items())
        else:
            yield name, _text(value)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return AUTOMATIC if value is None else str(value)


def _switch(text: str) -> bool:
    return ("off", "on").index(text) == 1


def _language(text: str) -> str | None:
    if text not in (AUTOMATIC, *LANGUAGES):
        raise ValueError(f"{text!r} is not a language")
    return None if text == AUTOMATIC else text


def _time_zone(text: str) -> str:
    if not is_time_zone(text):
        raise ValueError(f"{text!r} is not a time zone")
    return text


_PARSERS: Mapping[str, Callable[[str], BoardView | bool | str | None]] = {
    "view": BoardView,
    "language": _language,
    "time_zone": _time_zone,
    **{field.name: _switch for field in fields(Preferences) if isinstance(field.default, bool)},
}
"""The parser of each field's text. All raise ValueError for text that `_text` does not write."""

_OPEN_STOCK = "open_stock"
"""The field that maps names to switches, each stored by itself."""

assert {*_PARSERS, _OPEN_STOCK} == {field.name for field in fields(Preferences)}, "every preference has a parser"


def parse_change(name: str, text: str) -> dict[str, Any]:
    """Parse a stored change of a field, or one from a button of the settings. Raises ValueError.

    >>> parse_change("view", "text"), parse_change("open_stock:diplomat", "on")
    ({'view': <BoardView.TEXT: 'text'>}, {'open_stock': {'diplomat': True}})
    """
    mapping, _, key = name.partition(":")
    if mapping == _OPEN_STOCK and key in VARIANTS:
        return {mapping: {key: _switch(text)}}
    if name not in _PARSERS:
        raise ValueError(f"{name!r} is not a setting")
    return {name: _PARSERS[name](text)}


def read_stored(chosen: Mapping[str, str]) -> Preferences:
    """Parse stored preferences. Missing values, and those of another version of the bot, have their defaults."""
    preferences = Preferences()
    for name, text in chosen.items():
        with suppress(ValueError):
            preferences = merged(preferences, **parse_change(name, text))
    return preferences
