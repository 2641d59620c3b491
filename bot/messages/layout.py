"""A page whose lines can have their own buttons, and the one check that it stays within Discord's limits.

Discord calls this Components V2. A message that has become such a page can never turn back into a `Message`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import discord

from bot.messages.message import BLURPLE, ActionRow, Button, LimitError, Message, Select, check_action_rows

MOST_COMPONENTS = 40
"""The most components of a page, including the container around them."""

LONGEST_TEXTS = 4000
"""The most characters of all texts together."""


@dataclass(frozen=True)
class Section:
    """A text with one button beside it."""

    text: str
    button: Button


@dataclass(frozen=True)
class Divider:
    """A line across the page."""


DIVIDER = Divider()

Part = str | Section | Divider | ActionRow
"""A text, or a component as wide as the page. In a text, `## ` begins a title and `-# ` small print."""


@dataclass(frozen=True)
class Layout:
    """A page of parts from top to bottom, in a container with an accent. Raises LimitError if Discord would refuse it.

    The limits are listed at https://discord.com/developers/docs/components/reference.
    """

    parts: tuple[Part, ...]
    colour: discord.Colour = BLURPLE

    def __post_init__(self) -> None:
        count = 1 + sum(map(_count, self.parts))
        if count > MOST_COMPONENTS:
            raise LimitError(f"The page has {count} components, more than {MOST_COMPONENTS}")
        texts = list(self.texts)
        length = sum(map(len, texts))
        if length > LONGEST_TEXTS:
            raise LimitError(f"The page has {length} characters, more than {LONGEST_TEXTS}")
        if not self.parts or not all(text.strip() for text in texts):
            raise LimitError("The page or one of its texts is empty")
        check_action_rows(self.action_rows)

    @property
    def texts(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, Section):
                yield part.text
            elif isinstance(part, str):
                yield part

    @property
    def action_rows(self) -> list[ActionRow]:
        rows: list[ActionRow] = []
        for part in self.parts:
            if isinstance(part, Section):
                rows.append((part.button,))
            elif isinstance(part, Select | tuple):
                rows.append(part)
        return rows


Page = Message | Layout
"""Anything that a user can be shown."""


def _count(part: Part) -> int:
    """The number of components in a part, including itself."""
    match part:
        case str() | Divider():
            return 1
        case Select():
            return 2  # with its row
        case Section():
            return 3  # with its text and its button
        case _:
            return 1 + len(part)
