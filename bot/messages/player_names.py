"""Players' names in messages: as they wrote them, but unable to change anything around them."""

from __future__ import annotations

import re
import unicodedata

import discord

from bot.language import Language

_MOST_MARKS = 4
"""Marks on one character, as in Hebrew with points and accents; piles of them cover the lines above and below."""

_DIRECTIONS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Unicode's controls of the direction of text (https://unicode.org/reports/tr9/#Directional_Formatting_Characters)."""

_SLASHES = re.compile("(?<!/)/")


def plain_name(name: str) -> str:
    """A name for a place where Discord formats nothing.

    >>> plain_name("alice\u2069")
    'alice'
    """
    kept: list[str] = []
    marks = 0
    for character in _DIRECTIONS.sub("", unicodedata.normalize("NFC", name)):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept).strip() or "?"


def player_name(name: str | None, language: Language) -> str:
    """Write a player's name as `escaped_name` does; None is a hidden player."""
    if name is None:
        return language.text("hidden player")
    return escaped_name(name)


def escaped_name(name: str) -> str:
    """Write a player's name so that Discord formats nothing in it, links nothing and mentions nobody."""
    # Break links first, as discord.py does not escape them; Discord also links invites without a scheme.
    unlinked = _SLASHES.sub("\u200b/", plain_name(name))
    plain = discord.utils.escape_markdown(discord.utils.escape_mentions(unlinked)).replace("<", "\\<")
    # Isolate the name, so that one written from right to left does not reorder the line around it.
    return f"\u2068{plain}\u2069"
