"""A message as it is sent, and the one check that Discord will take it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

import discord

from engine import Suit


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
class Message:
    """Text, at most one embed, and one row of buttons. Raises LimitError when Discord would refuse it."""

    text: str | None = None
    embed: discord.Embed | None = None
    buttons: tuple[Button, ...] = ()

    def __post_init__(self) -> None:
        check_limits(self)


WIDTH = 30
"""Characters to a line: as many as fit into a code block on a phone."""


def code_block(text: str) -> str:
    """The text in a code block: elsewhere Discord makes emoji of suits, too dark for its dark theme."""
    return f"```\n{text}\n```"


def notice(text: str) -> Message:
    """A message of text alone, readable where it names cards too."""
    names_cards = any(str(suit) in text for suit in Suit)
    return Message(code_block(textwrap.fill(text, WIDTH)) if names_cards else text)


def check_limits(message: Message) -> None:
    """Raise LimitError where a message breaks a limit of Discord's.

    The limits are those of https://discord.com/developers/docs/resources/message#embed-object-embed-limits and
    https://discord.com/developers/docs/components/reference.
    """
    _check("text", message.text, 2000)
    _check_embed(message.embed or discord.Embed())
    if not (message.text or "").strip() and not message.embed:
        raise LimitError("The message is empty")
    if len(message.buttons) > 5:
        raise LimitError(f"{len(message.buttons)} buttons in a row of at most 5")
    for button in message.buttons:
        _check("button label", button.label, 80)
        _check("custom id", button.custom_id, 100)
        if not button.label or not button.custom_id:
            raise LimitError("A button has no label or no custom id")
    if len({button.custom_id for button in message.buttons}) < len(message.buttons):
        raise LimitError("Two buttons have the same custom id")


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


def _check(what: str, text: str | None, most: int) -> None:
    if text is not None and len(text) > most:
        raise LimitError(f"The {what} has {len(text)} characters, but at most {most} fit: {text[:40]}…")
