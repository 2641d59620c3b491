"""What the bot posts each day in a server that asked for it: the server's results, and the pick of the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.daily import daily_button
from bot.messages.formatting import facts, hour_text
from bot.messages.leaderboard_page import MEDALS, NO_RANK, standing_text
from bot.messages.message import GOLD, Button, Message, page_embed
from bot.messages.player_names import player_name
from bot.model.announcement import USUAL_HOUR, Announcement
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import Daily
from bot.model.daily.ranking import FEWEST_RANKED, LeaderboardKind, RankedPlayer, has_points, read_points
from bot.model.daily.server import ServerSummary
from engine import VARIANTS

HERE = "here"
"""The argument of the button that announces dailies in the channel of the press."""

STOP = "stop"
"""The argument of the button that ends announcements."""

KEY_DIGITS = 16
"""The digits of a key in an announcement; docs/fairness.md explains why they are enough for a witness."""

_MOST_BEST = 3


def announcement(
    pick: Daily,
    server: ServerSummary,
    language: Language,
    *,
    keys: Mapping[str, str],
    note: str = "",
    is_quiet: bool = False,
) -> Message:
    """Announce a day's dailies by their `pick`, with the server's results.

    `keys` are the public keys by their names, and `note` is a line to add. If the server `is_quiet`, nobody plays there
    any more, and it has one announcement a week.
    """
    variant = VARIANTS[pick.variant]
    about = facts(
        language.text(pick.level),
        language.text("{minutes} min", minutes=variant.minutes),
        language.text("next pick <t:{moment}:R>", moment=start_of(pick.day + ONE_DAY)),
    )
    streak = ""
    if server.streak > 1:
        streak = "🔥 " + language.count(
            "**{number} day in a row** in this server", "**{number} days in a row** in this server", server.streak
        )
    lines = (about, streak, _winners(server, language), note)
    played = language.count("{number} player", "{number} players", server.players) if server.players else ""
    yesterday = "\n".join(_best(server, language, is_quiet=is_quiet))
    embed = page_embed(
        language.text("Today's pick: {game}", game=language.text(variant.title)),
        "\n".join(filter(None, lines)),
        fields=[(facts(language.text("Yesterday"), played), yesterday)],
        footer=" · ".join(f"🔐 {name}: {key[:KEY_DIGITS]}" for name, key in keys.items()),
        colour=GOLD,
    )
    return Message(embed=embed, action_rows=(_buttons(pick.day, pick.variant, language),))


def _buttons(day: date, pick: str, language: Language) -> tuple[Button, ...]:
    """The buttons by which the announcement of a day can be told from every other message."""
    play = daily_button(pick, day, language, label=language.text("Play"), emoji="▶️").primary()
    return play, Button.to(Action.DAILIES, language, label=language.text("Today"))


def announcements_page(current: Announcement | None, here: int, language: Language) -> Message:
    """The channel and hour of the server's announcements, with buttons to move them `here` or to stop."""
    post = Button.to(Action.ANNOUNCE, language, argument=HERE).primary()
    stop = Button.to(Action.ANNOUNCE, language, argument=STOP, label=language.text("Stop posting"), emoji="🔕")
    if current is None:
        said = language.text(
            "I don't post the dailies in this server yet. Should I post them here every day at {hour}?",
            hour=hour_text(USUAL_HOUR, language),
        )
        return Message(f"{said} {_how_to_choose(language)}", action_rows=((post,),))
    said = language.text(
        "I post the dailies in <#{channel}> every day at {hour}. The next ones come <t:{moment}:R>, at <t:{moment}:t> "
        "on your clock.",
        channel=current.channel_id,
        hour=hour_text(current.hour, language),
        moment=current.due_at,
    )
    buttons = (stop,) if current.channel_id == here else (post, stop)
    return Message(f"{said} {_how_to_choose(language)}", action_rows=(buttons,))


def _how_to_choose(language: Language) -> str:
    return language.text("To change the hour, use `/solitaire-admin announce hour: time_zone:`.")


def announced_text(current: Announcement, language: Language) -> str:
    """Confirm the channel and hour of a server's announcements."""
    return language.text(
        "Done! I'll post the dailies in <#{channel}> every day at {hour}. The first ones come <t:{moment}:R>, at "
        "<t:{moment}:t> on your clock.",
        channel=current.channel_id,
        hour=hour_text(current.hour, language),
        moment=current.due_at,
    )


def _best(server: ServerSummary, language: Language, *, is_quiet: bool) -> Iterator[str]:
    """A line for each of yesterday's best players, or one that explains why there are none."""
    has_ranks = len(server.best) >= FEWEST_RANKED
    best = _with_points(LeaderboardKind.DAY, server.best)[:_MOST_BEST]
    for place in best:
        standing = standing_text(LeaderboardKind.DAY, None, place.standing, language)
        yield f"{MEDALS[place.rank] if has_ranks else NO_RANK} {player_name(place.name, language)} · {standing}"
    if is_quiet:
        yield language.text(
            "Nobody has finished a daily here for a week, so I only post on Mondays. Finish one, and I'll post every "
            "day again."
        )
    elif not best:
        no_points = language.text("Nobody has scored yet. Today is your chance!")
        yield no_points if server.players else language.text("No results yet. Today is your chance!")


def _winners(server: ServerSummary, language: Language) -> str:
    """A line with the players who had the most points last week; empty if too few have played."""
    first = [place for place in _with_points(LeaderboardKind.WEEK, server.winners) if place.rank == 1]
    if not first or len(server.winners) < FEWEST_RANKED:
        return ""
    names = ", ".join(player_name(place.name, language) for place in first[:_MOST_BEST])
    points, _ = read_points(first[0].standing)
    winner = language.text("Last week: {player}", player=f"**{names}**")
    won = language.count("{number} point", "{number} points", points)
    each = language.text("{points} each", points=won) if len(first) > 1 else won
    return facts(f"🏆 {winner}", each)


def _with_points(kind: LeaderboardKind, places: Sequence[RankedPlayer]) -> list[RankedPlayer]:
    return [place for place in places if has_points(kind, None, place.standing)]
