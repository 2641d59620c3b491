"""How wide a text is in a code block, where Chinese and Japanese characters take two columns."""

from __future__ import annotations

import wcwidth

WIDTH = 30
"""Columns to a line: as many as fit into a code block on a phone."""


def columns_of(text: str) -> int:
    """How many columns a text takes."""
    return wcwidth.width(text)


def padded(text: str, columns: int) -> str:
    """The text with so many blanks behind it that it takes these columns."""
    return wcwidth.ljust(text, columns)


def wrapped(text: str) -> str:
    """The text in lines of at most WIDTH columns."""
    return "\n".join("\n".join(wcwidth.wrap(line, WIDTH)) for line in text.splitlines())
