"""Badges in messages, each with an emoji of its own."""

from __future__ import annotations

from collections.abc import Iterable

from bot.language import Language
from bot.messages.style import Style
from bot.model.badges import STREAKS, Badge
from bot.model.preferences import BoardView
from bot.pictures.emoji import badge_key
from engine import VARIANTS

_PLAIN = "🏅"


def badge_lines(badges: Iterable[Badge], style: Style) -> list[str]:
    """A line for each badge: its emoji and what it was earned for."""
    return [f"{_emoji(badge, style)} {badge_name(badge, style.language)}" for badge in badges]


def new_badge_lines(badges: Iterable[Badge], style: Style) -> list[str]:
    """A line for each badge that was just earned."""
    return [
        f"{_emoji(badge, style)} "
        + style.language.text("**New badge:** {badge}", badge=badge_name(badge, style.language))
        for badge in badges
    ]


def badge_name(badge: Badge, language: Language) -> str:
    """What a badge was earned for."""
    if badge in STREAKS:
        return language.count(
            "Won a daily on a streak of {number} day", "Won a daily on a streak of {number} days", STREAKS[badge]
        )
    match badge:
        case Badge.STRAIGHT:
            return language.text("A ranked win without undo or hints")
        case Badge.ALL_DAILIES:
            return language.text("All five dailies finished in one day, the last one won")
        case Badge.COMEBACK:
            return language.text("A challenge won by winning the game last of all")
        case _:
            return language.text("First win at {game}", game=language.text(VARIANTS[badge].title))


def _emoji(badge: Badge, style: Style) -> str:
    if style.deck is None or style.view is BoardView.TEXT:
        return _PLAIN
    return str(style.deck.by_key[badge_key(badge)])
