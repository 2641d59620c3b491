"""What the bot posts in a server that asked for it: each day's dailies, and each week's cup."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.daily import daily_button
from bot.messages.formatting import code_block
from bot.messages.leaderboard_page import MEDALS, standing_text
from bot.messages.local_hour import hour_text
from bot.messages.message import Button, Message, Row, button_rows
from bot.messages.player_names import player_name
from bot.model.announcement import USUAL_HOUR, Announcement
from bot.model.daily.cup import Cup
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES, featured_game
from bot.model.daily.ranking import LeaderboardKind, RankedPlayer, has_points
from engine import VARIANTS

HERE = "here"
"""The argument of the button that announces dailies in the channel of the press."""

STOP = "stop"
"""The argument of the button that ends announcements."""

_COLOUR = discord.Colour.gold()


def announcement(
    day: date,
    podium: Sequence[RankedPlayer],
    language: Language,
    *,
    keys: Mapping[str, str],
    note: str = "",
    unproven: Collection[str] = (),
    cup: Cup | None = None,
) -> Message:
    """Announce a day's dailies, with buttons that play them, and the best players of the day before.

    `keys` are the public keys by their names, `note` is a line to add, and `unproven` are the games whose deals are not
    proven winnable. The first announcement of a week also has the `cup` of the week before.
    """
    text = language.text
    featured = featured_game(day)
    embed = discord.Embed(
        title=text("Dailies for {date}", date=language.day(day)),
        description="\n".join(
            (
                language.count(
                    "{number} new deal, the same for everyone. Today's pick: **{game}**. Your board stays private.",
                    "{number} new deals, the same for everyone. Today's pick: **{game}**. Your board stays private.",
                    len(GAMES),
                    game=text(VARIANTS[featured].title),
                ),
                _winnable_text(unproven, language),
                *([note] if note else []),
            )
        ),
        colour=_COLOUR,
    )
    embed.add_field(
        name=text("Top players on {date} in this server", date=language.day(day - ONE_DAY)),
        value="\n".join(_podium(LeaderboardKind.DAY, podium, language)) or _no_podium(podium, language),
        inline=False,
    )
    if cup is not None:
        span = language.span(cup.week, cup.week + 6 * ONE_DAY)
        embed.add_field(
            name="🏆 " + text("Cup of the week, {dates}", dates=span),
            value="\n".join(_cup(cup, language)),
            inline=False,
        )
    use = text("Anyone can use this to check the deals: `/solitaire fair`")
    for name, key in keys.items():
        embed.add_field(name=f"🔐 {name}", value=f"{use}\n{code_block(key)}", inline=False)
    games = sorted(GAMES, key=lambda game: game != featured)
    return Message(embed=embed, rows=tuple(_play_rows(games, day, language, featured=featured)))


def announcements_page(current: Announcement | None, here: int, language: Language) -> Message:
    """Where and when the server's dailies are announced, with buttons to announce them `here` or to stop."""
    text = language.text
    post = Button.to(Action.ANNOUNCE, language, argument=HERE, primary=True)
    stop = Button.to(Action.ANNOUNCE, language, argument=STOP, label=text("Stop posting"), emoji="🔕")
    if current is None:
        said = text(
            "I don't post the dailies in this server yet. Should I post them here every day at {hour}?",
            hour=hour_text(USUAL_HOUR, language),
        )
        return Message(f"{said} {_how_to_choose(language)}", rows=((post,),))
    said = text(
        "I post the dailies in <#{channel}> every day at {hour}. The next ones come <t:{moment}:R>, at <t:{moment}:t> "
        "on your clock.",
        channel=current.channel_id,
        hour=hour_text(current.hour, language),
        moment=current.due_at,
    )
    buttons = (stop,) if current.channel_id == here else (post, stop)
    return Message(f"{said} {_how_to_choose(language)}", rows=(buttons,))


def _how_to_choose(language: Language) -> str:
    return language.text("For another hour, use `/solitaire-admin announce hour: time_zone:`.")


def announced_text(current: Announcement, language: Language) -> str:
    """Confirm where and when a server's dailies will be announced."""
    return language.text(
        "Done! I'll post the dailies in <#{channel}> every day at {hour}. The first ones come <t:{moment}:R>, at "
        "<t:{moment}:t> on your clock.",
        channel=current.channel_id,
        hour=hour_text(current.hour, language),
        moment=current.due_at,
    )


def _podium(kind: LeaderboardKind, podium: Sequence[RankedPlayer], language: Language) -> list[str]:
    """A line for each of the best players with points."""
    return [
        f"{MEDALS[place.rank]} {_line(kind, None, place, language)}"
        for place in podium
        if place.rank in MEDALS and has_points(kind, None, place.standing)
    ]


def _no_podium(players: Sequence[RankedPlayer], language: Language) -> str:
    if players:
        return language.text("Nobody scored. Today is your chance!")
    return language.text("Nobody played. Today is your chance!")


def _cup(cup: Cup, language: Language) -> list[str]:
    text = language.text
    lines = _podium(LeaderboardKind.WEEK, cup.podium, language) or [text("Nobody scored that week.")]
    if cup.streak is not None:
        line = _line(LeaderboardKind.STREAKS, None, cup.streak, language)
        lines.append("🔥 " + text("Longest streak: {result}", result=line))
    for game, record in cup.records.items():
        line = _line(LeaderboardKind.FASTEST, game, record, language)
        title = text(VARIANTS[game].title)
        lines.append("⚡ " + text("Fastest {game} ever in this server: {result}", game=title, result=line))
    return lines


def _line(kind: LeaderboardKind, game: str | None, place: RankedPlayer, language: Language) -> str:
    return f"{player_name(place.name, language)} · {standing_text(kind, game, place.standing, language)}"


def _play_rows(games: Iterable[str], day: date, language: Language, *, featured: str | None = None) -> Sequence[Row]:
    """Rows of buttons that play these dailies for a rank."""
    buttons = [
        daily_button(
            game,
            day,
            language,
            label=language.text(VARIANTS[game].title),
            emoji="⭐" if game == featured else None,
            primary=game == featured,
        )
        for game in games
    ]
    return button_rows(buttons)


def _winnable_text(unproven: Collection[str], language: Language) -> str:
    if not unproven:
        return language.text("All of them are proven winnable.")
    games = ", ".join(language.text(VARIANTS[game].title) for game in GAMES if game in unproven)
    return language.text("Not proven winnable (may be impossible): {games}.", games=games)
