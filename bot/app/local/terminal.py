"""Discord in a terminal: slash commands as typed lines, and answers as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import simcord
from discord import AppCommandOptionType, Attachment, ComponentType
from discord.app_commands import AppCommand, AppCommandGroup, Argument

from bot.language import NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.table import SIGNS
from bot.messages.taps import parse_place, place_name
from bot.model.badges import all_badges
from bot.model.marks import Mark
from bot.pictures.emoji import badge_key, base_key, emoji_key, marked_key, shown_name
from engine import BACK
from engine.cards import CARDS, normalize

_NAME = re.compile(r"\s([a-z_]+):")
_BY_NAME = {AppCommandOptionType.user, AppCommandOptionType.channel, AppCommandOptionType.boolean}
_SWITCHES = {"true": True, "false": False}


class TypingError(Exception):
    """The line is not a command; the message says what to type instead."""


def parse_command(
    line: str, commands: Sequence[AppCommand], named: Mapping[str, object]
) -> tuple[str, Mapping[str, object]]:
    """Parse a typed command into its full name and its options by name.

    Options have names, as in `/solitaire start game:tens deal:7`; words without a name are the first option
    (`/solitaire move 3 > 5`). `named` are the people and channels that options can refer to. Discord checks the rest.
    Raises TypingError if the line is not a command.
    """
    if not line.startswith("/"):
        raise TypingError("Commands start with a slash: try /solitaire help.")
    unnamed, *others = _NAME.split(line[1:])
    words = unnamed.split()
    path: list[str] = []
    options: Sequence[AppCommand | AppCommandGroup | Argument] = commands
    while found := next((each for each in options if words and each.name == words[0]), None):
        if isinstance(found, Argument):
            break
        path.append(words.pop(0))
        options = found.options
    types = {option.name: option.type for option in options if isinstance(option, Argument)}
    given = dict(zip(others[::2], map(str.strip, others[1::2]), strict=True))
    if words and types:
        given = {next(iter(types)): " ".join(words)} | given
    elif words:
        path += words
    return " ".join(path), {name: _option(value, types.get(name), named) for name, value in given.items()}


def _option(typed: str, kind: AppCommandOptionType | None, named: Mapping[str, object]) -> object:
    """The value of an option of this kind; the text as it was typed if it is none."""
    if kind in _BY_NAME:
        return {**_SWITCHES, **named}.get(typed.casefold(), typed)
    return int(typed) if kind is AppCommandOptionType.integer and typed.isdecimal() else typed


def describe_error(error: simcord.SetupError) -> str:
    """The part of SimCord's error that a user of Discord would see."""
    description, _, _ = str(error).partition(" — ")  # the rest is for authors of tests
    return f"{description}."


def answers_of(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """The messages that answered an interaction."""
    return [message for message in (result.response, *result.followups) if message is not None]


@dataclass(frozen=True)
class Control:
    """A button of a message, or a choice of a select, which has a value; `title` is that of a text beside it."""

    custom_id: str
    label: str
    disabled: bool = False
    value: str | None = None
    title: str = ""

    def __str__(self) -> str:
        return f"({self.label})" if self.disabled else f"[{self.label}]"


def controls_of(message: simcord.ResponseMessage) -> list[Control]:
    """The buttons and choices of a message."""
    return [control for part, title in parts_of(message.components) for control in _controls(part, title)]


def parts_of(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The buttons and selects among components, at any depth, each with the title of the text beside it, if any."""
    for component in components:
        if "custom_id" in component:
            yield component, ""
        yield from parts_of(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"], _title("\n".join(texts_of([component])))


def texts_of(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The texts among components, at any depth."""
    for component in components:
        if "content" in component:
            yield component["content"]
        yield from texts_of(component.get("components", ()))


def _title(text: str) -> str:
    """What a text is about: its heading or its first words in bold.

    >>> _title("🏆 **Dimes** · won")
    'Dimes'
    """
    found = _TITLE.search(text.replace(NO_BREAK, " "))
    return found[1] or found[2] if found else ""


def _controls(part: Mapping[str, Any], title: str) -> Iterator[Control]:
    """The button, or the choices of a select unless it is disabled."""
    is_disabled = bool(part.get("disabled"))
    if "options" not in part:
        yield Control(part["custom_id"], button_name(part), is_disabled, title=title)
    elif not is_disabled:
        for choice in part["options"]:
            yield Control(part["custom_id"], choice["label"], value=choice["value"])


def button_name(button: Mapping[str, Any]) -> str:
    """The label of a button, preceded by what the button does if only its emoji shows that.

    >>> button_name({"custom_id": "solitaire:undo:7:2:", "label": "+1", "emoji": {"name": "↩️"}})
    'Undo +1'
    >>> button_name({"custom_id": "solitaire:tap:7:2:w", "emoji": {"name": "9C"}, "label": "?"})
    'Waste ?'
    """
    label = button.get("label") or ""
    if any(map(str.isalpha, label)):
        return label
    pressed = CustomId.parse(button["custom_id"])
    if pressed.action is Action.TAP:
        place = place_name(parse_place(pressed.argument), find_language("en"))
        return f"{place} {label.removeprefix(place)}".strip()
    if pressed.action is Action.MENU and pressed.argument:
        return "Close menu"
    return f"{pressed.action.label} {label}".strip()


def plain_name(name: str) -> str:
    """The name of a button without its price or question mark.

    >>> plain_name("Undo +1"), plain_name("Waste ?"), plain_name("Home?")
    ('Undo', 'Waste', 'Home')
    """
    return name.partition(" +")[0].rstrip(" ?")


def matches_label(control: Control, typed: str) -> bool:
    """Whether the typed text names a button or choice, with or without its price, question mark or brackets.

    A button beside a text can also be named by the text's title, or by both.

    >>> menu, undo = Control("1", "Menu"), Control("2", "Undo +1")
    >>> matches_label(menu, "menu"), matches_label(menu, "[Menu]"), matches_label(undo, "undo")
    (True, True, True)
    >>> play = Control("3", "Play", title="Dimes")
    >>> matches_label(play, "play"), matches_label(play, "dimes"), matches_label(play, "play dimes")
    (True, True, True)
    """
    label = control.label
    spoken = (label, plain_name(label), *((control.title, f"{label} {control.title}") if control.title else ()))
    names = tuple(map(normalize, spoken))
    return any(normalize(each) in names for each in (typed, typed.strip().removeprefix("[").removesuffix("]")))


def render_text(message: simcord.ResponseMessage, *, now: datetime) -> str:
    """A message as plain text, with its buttons and choices in one line: [Undo], or (Undo) if it is disabled.

    A button beside a text follows the text's first line. Relative times count from `now`.
    """
    parts = ["(only you can see this)" if message.ephemeral else "", message.content]
    for embed in message.embeds:
        title = " · ".join(part for part in (embed.author.name, embed.title) if part)
        fields = [f"\n{field.name}\n{field.value}" for field in embed.fields]
        parts += [title, embed.description or "", *fields, embed.footer.text or ""]
    is_layout = message.flags.components_v2
    if is_layout:
        parts += _layout_lines(message.components)
    text = _TIME.sub(lambda time: _render_time(time, now), _render_markdown("\n".join(filter(None, parts))))
    files = map(_render_file, message.attachments)
    controls = "" if is_layout else _render_markdown(_controls_line(message.components))
    return "\n".join(filter(None, (text, *files, controls)))


def _layout_lines(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for component in components:
        match ComponentType(component["type"]):
            case ComponentType.container:
                yield from _layout_lines(component["components"])
            case ComponentType.action_row:
                yield _controls_line([component])
            case ComponentType.section:
                first, *others = "\n".join(texts_of([component])).split("\n")
                yield f"{first} {_controls_line([component])}"
                yield from others
            case _:
                yield from texts_of([component])


def _controls_line(components: Iterable[Mapping[str, Any]]) -> str:
    return " ".join(str(control) for part, title in parts_of(components) for control in _controls(part, title))


def _render_file(file: Attachment) -> str:
    if (file.content_type or "").startswith("image/"):
        return f"(picture: {_render_markdown(file.description or file.filename)})"
    return f"(file: {file.filename}, {file.size} bytes)"


def format_time(at: datetime) -> str:
    """A time in UTC.

    >>> format_time(datetime(2026, 11, 22, tzinfo=UTC))
    'Sun 22 Nov 2026, 00:00 UTC'
    """
    return f"{at:%a} {at.day} {at:%b %Y, %H:%M} UTC"


def _render_time(time: re.Match[str], now: datetime) -> str:
    at = datetime.fromtimestamp(int(time[1]), UTC)
    match time[2]:
        case "t" | "T":
            return f"{at:%H:%M} UTC"
        case "R":
            return _relative((at - now).total_seconds())
        case _:
            return format_time(at)


def _relative(seconds: float) -> str:
    """A time relative to now, in the largest unit that it fills: "in 2 hours", "5 minutes ago"."""
    size, unit = next((each for each in _UNITS if abs(seconds) >= each[0]), _UNITS[-1])
    number = round(abs(seconds) / size)
    if not number:
        return "now"
    span = f"{number} {unit}" if number == 1 else f"{number} {unit}s"
    return f"in {span}" if seconds > 0 else f"{span} ago"


def _render_markdown(markdown: str) -> str:
    text = re.sub(r"```\n?|\*\*|`|\ufe0e|^(?:-#|#+) ", "", markdown, flags=re.MULTILINE).strip()
    text = text.replace(NO_BREAK, " ")
    text = _EMOJI_ROW.sub(lambda row: _EMOJI.sub(lambda emoji: f"{_render_emoji(emoji):<4}", row[0]), text)
    return _EMOJI.sub(_render_emoji, text)


def _render_emoji(emoji: re.Match[str]) -> str:
    return _EMOJI_TEXTS.get(emoji[1], emoji[1])


_TIME = re.compile(r"<t:(\d+)(?::([tTdDfFR]))?>")
"""A timestamp, which Discord shows in words and in the reader's time zone."""

_TITLE = re.compile(r"^#+ (.+)$|\*\*(.+?)\*\*", re.MULTILINE)
"""A heading, or words in bold."""

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
"""Units of time by their length in seconds."""

_EMOJI = re.compile(r"<:(\w+):\d+>")
_EMOJI_ROW = re.compile(rf"(?:{_EMOJI.pattern}){{2,}}")
"""Adjacent emoji, as in a table."""

_EMOJI_TEXTS = {"back": str(BACK), "empty": "–", shown_name("gap"): ""}
_EMOJI_TEXTS |= {shown_name(emoji_key(card, four_colour=False)): str(card) for card in CARDS}
_EMOJI_TEXTS |= {base_key(card): f"–{card.suit}" for card in CARDS}
_EMOJI_TEXTS |= {
    marked_key(name, mark): f"{text}{SIGNS[mark]}" for name, text in _EMOJI_TEXTS.items() if text for mark in Mark
}
_EMOJI_TEXTS |= {f"n{number}": str(number) for number in range(1, 14)}
_EMOJI_TEXTS |= {badge_key(badge): "🏅" for badge in all_badges()}
"""The emoji as text; a card's fills four columns of a table."""
