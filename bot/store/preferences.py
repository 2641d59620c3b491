"""Each user's preferences, stored as names and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from typing import Any

from bot.language import LANGUAGES
from bot.model.local_hour import is_time_zone
from bot.model.notices import Notice
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
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

    async def change(self, turn: Turn, name: str, text: str) -> Preferences:
        """Change one preference of the turn's user; return them all. Raises ValueError like `with_stored`."""

        async def change() -> Preferences:
            preferences = await self.of(turn, turn.player.id)
            changed = with_stored(preferences, name, text)
            self.add(turn, name, text)
            return changed

        return await turn.settle(change) or await self.of(turn, turn.player.id)

    def add(self, turn: Turn, name: str, text: str) -> None:
        turn.also(partial(queries.put_preference, user_id=turn.player.id, name=name, value=text))


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
"""The parser of each field's text. All raise ValueError for any other text."""

_OPEN_STOCK = "open_stock"
"""The field that maps names to switches, each stored by itself."""

assert {*_PARSERS, _OPEN_STOCK} == {field.name for field in fields(Preferences)}, "every preference has a parser"


def with_stored(preferences: Preferences, name: str, text: str) -> Preferences:
    """The preferences with one changed, by the name and the text with which it is stored. Raises ValueError.

    >>> with_stored(Preferences(), "open_stock:diplomat", "on").open_stock
    {'diplomat': True}
    """
    mapping, _, key = name.partition(":")
    if mapping == _OPEN_STOCK and key in VARIANTS:
        return replace(preferences, open_stock={**preferences.open_stock, key: _switch(text)})
    if name not in _PARSERS:
        raise ValueError(f"{name!r} is not a setting")
    changed: dict[str, Any] = {name: _PARSERS[name](text)}
    return replace(preferences, **changed)


def read_stored(chosen: Mapping[str, str]) -> Preferences:
    """Parse stored preferences. Missing values, and those of another version of the bot, have their defaults."""
    preferences = Preferences()
    for name, text in chosen.items():
        with suppress(ValueError):
            preferences = with_stored(preferences, name, text)
    return preferences
