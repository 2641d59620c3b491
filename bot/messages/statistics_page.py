"""A player's statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.badges import badge_lines, badge_lines_to_come
from bot.messages.formatting import duration, facts
from bot.messages.message import Button, Message, page_embed
from bot.messages.player_names import plain_name, player_name
from bot.messages.style import Style
from bot.model.badges import BadgeToCome
from bot.model.challenge import Duels
from bot.model.daily.streaks import DailyStreaks
from bot.model.statistics import GameStatistics
from engine import VARIANTS


@dataclass(frozen=True)
class Profile:
    games: Sequence[GameStatistics]
    badges: Sequence[str] = ()
    to_come: Sequence[BadgeToCome] = ()
    """The badges that the reader has yet to earn, the nearest first."""
    streaks: DailyStreaks | None = None
    """None for a player who has finished no daily."""
    duels: Duels | None = None
    """The reader's challenges with the player."""


def statistics_page(profile: Profile, style: Style, *, player: str, is_own: bool = True) -> Message:
    """A player's results in a few lines for each game; if `is_own`, the reader is the player."""
    language = style.language
    games = profile.games
    fields = [(language.text(VARIANTS[played.variant].title), _results(played, language)) for played in games]
    if profile.streaks is not None:
        fields.append(("📅 " + language.text("Dailies"), _streaks(profile.streaks, language)))
    if profile.badges:
        fields.append(("🏅 " + language.text("Badges"), "\n".join(badge_lines(profile.badges, style))))
    if profile.duels is not None and profile.duels.played:
        fields.append(("⚔️ " + language.text("Head to head"), _duels(profile.duels, language)))
    if games:
        about = _fact(language.text("Time played"), duration(sum(played.seconds for played in games)))
    elif fields:
        about = None
    elif is_own:
        about = language.text("No finished games yet. Play one with `/solitaire start`!")
    else:
        about = language.text("{player} hasn't finished a game yet.", player=player_name(player, language))
    near = "\n".join((language.text("Badges to come"), *badge_lines_to_come(profile.to_come, language)))
    embed = page_embed(
        None,
        about,
        author=" · ".join((plain_name(player, language), language.text("Statistics"))),
        fields=fields,
        footer=near if profile.to_come and games else None,
    )
    return Message(embed=embed, action_rows=() if games else ((Button.to(Action.GAMES, language),),))


def _results(played: GameStatistics, language: Language) -> str:
    if played.won:
        share = language.percent(played.won, played.played)
        won = language.text("{won} of {played} won ({share})", won=played.won, played=played.played, share=share)
    else:
        won = language.count("{number} game", "{number} games", played.played)
    is_luck = VARIANTS[played.variant].rules.is_luck  # all wins take the same moves
    return facts(
        won,
        _fact(language.text("Most cards cleared"), played.best if not played.won else None),
        _fact(language.text("Fewest moves"), None if is_luck else played.best_moves),
        _fact(language.text("Best time"), duration(played.best_seconds) if played.best_seconds else None),
        _fact(language.text("Current streak"), played.streak),
        _fact(
            language.text("Longest streak"), played.longest_streak if played.longest_streak > played.streak else None
        ),
    )


def _streaks(streaks: DailyStreaks, language: Language) -> str:
    lines = []
    for days, current, most in (
        (streaks.played, language.text("Days played in a row"), language.text("Most days played in a row")),
        (streaks.won, language.text("Days won in a row"), language.text("Most days won in a row")),
    ):
        if days.current:
            lines.append(facts(_fact(current, days.current), _fact(language.text("longest"), days.longest)))
        elif days.longest:
            lines.append(_fact(most, days.longest))
    if streaks.played.has_freeze:
        lines.append("❄️ " + language.text("streak freeze ready"))
    return "\n".join(lines)


def _duels(duels: Duels, language: Language) -> str:
    return facts(
        language.text("You won {number}", number=duels.won) if duels.won else "",
        language.text("they won {number}", number=duels.lost) if duels.lost else "",
        language.count("{number} tie", "{number} ties", duels.tied) if duels.tied else "",
    )


def _fact(name: str, value: int | str | None) -> str:
    """A number with its label; empty if it is zero."""
    return f"{name}: {value}" if value else ""
