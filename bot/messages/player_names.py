"""Players' names in messages: as written, but unable to change the text around them."""

from __future__ import annotations

import re
import unicodedata

import discord

from bot.language import Language

_MOST_MARKS = 4
"""Marks on one character, as in Hebrew with points and accents; stacks of more cover the lines above and below."""

_DIRECTIONS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Unicode's controls for text direction (https://unicode.org/reports/tr9/#Directional_Formatting_Characters)."""

_SLASHES = re.compile("(?<!/)/")


_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
"""Control characters and line separators."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Fillers, blanks and the null notehead: Unicode counts them as letters and symbols, but they are invisible."""


def display_name(user: discord.User | discord.Member) -> str:
    """A user's name in this server, their global name, or their username: the first visible one."""
    return _first_seen(user.display_name, user.global_name, user.name)


def world_name(user: discord.User | discord.Member) -> str:
    """A user's global name, which leaderboards show, or their username if that is invisible."""
    return _first_seen(user.global_name, user.name)


def _first_seen(*names: str | None) -> str:
    return next((name for name in names if name and _shows_something(name)), names[-1] or "")


def _shows_something(name: str) -> bool:
    """Whether a name has a letter, a digit or a symbol; marks, spaces and controls alone are invisible.

    Characters newer than this Python's version of Unicode count as invisible, too.
    """
    return any(unicodedata.category(each)[0] in "LNPS" and each not in _BLANKS for each in name)


def plain_name(name: str, language: Language) -> str:
    """A name for places without Discord's formatting; "player" if it is invisible."""
    kept: list[str] = []
    marks = 0
    for character in _DIRECTIONS.sub("", unicodedata.normalize("NFC", _CONTROLS.sub(" ", name))):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    plain = "".join(kept).strip()
    return plain if _shows_something(plain) else language.text("player")


def player_name(name: str | None, language: Language) -> str:
    """Write a player's name like `escaped_name`; None is a hidden player."""
    if name is None:
        return language.text("hidden player")
    return escaped_name(plain_name(name, language))


def escaped_name(name: str) -> str:
    """Write a plain name so that Discord formats nothing in it, links nothing and mentions nobody."""
    # Break links first, as discord.py does not escape them; Discord also links invites without a scheme.
    unlinked = _SLASHES.sub("\u200b/", name)
    plain = discord.utils.escape_markdown(discord.utils.escape_mentions(unlinked)).replace("<", "\\<")
    # Isolate the name, so that one written from right to left does not reorder the line around it.
    return f"\u2068{plain}\u2069"
