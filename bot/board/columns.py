"""How wide a text is in a code block, where Chinese and Japanese characters take two columns."""

from __future__ import annotations

import textwrap
import unicodedata

WIDTH = 30
"""Columns to a line: as many as fit into a code block on a phone."""

_SECOND_COLUMN = "\0"


def columns_of(text: str) -> int:
    """How many columns a text takes."""
    return len(_widened(text))


def padded(text: str, columns: int) -> str:
    """The text with so many blanks behind it that it takes these columns."""
    return text + " " * (columns - columns_of(text))


def wrapped(text: str) -> str:
    """The text in lines of at most WIDTH columns."""
    return "\n".join(textwrap.fill(_widened(line), WIDTH).replace(_SECOND_COLUMN, "") for line in text.splitlines())


def _widened(text: str) -> str:
    """The text with a character for each of its columns."""
    return "".join(
        character + _SECOND_COLUMN if unicodedata.east_asian_width(character) in "WF" else character
        for character in text
    )
