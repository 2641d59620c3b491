"""A message as it is sent, and the one check that Discord will take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.board.faces import Face


class LimitError(ValueError):
    """A message that Discord would refuse."""


@dataclass(frozen=True)
class Button:
    """A button: what it does is in its `custom_id`, which comes back when it is pressed."""

    custom_id: str
    label: str
    emoji: str | None = None
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True)
class Choice:
    """One option of a select; its `value` comes back when it is chosen."""

    value: str
    label: str
    description: str | None = None
    emoji: Face | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Select:
    """A list to choose one of, on a row of its own."""

    custom_id: str
    placeholder: str
    choices: tuple[Choice, ...]


Row = Select | tuple[Button, ...]


@dataclass(frozen=True)
class Picture:
    """An attached picture: its file name, its bytes, and what a screen reader says instead."""

    name: str
    content: bytes
    description: str


@dataclass(frozen=True)
class File:
    """An attached file: its name and its bytes."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Message:
    """Text, at most one embed, at most one picture and one file, and rows of components.

    Raises LimitError when Discord would refuse it.
    """

    text: str | None = None
    embed: discord.Embed | None = None
    picture: Picture | None = None
    file: File | None = None
    rows: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        check_limits(self)

    @property
    def buttons(self) -> list[Button]:
        """All buttons."""
        return [button for row in self.rows if not isinstance(row, Select) for button in row]

    @property
    def selects(self) -> list[Select]:
        """All selects."""
        return [row for row in self.rows if isinstance(row, Select)]


MOST_CHOICES = 25
"""How many choices a select takes, and an autocompletion."""

MOST_BUTTONS = 5
"""How many buttons a row takes."""


def code_block(text: str) -> str:
    """The text in a code block: elsewhere Discord makes emoji of suits, too dark for its dark theme."""
    return f"```\n{text}\n```"


def check_limits(message: Message) -> None:
    """Raise LimitError where a message breaks a limit of Discord's.

    The limits are those of https://discord.com/developers/docs/resources/message#embed-object-embed-limits and
    https://discord.com/developers/docs/components/reference.
    """
    _check("text", message.text, 2000)
    _check_embed(message.embed or discord.Embed())
    if not (message.text or "").strip() and not message.embed and not message.picture:
        raise LimitError("The message is empty")
    if message.picture is not None:
        _check("description of a picture", message.picture.description, 1024)
    _check_count("rows of components", message.rows, 5)
    for row in message.rows:
        if isinstance(row, Select):
            _check_select(row)
        else:
            _check_buttons(row)
    custom_ids = [button.custom_id for button in message.buttons] + [select.custom_id for select in message.selects]
    _check_unique("custom ids", custom_ids)


def _check_embed(embed: discord.Embed) -> None:
    _check("title", embed.title, 256)
    _check("description", embed.description, 4096)
    _check("footer", embed.footer.text, 2048)
    _check("author", embed.author.name, 256)
    if len(embed.fields) > 25:
        raise LimitError(f"{len(embed.fields)} fields, but at most 25 fit")
    for field in embed.fields:
        _check("field name", field.name, 256)
        _check("field value", field.value, 1024)
        if not field.name or not field.value:
            raise LimitError("A field has no name or no value")
    if len(embed) > 6000:
        raise LimitError(f"The embed has {len(embed)} characters, but at most 6000 fit")


def _check_buttons(row: Sequence[Button]) -> None:
    _check_count("buttons in a row", row, MOST_BUTTONS, least=1)
    for button in row:
        _check("button label", button.label, 80, least=1)
        _check("custom id", button.custom_id, 100, least=1)


def _check_select(select: Select) -> None:
    _check("custom id", select.custom_id, 100, least=1)
    _check("placeholder", select.placeholder, 150)
    _check_count("choices", select.choices, MOST_CHOICES, least=1)
    for choice in select.choices:
        _check("label of a choice", choice.label, 100, least=1)
        _check("value of a choice", choice.value, 100, least=1)
        _check("description of a choice", choice.description, 100, least=1)
    _check_unique("values of choices", [choice.value for choice in select.choices])


def _check(what: str, text: str | None, most: int, *, least: int = 0) -> None:
    if text is not None and not least <= len(text) <= most:
        raise LimitError(f"The {what} has {len(text)} characters, not {least} to {most}: {text[:40]}")


def _check_count(what: str, things: Sequence[object], most: int, *, least: int = 0) -> None:
    if not least <= len(things) <= most:
        raise LimitError(f"{len(things)} {what}, not {least} to {most}")


def _check_unique(what: str, texts: Sequence[str]) -> None:
    if len(set(texts)) < len(texts):
        raise LimitError(f"Two {what} are the same")
