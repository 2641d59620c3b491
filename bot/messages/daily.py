"""The daily challenge in messages: results, sharing, and the announcement.

Leaderboards and the proof of fair deals have pages of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId
from bot.messages.formatting import duration
from bot.messages.labels import daily_title
from bot.messages.leaderboard_page import MEDALS, LeaderboardView, Line, effort_text, player_name, standing_text
from bot.messages.message import Button, Message, Row, button_rows
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import GAMES, featured_game
from bot.model.daily.ranking import Kind, Result, pack_of
from engine import VARIANTS, Game

RANKED, AGAIN = "daily=", "again="
"""Prefixes of the day in a button's argument: deal the daily's ranked attempt, or the same deal unranked."""

_SHARED_SQUARES = 10
_COLOUR = discord.Colour.gold()


@dataclass(frozen=True)
class Rank:
    """A rank among a number of players."""

    rank: int
    players: int


@dataclass(frozen=True)
class Ranks:
    """The ranks of a result in this server and in the world; None where it has none."""

    here: Rank | None
    world: Rank | None


def attempt_buttons(
    variant: str, day: date, language: Language, *, game_id: int, is_late: bool = False
) -> list[Button]:
    """The buttons after a ranked attempt. A late one has no result to share."""
    text = language.text
    board = LeaderboardView(Kind.DAY, day, variant, is_world=True, number=None)
    again = CustomId(Action.DEAL, game_id, argument=f"{variant},{AGAIN}{day.isoformat()}")
    share = CustomId(Action.SHARE, game_id, argument=f"{variant},{day.isoformat()}")
    return [
        Button(str(CustomId(Action.RANKS, game_id, argument=str(board))), text("Leaderboard"), "🏆"),
        Button(str(share), text("Share"), "📣", disabled=is_late),
        Button(str(again), text("Play again, unranked"), "🔁"),
    ]


def daily_button(game: str, day: date) -> CustomId:
    """The custom id of the button that plays a daily for a rank."""
    return CustomId(Action.DAILY, argument=f"{game},{day.isoformat()}")


def result_page(result: Result, language: Language, *, game_id: int, ranks: Ranks, left: Iterable[str]) -> Message:
    """The result of a ranked attempt, with buttons to the day's other games, of which `left` are still to be played."""
    next_daily = language.text("Next daily <t:{moment}:R>.", moment=start_of(result.day + ONE_DAY))
    embed = discord.Embed(
        title=daily_title(result.variant, result.day, language),
        description="\n".join((_result_text(result, language), *_rank_lines(ranks, language), next_daily)),
        colour=_COLOUR,
    )
    attempt = attempt_buttons(result.variant, result.day, language, game_id=game_id)
    return Message(embed=embed, rows=(*button_rows(attempt), *_play_rows(left, result.day, language)))


def share_text(game: Game, result: Result, language: Language, *, player: str, ranks: Ranks) -> str:
    """A player's result for everyone to see; it gives nothing about the deal away.

    Each of ten squares shows how many cards came home in a tenth of the moves.
    """
    title = daily_title(result.variant, result.day, language)
    lines = [f"**{player_name(player, language)}** · **{title}**", _result_text(result, language)]
    return "\n".join([*lines, *_rank_lines(ranks, language), _squares(game)])


def announcement(day: date, podium: Sequence[Line], language: Language, *, unproven: Collection[str] = ()) -> Message:
    """Announce a day's dailies, with buttons that play them, and the best players of the day before.

    `unproven` are the games whose deals are not proven winnable.
    """
    text = language.text
    featured = featured_game(day)
    best = [
        f"{MEDALS[line.rank]} {player_name(line.name, language)} · "
        + standing_text(Kind.DAY, None, line.standing, language)
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
            )
        ),
        colour=_COLOUR,
    )
    embed.add_field(
        name=text("Top players on {date} in this server", date=language.day(day - ONE_DAY)),
        value="\n".join(best) or text("Nobody played. Today is your chance!"),
        inline=False,
    )
    games = sorted(GAMES, key=lambda game: game != featured)
    return Message(embed=embed, rows=tuple(_play_rows(games, day, language, featured=featured)))


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


def _result_text(result: Result, language: Language) -> str:
    return " · ".join(
        (
            language.text("{home} of {pack} home", home=result.home, pack=pack_of(result.variant)),
            effort_text(result.variant, result.effort, language),
            duration(result.seconds),
        )
    )


def _rank_lines(ranks: Ranks, language: Language) -> list[str]:
    text, here, world = language.text, ranks.here, ranks.world
    lines = []
    if here is not None:
        lines.append(text("#{rank} of {players} in this server", rank=here.rank, players=here.players))
    if world is not None:
        lines.append(text("#{rank} of {players} worldwide", rank=world.rank, players=world.players))
    return lines


def _squares(game: Game) -> str:
    """How many cards came home in each tenth of the moves, those taken back left out."""
    positions = game.positions
    home = [positions[(len(positions) - 1) * square // _SHARED_SQUARES].home for square in range(_SHARED_SQUARES + 1)]
    return "".join(_square((after - before) / game.position.pack) for before, after in pairwise(home))


def _square(share: float) -> str:
    """A share of the pack as a square: even progress to a win is blue throughout. No colour is red or green."""
    if share == 0:
        return "⬜"
    return "🟨" if share < 1 / _SHARED_SQUARES else "🟦"
