"""The components of a message, and the names by which tests press them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.language import NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.taps import parse_place, place_name

_TITLE = re.compile(r"^#+ (.+)$|\*\*(.+?)\*\*", re.MULTILINE)
"""A heading, or words in bold."""


def parts_of(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The buttons and selects among components, at any depth, each with the title of the text beside it, if any."""
    for component in components:
        if "custom_id" in component:
            yield component, ""
        yield from parts_of(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"], _title("\n".join(texts_of([component])))


def texts_of(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the texts among components, at any depth."""
    for component in components:
        if "content" in component:
            yield component["content"]
        yield from texts_of(component.get("components", ()))


def _title(text: str) -> str:
    """The heading of a text, or its first words in bold.

    >>> _title("🏆 **Dimes** · won")
    'Dimes'
    """
    found = _TITLE.search(text.replace(NO_BREAK, " "))
    return found[1] or found[2] if found else ""


def button_name(button: Mapping[str, Any]) -> str:
    """The label of a button, after the meaning of its emoji if only that says what it does.

    >>> button_name({"custom_id": "solitaire:undo:7:2:", "label": "+1", "emoji": {"name": "↩️"}})
    'Undo +1'
    >>> button_name({"custom_id": "solitaire:tap:7:2:w", "emoji": {"name": "9C"}, "label": "?"})
    'Waste ?'
    >>> button_name({"custom_id": "solitaire:move:7:2:1>5", "emoji": {"name": "9C"}})
    'To 5'
    """
    label = button.get("label") or ""
    if any(map(str.isalpha, label)):
        return label
    pressed = CustomId.parse(button["custom_id"])
    if pressed.action is Action.TAP:
        place = place_name(parse_place(pressed.argument), find_language("en"))
        return f"{place} {label.removeprefix(place)}".strip()
    emoji = button.get("emoji", {}).get("name")
    if pressed.action is Action.MENU and pressed.argument:
        return "Close menu" if emoji == "❌" else f"Leave {label}".strip()
    if pressed.action is Action.MOVE and emoji != pressed.action.emoji:
        return f"To {pressed.argument.partition('>')[2]}"
    return f"{pressed.action.label} {label}".strip()


def plain_name(name: str) -> str:
    """The name of a button without its price or question mark.

    >>> plain_name("Undo +1"), plain_name("Waste ?"), plain_name("Home?")
    ('Undo', 'Waste', 'Home')
    """
    return name.partition(" +")[0].rstrip(" ?")
