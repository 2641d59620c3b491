"""Badges in messages, each with an emoji of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.language import Language
from bot.messages.style import Style
from bot.model.badges import STREAKS, Badge, BadgeToCome, game_won
from bot.pictures.emoji import badge_key

_PLAIN = "🏅"

_NEAREST = 3
"""Badges to come that are shown."""


def badge_lines(badges: Iterable[str], style: Style) -> list[str]:
    """The first wins at several games in one line, then a line for each other badge: its emoji and the achievement."""
    badges = list(badges)
    first_wins = {badge: game for badge in badges if (game := game_won(badge)) is not None}
    if len(first_wins) < 2:
        return [f"{_emoji(badge, style)} {badge_name(badge, style.language)}" for badge in badges]
    games = " · ".join(
        f"{_emoji(badge, style)} {style.language.text(game.title)}" for badge, game in first_wins.items()
    )
    others = badge_lines([badge for badge in badges if badge not in first_wins], style)
    return [style.language.text("First wins: {games}", games=games), *others]


def badge_lines_to_come(badges: Sequence[BadgeToCome], language: Language) -> list[str]:
    """A line for each of the nearest badges to come, with the player's progress, without Markdown."""
    near = badges[:_NEAREST]
    return [f"▫️ {badge_name(each.badge, language)}{_distance(each, language)}" for each in near]


def _distance(badge: BadgeToCome, language: Language) -> str:
    """How near a player is to a badge, which needs a win, too; empty without any progress."""
    if not badge.done:
        return ""
    if badge.done < badge.needed:
        return f" · {badge.done}/{badge.needed}"
    return " · " + language.text("you only need a win")


def new_badge_lines(badges: Iterable[str], style: Style) -> list[str]:
    return [
        f"{_emoji(badge, style)} "
        + style.language.text("**New badge:** {badge}", badge=badge_name(badge, style.language))
        for badge in badges
    ]


def badge_name(badge: str, language: Language) -> str:
    game = game_won(badge)
    if game is not None:
        return language.text("First win at {game}", game=language.text(game.title))
    special = Badge(badge)
    if special in STREAKS:
        return language.count(
            "Won a daily on a streak of {number} day", "Won a daily on a streak of {number} days", STREAKS[special]
        )
    if special is Badge.STRAIGHT:
        return language.text("A ranked win without undo or hints")
    if special is Badge.ALL_DAILIES:
        return language.text("Finished all dailies of a day, and won the last one")
    return language.text("Came from behind to win a challenge")


def _emoji(badge: str, style: Style) -> str:
    if style.deck is None or not style.view.has_embeds:
        return _PLAIN
    return str(style.deck.by_key.get(badge_key(badge), _PLAIN))  # the drawing of a new game may be missing
