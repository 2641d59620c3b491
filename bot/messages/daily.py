"""The daily challenge in messages: results and the announcement.

Leaderboards and the proof of fair deals have pages of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId, write_new
from bot.messages.formatting import code_block, duration, facts
from bot.messages.labels import daily_title, home_text
from bot.messages.leaderboard_page import MEDALS, LeaderboardView, Line, effort_text, standing_text
from bot.messages.message import Button, Message, Row, button_rows
from bot.messages.player_names import player_name
from bot.model.daily.days import ONE_DAY, day_of, start_of
from bot.model.daily.deals import GAMES, featured_game
from bot.model.daily.ranking import LeaderboardKind, Result, Score
from bot.model.game import NewGame
from bot.model.statistics import Attempt, Ranks
from engine import VARIANTS

HERE, STOP = "here", "stop"
"""The arguments of the buttons that announce dailies in the channel of the press, or nowhere."""

_COLOUR = discord.Colour.gold()


def attempt_buttons(
    variant: str, day: date, language: Language, *, game_id: int, is_late: bool = False
) -> list[Button]:
    """The buttons after a ranked attempt. A late one has no result to share."""
    text = language.text
    board = LeaderboardView(LeaderboardKind.DAY, day, variant, is_world=True, number=None)
    again = CustomId(Action.DEAL, game_id, argument=write_new(NewGame(variant, day=day)))
    share = CustomId(Action.SHARE, game_id, argument=f"{variant},{day.isoformat()}")
    return [
        Button(str(CustomId(Action.RANKS, game_id, argument=str(board))), text("Leaderboard"), "🏆"),
        Button(str(share), text("Share"), "📣", disabled=is_late),
        Button(str(again), text("Play again, unranked"), "🔁"),
    ]


def daily_button(game: str, day: date) -> CustomId:
    """The custom id of the button that plays a daily for a rank."""
    return CustomId(Action.DAILY, argument=f"{game},{day.isoformat()}")


def result_page(attempt: Attempt, language: Language, *, game_id: int, ended_at: int) -> Message:
    """The result of a ranked attempt."""
    result = attempt.result
    embed = discord.Embed(
        title=daily_title(result.variant, result.day, language),
        description="\n".join(attempt_lines(attempt, language, ended_at=ended_at)),
        colour=_COLOUR,
    )
    buttons = (
        *attempt_buttons(result.variant, result.day, language, game_id=game_id),
        Button(str(CustomId(Action.DAILIES)), language.text("Another daily"), "📅"),
    )
    return Message(embed=embed, rows=(buttons,))


def attempt_lines(attempt: Attempt, language: Language, *, ended_at: int) -> list[str]:
    """What a ranked attempt came to: the result and its ranks, the streak, and when the next daily begins."""
    points = language.count("{number} point", "{number} points", attempt.result.points)
    lines = [f"{result_text(attempt.result, language)} · **{points}**", ranks_text(attempt.ranks, language)]
    if attempt.streak > 1:
        lines.append("🔥 " + language.count("{number} day in a row", "{number} days in a row", attempt.streak))
    lines.append(language.text("Next daily <t:{moment}:R>.", moment=start_of(day_of(ended_at) + ONE_DAY)))
    return [line for line in lines if line]


def announcement(
    day: date,
    podium: Sequence[Line],
    language: Language,
    *,
    keys: Mapping[str, str],
    note: str = "",
    unproven: Collection[str] = (),
) -> Message:
    """Announce a day's dailies, with buttons that play them, and the best players of the day before.

    `keys` are the public keys by their names, `note` is a line to add, and `unproven` are the games whose deals are not
    proven winnable.
    """
    text = language.text
    featured = featured_game(day)
    best = [
        f"{MEDALS[line.rank]} {player_name(line.name, language)} · "
        + standing_text(LeaderboardKind.DAY, None, line.standing, language)
        for line in podium
        if line.rank in MEDALS
    ]
    embed = discord.Embed(
        title=text("Dailies for {date}", date=language.day(day)),
        description="\n".join(
            (
                text(
                    "Five new deals, the same for everyone. Today's pick: **{game}**. Your board stays private.",
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
        value="\n".join(best) or text("Nobody played. Today is your chance!"),
        inline=False,
    )
    for name, key in keys.items():
        embed.add_field(name=name, value=code_block(key), inline=False)
    games = sorted(GAMES, key=lambda game: game != featured)
    return Message(embed=embed, rows=tuple(_play_rows(games, day, language, featured=featured)))


def announcements_page(channel_id: int | None, here: int, midnight: int, language: Language) -> Message:
    """Where the server's dailies are announced, if anywhere, with buttons to announce them `here` or to stop.

    `midnight` is the Unix time of the next one in UTC, when they are announced.
    """
    text = language.text
    post = Button(str(CustomId(Action.ANNOUNCE, argument=HERE)), text("Post here"), "📌", discord.ButtonStyle.primary)
    stop = Button(str(CustomId(Action.ANNOUNCE, argument=STOP)), text("Stop posting"), "🔕")
    if channel_id is None:
        said = text("I don't post the dailies in this server. Shall I, every day at <t:{moment}:t>?", moment=midnight)
        return Message(said, rows=((post,),))
    said = text("I post the dailies in <#{channel}> every day at <t:{moment}:t>.", channel=channel_id, moment=midnight)
    return Message(said, rows=((stop,) if channel_id == here else (post, stop),))


def _play_rows(games: Iterable[str], day: date, language: Language, *, featured: str | None = None) -> list[Row]:
    """Rows of buttons that play these dailies for a rank."""
    buttons = [
        Button(
            str(daily_button(game, day)),
            language.text(VARIANTS[game].title),
            "⭐" if game == featured else "🃏",
            discord.ButtonStyle.primary if game == featured else discord.ButtonStyle.secondary,
        )
        for game in games
    ]
    return button_rows(buttons)


def _winnable_text(unproven: Collection[str], language: Language) -> str:
    if not unproven:
        return language.text("All five are proven winnable.")
    games = ", ".join(language.text(VARIANTS[game].title) for game in GAMES if game in unproven)
    return language.text("Not proven winnable (may be impossible): {games}.", games=games)


def result_text(result: Result | Score, language: Language) -> str:
    """The cards home, the effort and the time."""
    return facts(
        home_text(VARIANTS[result.variant], result.home, language),
        effort_text(result.variant, result.effort, language),
        duration(result.seconds),
    )


def ranks_text(ranks: Ranks, language: Language) -> str:
    """The ranks of a result, in this server and in the world."""
    text, here, world = language.text, ranks.here, ranks.world
    parts = []
    if here is not None:
        parts.append(text("#{rank} of {players} in this server", rank=here.rank, players=here.players))
    if world is not None:
        parts.append(text("#{rank} of {players} worldwide", rank=world.rank, players=world.players))
    return facts(*parts)
