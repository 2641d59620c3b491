"""What the bot posts each day in a server that asked for it: the server's results, and the pick of the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.aloud import table_in_words
from bot.messages.daily import play_button
from bot.messages.formatting import facts, hour_text
from bot.messages.leaderboard_page import MEDALS
from bot.messages.message import Button, Message, Picture, felt_colour, page_embed, shortened
from bot.messages.player_names import player_name
from bot.model.announcement import USUAL_HOUR, Announcement
from bot.model.daily.deals import Daily, pick_of
from bot.model.daily.ranking import FEWEST_RANKED, LeaderboardKind, RankedPlayer, has_points, read_points
from bot.model.daily.server import ServerSummary
from engine import VARIANTS, View

HERE = "here"
"""The argument of the button that announces dailies in the channel of the press."""

STOP = "stop"
"""The argument of the button that ends announcements."""

_MOST_BEST = 3

_LONGEST_NAME = 12
"""Characters of a name in the line of yesterday's best."""


def announcement(
    dailies: Mapping[str, Daily],
    table: Picture,
    server: ServerSummary,
    language: Language,
    *,
    key: str = "",
    note: str = "",
) -> Message:
    """Announce a day's dailies, by their pick with a peek at its table, with the server's results.

    `key` is a public key, and `note` a line to add. A quiet server has one announcement a week.
    """
    pick = _pick(dailies)
    variant = VARIANTS[pick.variant]
    length = language.text("{minutes} min", minutes=variant.minutes)
    quiet = ""
    if server.is_quiet:
        lines = [language.text("Everyone gets these cards. The first to finish here tops the board."), note]
        quiet = language.text("Nobody played last week, so I post on Mondays. Finish one, and I'm back tomorrow.")
    else:
        lines = [language.text("Today's table, the same for everyone."), *_about_server(server, language), note]
    embed = page_embed(
        facts(language.text(variant.title), language.text(pick.level), length),
        "\n".join(filter(None, lines)),
        fields=_yesterday(server, language),
        footer="\n".join(filter(None, (quiet, key))) or None,
        colour=felt_colour(variant),
    )
    return Message(embed=embed, picture=table, action_rows=(_buttons(dailies, language, is_quiet=server.is_quiet),))


def peek_picture(view: View, content: bytes, language: Language) -> Picture:
    return Picture("table.png", content, table_in_words(view, language))


def _pick(dailies: Mapping[str, Daily]) -> Daily:
    day, *_ = {daily.day for daily in dailies.values()}
    return dailies[pick_of(day)]


def _buttons(dailies: Mapping[str, Daily], language: Language, *, is_quiet: bool) -> tuple[Button, ...]:
    """The buttons by which the announcement of a day can be told from every other message."""
    others = len(dailies) - 1
    pick = _pick(dailies)
    more = language.count("{number} more daily", "{number} more dailies", others)
    label = language.text("Today") if is_quiet else more
    play = play_button(pick.variant, pick.day, language, emoji="▶️").primary()
    return play, Button.to(Action.DAILIES, language, label=label, emoji="")


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
    return language.text(
        "Done! I'll post the dailies in <#{channel}> every day at {hour}. The first ones come <t:{moment}:R>, at "
        "<t:{moment}:t> on your clock.",
        channel=current.channel_id,
        hour=hour_text(current.hour, language),
        moment=current.due_at,
    )


def _about_server(server: ServerSummary, language: Language) -> Iterator[str]:
    """The server's streak, and the winners of last week."""
    if server.streak > 1:
        yield "🔥 " + language.count(
            "**{number} day in a row** in this server", "**{number} days in a row** in this server", server.streak
        )
    yield _winners(server, language)


def _yesterday(server: ServerSummary, language: Language) -> Iterator[tuple[str, str]]:
    """Yesterday's best players in a line; nothing if nobody played."""
    if not server.players:
        return
    has_ranks = len(server.best) >= FEWEST_RANKED
    best = [
        f"{MEDALS[place.rank]} {_points_of(place, language)}" if has_ranks else _points_of(place, language)
        for place in _with_points(LeaderboardKind.DAY, server.best)[:_MOST_BEST]
    ]
    played = language.count("{number} player", "{number} players", server.players)
    nobody = language.text("Nobody has scored yet. Today is your chance!")
    yield facts(language.text("Yesterday"), played), facts(*best) or nobody


def _points_of(place: RankedPlayer, language: Language) -> str:
    """A player and their points, short enough for three in a line."""
    points, _ = read_points(place.standing)
    name = None if place.name is None else shortened(place.name, _LONGEST_NAME)
    return f"**{player_name(name, language)}** {points}"


def _winners(server: ServerSummary, language: Language) -> str:
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
