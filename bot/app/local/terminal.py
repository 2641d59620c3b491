"""Discord in a terminal: slash commands as typed lines, and answers as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TypeVar

import simcord
from discord import AppCommandOptionType, Attachment
from discord.app_commands import AppCommand, AppCommandGroup, Argument

from bot.language import NO_BREAK
from bot.pictures.emoji import base_key, emoji_key
from engine import BACK
from engine.cards import CARDS, normalize

_NAMED = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_-]*):(?P<value>.*)")
_MAX_CHOICE_WORDS = 4
_MAX_FILE_BYTES = 4000
_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

_NOTHING: Mapping[str, object] = MappingProxyType({})

Found = TypeVar("Found")


class TypingError(Exception):
    """A line that Discord would not send; the message says why."""


def parse_command(
    line: str,
    commands: Sequence[AppCommand],
    *,
    people: Mapping[str, object] = _NOTHING,
    channels: Mapping[str, object] = _NOTHING,
) -> tuple[str, Mapping[str, object]]:
    """Parse a typed command into its full name and its options by name.

    Options are given in order (`/solitaire start tens 7`) or by name (`/solitaire start tens deal:7`); extra words
    belong to the last option (`/solitaire move 3 > 5`). `people` and `channels` are the values that user and channel
    options take, by name. Raises TypingError for anything else.
    """
    if not line.startswith("/"):
        raise TypingError("Commands start with a slash: try /solitaire help.")
    words = line[1:].split()
    known: Mapping[str, AppCommand | AppCommandGroup] = {command.name: command for command in commands}
    path: list[str] = []
    options: Sequence[AppCommandGroup | Argument] = ()
    while known:
        if not words or words[0].casefold() not in known:
            names = ", ".join(f"/{' '.join([*path, name])}" for name in known)
            raise TypingError(f"There is no command /{' '.join([*path, *words[:1]])}. Try {names}.")
        name = words.pop(0).casefold()
        path.append(name)
        options = known[name].options
        known = {option.name: option for option in options if isinstance(option, AppCommandGroup)}
    arguments = [option for option in options if isinstance(option, Argument)]
    given = _parse_options(words, {argument.name: argument for argument in arguments})
    types = {argument.name: argument.type for argument in arguments}
    readers: Mapping[AppCommandOptionType, Callable[[str, str], object]] = {
        AppCommandOptionType.user: lambda _, value: look_up(value, "@", people),
        AppCommandOptionType.channel: lambda _, value: look_up(value, "#", channels),
        AppCommandOptionType.boolean: _parse_switch,
    }
    return " ".join(path), {
        name: readers[types[name]](name, value) if types[name] in readers else value for name, value in given.items()
    }


def look_up(name: str, mark: str, known: Mapping[str, Found]) -> Found:
    """Look up a name, with or without its mark: @ for people, # for channels. Raises TypingError."""
    name = name.removeprefix(mark).casefold()
    if name not in known:
        raise TypingError(f"There is no {mark}{name} here. Try {', '.join(mark + other for other in known)}.")
    return known[name]


def _parse_switch(name: str, value: str) -> bool:
    if value.casefold() not in _SWITCHES:
        raise TypingError(f"The option {name} is True or False, not “{value}”.")
    return _SWITCHES[value.casefold()]


def _parse_options(words: list[str], arguments: Mapping[str, Argument]) -> Mapping[str, str]:
    given: dict[str, str] = {}
    last = ""
    while words:
        named = _NAMED.fullmatch(words[0])
        if named is not None:
            name = named["name"].casefold()
            words[:1] = [named["value"]] if named["value"] else []
            _check_name(name, arguments, given)
        else:
            name = next((name for name in arguments if name not in given), "")
        if name:
            given[name] = _take_value(words, arguments[name])
            last = name
        elif last:
            given[last] += f" {words.pop(0)}"
        else:
            raise TypingError(f"This command takes no options, but “{words[0]}” was given.")
    for name, argument in arguments.items():
        if argument.required and name not in given:
            raise TypingError(f"The option {name} is missing{_known_choices(argument)}.")
    return given


def _check_name(name: str, arguments: Mapping[str, Argument], given: Mapping[str, str]) -> None:
    if name not in arguments:
        raise TypingError(f"There is no option {name} here. Options: {', '.join(arguments) or 'none'}.")
    if name in given:
        raise TypingError(f"The option {name} is given twice.")


def _take_value(words: list[str], argument: Argument) -> str:
    """Remove the value of an option from the words: one word, or several that name a choice, such as Cast Out Nines."""
    if not words:
        raise TypingError(f"The option {argument.name} is empty{_known_choices(argument)}.")
    if not argument.choices:
        return words.pop(0)
    choices = {_key(text): str(choice.value) for choice in argument.choices for text in (choice.name, choice.value)}
    for count in range(min(len(words), _MAX_CHOICE_WORDS), 0, -1):
        value = choices.get(_key(" ".join(words[:count])))
        if value is not None:
            del words[:count]
            return value
    raise TypingError(f"“{words[0]}” isn't a choice for {argument.name}{_known_choices(argument)}.")


def _known_choices(argument: Argument) -> str:
    return f": choose {', '.join(str(choice.value) for choice in argument.choices)}" if argument.choices else ""


def _key(text: object) -> str:
    return str(text).casefold().replace("-", " ").strip("\"' ")


def describe_error(error: simcord.SetupError) -> str:
    """The part of SimCord's error that a user of Discord would see."""
    description, _, _ = str(error).partition(" — ")  # the rest is for authors of tests
    return f"{description}."


def answers_of(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """The messages that answered an interaction."""
    return [message for message in (result.response, *result.followups) if message is not None]


@dataclass(frozen=True)
class Control:
    """A button under a message, or a choice of a select, which has a value."""

    custom_id: str
    label: str
    disabled: bool = False
    value: str | None = None
    is_on: bool = False
    """Whether the choice is selected or the button is on."""

    def __str__(self) -> str:
        text = f"✅ {self.label}" if self.is_on else self.label
        return f"({text})" if self.disabled else f"[{text}]"


def controls_of(message: simcord.ResponseMessage) -> list[Control]:
    """The buttons and choices under a message."""
    controls = []
    for row in message.components:
        for component in row.get("components", ()):
            custom_id = component["custom_id"]
            if "options" in component:
                controls += [
                    Control(custom_id, choice["label"], value=choice["value"], is_on=bool(choice.get("default")))
                    for choice in component["options"]
                ]
            else:
                is_on = (component.get("emoji") or {}).get("name") == "✅"
                controls.append(Control(custom_id, component["label"], bool(component.get("disabled")), is_on=is_on))
    return controls


def matches_label(label: str, typed: str) -> bool:
    """Whether the typed text names a button or choice, with or without the brackets that it is shown in.

    >>> matches_label("Menu", "menu"), matches_label("Menu", "[Menu]")
    (True, True)
    """
    return normalize(label) in (normalize(typed), normalize(typed.strip().removeprefix("[").removesuffix("]")))


def render_text(message: simcord.ResponseMessage, read_file: Callable[[str], bytes | None] = lambda _: None) -> str:
    """A message as plain text, with its buttons and choices in one line: [Undo], or (Undo) if it is disabled.

    `read_file` returns the content of an attached file by its URL; text files are printed too.
    """
    parts = ["(only you can see this)" if message.ephemeral else "", message.content]
    for embed in message.embeds:
        title = " · ".join(part for part in (embed.author.name, embed.title) if part)
        fields = [f"\n{field.name}\n{field.value}" for field in embed.fields]
        parts += [title, embed.description or "", *fields, embed.footer.text or ""]
    text = _render_markdown("\n".join(filter(None, parts)))
    files = [_render_file(file, read_file(file.url)) for file in message.attachments]
    controls = _render_markdown(" ".join(map(str, controls_of(message))))
    return "\n".join(filter(None, (text, *files, controls)))


def _render_file(file: Attachment, content: bytes | None) -> str:
    kind = file.content_type or ""
    if kind.startswith("image/"):
        return f"(picture: {_render_markdown(file.description or file.filename)})"
    text = f"(file: {file.filename}, {file.size} bytes)"
    if content is not None and kind.startswith(("text/", "application/json")):
        text += f"\n{content[:_MAX_FILE_BYTES].decode(errors='replace')}{'…' if len(content) > _MAX_FILE_BYTES else ''}"
    return text


def format_time(at: datetime, style: str | None = None) -> str:
    """A time in UTC; without its day in Discord's style "t".

    >>> format_time(datetime(2026, 11, 22, tzinfo=UTC))
    'Sun 22 Nov 2026, 00:00 UTC'
    """
    return f"{at:%H:%M} UTC" if style == "t" else f"{at:%a} {at.day} {at:%b %Y, %H:%M} UTC"


def _render_markdown(markdown: str) -> str:
    text = re.sub(r"```(?:py)?\n?|\*\*|`|\ufe0e|^-# ", "", markdown, flags=re.MULTILINE).strip()
    text = text.replace(NO_BREAK, " ")
    text = _TIME.sub(lambda time: format_time(datetime.fromtimestamp(int(time[1]), UTC), time[2]), text)
    text = _EMOJI_ROW.sub(lambda row: _EMOJI.sub(lambda emoji: f"{_render_emoji(emoji):<4}", row[0]), text)
    return _EMOJI.sub(_render_emoji, text)


def _render_emoji(emoji: re.Match[str]) -> str:
    return _EMOJI_TEXTS.get(emoji[1], emoji[1])


_TIME = re.compile(r"<t:(\d+)(?::([tTdDfFR]))?>")
"""A timestamp, which Discord shows in words and in the reader's time zone."""

_EMOJI = re.compile(r"<:(\w+)_\w+:\d+>")
_EMOJI_ROW = re.compile(rf"(?:{_EMOJI.pattern}){{2,}}")
"""Adjacent emoji, as in a table."""

_EMOJI_TEXTS = {"back": str(BACK), "empty": "–", "gap": ""}
_EMOJI_TEXTS |= {emoji_key(card, four_colour=deck): str(card) for card in CARDS for deck in (False, True)}
_EMOJI_TEXTS |= {base_key(card): f"–{card.suit}" for card in CARDS}
_EMOJI_TEXTS |= {f"n{number}": str(number) for number in range(1, 14)}
"""The card emoji as text; each takes four columns of a table."""
