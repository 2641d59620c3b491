"""A message, and the one check that it stays within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.game import BoardVersion
from engine import Variant

MOST_CHOICES = 25
"""Choices in a select or an autocompletion."""

LONGEST_CHOICE = 100
"""Characters of a choice's label or description."""

LONGEST_LABEL = 80
"""The most characters of a button's label."""

LONGEST_TEXT = 2000
"""The most characters of a message's text, outside its embed."""

NONCE_LENGTH = 7
"""Characters that `bot.commands.rendering` adds to a select's custom id and to its values."""

BUTTONS_IN_A_ROW = 5

BLURPLE = discord.Colour.blurple()
GOLD = discord.Colour.gold()


def felt_colour(variant: Variant) -> discord.Colour:
    """The colour of embeds about a game."""
    return discord.Colour.from_rgb(*variant.felt)


class LimitError(ValueError):
    """Discord would refuse the message."""


class Button(NamedTuple):
    """A button. Its `custom_id` comes back with a press and says what to do."""

    custom_id: str
    label: str
    emoji: str | discord.PartialEmoji | None = None
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False

    @classmethod
    def to(
        cls,
        action: Action,
        language: Language,
        *,
        game: BoardVersion | int = 0,
        argument: str = "",
        label: str | None = None,
        emoji: str | discord.PartialEmoji | None = None,
    ) -> Self:
        """Make a button for an action, with its usual label and emoji unless others are given.

        `game` is the board that the button acts on, or the id of a game if any version of it will do. An empty `label`
        or `emoji` leaves it out.
        """
        return cls(
            _custom_id(action, game, argument),
            language.text(action.label) if label is None else label,
            (action.emoji if emoji is None else emoji) or None,
        )

    def enabled_if(self, condition: object) -> Self:
        return self if condition else self._replace(disabled=True)

    def primary(self) -> Self:
        return self.styled(discord.ButtonStyle.primary)

    def primary_if(self, condition: object) -> Self:
        return self.primary() if condition else self

    def styled(self, style: discord.ButtonStyle) -> Self:
        return self._replace(style=style)


class Choice(NamedTuple):
    """One option of a select. Its `value` comes back when it is chosen."""

    value: str
    label: str
    description: str | None = None
    emoji: discord.PartialEmoji | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Select:
    """A list of options to choose one from, on a row of its own."""

    custom_id: str
    placeholder: str
    choices: tuple[Choice, ...]
    disabled: bool = False

    @classmethod
    def to(
        cls,
        action: Action,
        placeholder: str,
        choices: Sequence[Choice],
        *,
        game: BoardVersion | int = 0,
        argument: str = "",
        enabled: bool = True,
    ) -> Self:
        """Make a select for an action. `game` and `argument` are as for a button.

        The current choice is also the placeholder: clients may lose the choice when they replace a select.
        """
        chosen = next((choice.label for choice in choices if choice.chosen), placeholder)
        return cls(_custom_id(action, game, argument), chosen, tuple(choices), disabled=not enabled)


def _custom_id(action: Action, game: BoardVersion | int, argument: str) -> str:
    board = game if isinstance(game, BoardVersion) else BoardVersion(game, 0)
    return str(CustomId(action, board.game_id, board.version, argument))


ActionRow = Select | tuple[Button, ...]


@dataclass(frozen=True)
class Picture:
    name: str
    content: bytes
    description: str


@dataclass(frozen=True)
class File:
    name: str
    content: bytes


@dataclass(frozen=True)
class Message:
    """Text, at most one embed, at most one picture and one file, and action rows.

    If there is an embed, the picture is in it. Raises LimitError if Discord would refuse the message.
    """

    text: str | None = None
    embed: discord.Embed | None = None
    picture: Picture | None = None
    file: File | None = None
    action_rows: tuple[ActionRow, ...] = ()
    mentioned: tuple[int, ...] = ()
    """The users whom the text may notify."""

    def __post_init__(self) -> None:
        check_limits(self)

    @classmethod
    def page(
        cls,
        title: str,
        description: str | None = None,
        *,
        fields: Iterable[tuple[str, str]] = (),
        colour: discord.Colour = BLURPLE,
        picture: Picture | None = None,
        action_rows: tuple[ActionRow, ...] = (),
    ) -> Self:
        embed = page_embed(title, description, fields=fields, colour=colour)
        return cls(embed=embed, picture=picture, action_rows=action_rows)


def page_embed(
    title: str | None,
    description: str | None = None,
    *,
    author: str | None = None,
    fields: Iterable[tuple[str, str]] = (),
    footer: str | None = None,
    colour: discord.Colour = BLURPLE,
) -> discord.Embed:
    """Make an embed. Each of its `fields` has a heading and a text; Discord shows a footer small.

    The `author` has a line of its own above the title.
    """
    embed = discord.Embed(title=title, description=description, colour=colour)
    if author is not None:
        embed.set_author(name=author)
    if footer is not None:
        embed.set_footer(text=footer)
    for name, value in fields:
        embed.add_field(name=name, value=value, inline=False)
    return embed


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def button_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    return [tuple(buttons[start : start + BUTTONS_IN_A_ROW]) for start in range(0, len(buttons), BUTTONS_IN_A_ROW)]


def check_limits(message: Message) -> None:
    """Raise LimitError if a message breaks one of Discord's limits.

    They are listed at https://discord.com/developers/docs/resources/message#embed-object-embed-limits and
    https://discord.com/developers/docs/components/reference.
    """
    _check("text", [message.text], LONGEST_TEXT)
    if message.embed is not None:
        _check_embed(message.embed, has_image=message.picture is not None)
    if message.embed is None and message.picture is None and not (message.text or "").strip():
        raise LimitError("The message is empty")
    if message.picture is not None:
        _check("description of a picture", [message.picture.description], 1024)
    _check_count("action rows", message.action_rows, 5)
    check_action_rows(message.action_rows)


def check_action_rows(rows: Sequence[ActionRow]) -> None:
    """Raise LimitError if a button or a select breaks one of Discord's limits, or two have the same custom id."""
    for row in rows:
        if isinstance(row, Select):
            _check_select(row)
        else:
            _check_buttons(row)
    components = [part for row in rows for part in ((row,) if isinstance(row, Select) else row)]
    _check_unique("custom ids", [component.custom_id for component in components])


def _check_embed(embed: discord.Embed, *, has_image: bool) -> None:
    parts = embed.to_dict()  # much faster than the embed's own properties
    fields = parts.get("fields", ())
    _check("title", [parts.get("title")], 256)
    _check("description", [parts.get("description")], 4096)
    _check("footer", [parts.get("footer", {}).get("text")], 2048)
    _check("author", [parts.get("author", {}).get("name")], 256)
    _check_count("fields", fields, 25)
    _check("field name", [field["name"] for field in fields], 256, least=1)
    _check("field value", [field["value"] for field in fields], 1024, least=1)
    length = len(embed)
    if not length and not has_image:
        raise LimitError("The embed is empty")
    if length > 6000:
        raise LimitError(f"The embed has {length} characters, more than 6000")


def _check_buttons(row: Sequence[Button]) -> None:
    _check_count("buttons in a row", row, BUTTONS_IN_A_ROW, least=1)
    _check("button label", [button.label for button in row], LONGEST_LABEL)
    bare = [button.label for button in row if not button.emoji]
    _check("label of a button without emoji", bare, LONGEST_LABEL, least=1)
    _check("custom id", [button.custom_id for button in row], 100, least=1)


def _check_select(select: Select) -> None:
    choices = select.choices
    _check("custom id", [select.custom_id], 100 - NONCE_LENGTH, least=1)
    _check("placeholder", [select.placeholder], 150)
    _check_count("choices", choices, MOST_CHOICES, least=1)
    values = [choice.value for choice in choices]
    _check("label of a choice", [choice.label for choice in choices], LONGEST_CHOICE, least=1)
    _check("value of a choice", values, 100 - NONCE_LENGTH, least=1)
    _check("description of a choice", [choice.description for choice in choices], LONGEST_CHOICE, least=1)
    _check_unique("values of choices", values)


def _check(what: str, texts: Sequence[str | None], most: int, *, least: int = 0) -> None:
    for text in texts:
        if text is not None and not least <= len(text) <= most:
            raise LimitError(f"The {what} has {len(text)} characters, not {least} to {most}: {text[:40]}")


def _check_count(what: str, things: Sequence[object], most: int, *, least: int = 0) -> None:
    if not least <= len(things) <= most:
        raise LimitError(f"{len(things)} {what}, not {least} to {most}")


def _check_unique(what: str, texts: Sequence[str]) -> None:
    if len(set(texts)) < len(texts):
        raise LimitError(f"Two {what} are the same")
