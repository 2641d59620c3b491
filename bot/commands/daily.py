"""The daily challenge: playing it, its leaderboards, sharing a result, and how its deals were drawn."""

from __future__ import annotations

import logging
from datetime import date as Date  # noqa: N812 - `date` is an option of commands here
from itertools import islice

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component
from bot.commands.start import start_game
from bot.messages.dailies_page import TODAY, dailies_page
from bot.messages.daily import result_page
from bot.messages.ending import keepsake_picture, share_page
from bot.messages.fairness_page import CHECK, fairness_page
from bot.messages.leaderboard_page import LeaderboardView, Line, leaderboard_page
from bot.messages.message import MOST_CHOICES, Message
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, first_day
from bot.model.errors import UnfinishedAttemptError
from bot.model.game import NewGame, UserGame
from bot.model.statistics import Ending
from bot.store import Place, StoreError
from engine import VARIANTS, PatienceError, Status

log = logging.getLogger(__name__)

_GAMES = [app_commands.Choice(name=VARIANTS[name].title, value=name) for name in GAMES]
_KINDS = [
    app_commands.Choice(name="Day", value=LeaderboardKind.DAY),
    app_commands.Choice(name="Week", value=LeaderboardKind.WEEK),
    app_commands.Choice(name="Month", value=LeaderboardKind.MONTH),
    app_commands.Choice(name="All time", value=LeaderboardKind.ALL_TIME),
    app_commands.Choice(name="Most wins", value=LeaderboardKind.WINS),
    app_commands.Choice(name="Longest streaks", value=LeaderboardKind.STREAKS),
]
_HERE, _WORLD = "here", "world"
_WHERE = [
    app_commands.Choice(name="This server", value=_HERE),
    app_commands.Choice(name="The world", value=_WORLD),
]


@app_commands.command(description="Today's dailies: the same deals for everyone, ranked")
@app_commands.describe(
    game="Game (default: see them all)", date="Play the daily of an earlier day, unranked, e.g. 2026-11-21"
)
@app_commands.choices(game=_GAMES)
@handles_errors
async def daily(context: Context, game: str | None = None, date: str | None = None) -> None:
    """Play a daily, or show how the user stands in those of a day."""
    day = context.services.dailies.today() if date is None else _parse_day(date)
    if game is None:
        await context.whisper(await _dailies_page(context, day))
    else:
        await _play(context, game, day)


async def press_daily(context: Context) -> None:
    """Play today's daily, or continue an attempt at an earlier one; if that is over, show today's dailies."""
    variant, day = parse_component(_parse_daily, context.press.argument)
    today = context.services.dailies.today()
    if day == today or _is_under_way(await context.services.games.attempt(context.user_id, day, variant)):
        await _play(context, variant, day)
    else:
        await context.whisper(await _dailies_page(context, today, note=context.language.text("That daily is over.")))


async def press_dailies(context: Context) -> None:
    """Turn the calendar to another day, or open it from another message in private."""
    day = parse_component(_parse_page, context.press.argument, context.press.chosen)
    page = await _dailies_page(context, day or context.services.dailies.today())
    if context.press.argument:
        await context.edit(page)
    else:
        await context.whisper(page)


async def _dailies_page(context: Context, day: Date, *, note: str = "") -> Message:
    calendar = await context.services.calendars.of(context.user_id, day, context.server_id)
    return dailies_page(calendar, context.language, note=note)


async def _play(context: Context, variant: str, day: Date) -> None:
    """Begin or continue today's ranked attempt at a game, or show its result; play one of another day unranked."""
    attempt = await context.services.games.attempt(context.user_id, day, variant)
    if _is_under_way(attempt):
        assert attempt is not None, "it is under way"
        await context.show_new_board(attempt)
    elif day != context.services.dailies.today():
        await start_game(context, NewGame(variant, day=day))
    elif attempt is None:
        await start_game(context, NewGame(variant, day=day, is_ranked=True))
    else:
        await _show_result(context, attempt)


def _is_under_way(attempt: UserGame | None) -> bool:
    return attempt is not None and attempt.game.status is Status.PLAYING


async def _show_result(context: Context, attempt: UserGame) -> None:
    assert attempt.day is not None, "an attempt has a day"
    counted = (await _counted(context, attempt)).attempt
    assert counted is not None, "its result counts"
    page = result_page(
        counted,
        context.language,
        game_id=attempt.id,
        ended_at=attempt.ended_at or attempt.changed_at,
    )
    await context.whisper(page)


async def _counted(context: Context, attempt: UserGame) -> Ending:
    """What an attempt that is over came to. Raises PatienceError if it does not count."""
    ending = await context.services.endings.of(attempt, context.server_id)
    if ending.attempt is None:
        raise PatienceError("This attempt expired, so it doesn't count.")
    return ending


@app_commands.command(description="Who did best in the dailies")
@app_commands.describe(
    board="Leaderboard (default: today's)",
    game="Game (default: all)",
    where="This server or the world",
    date="Any day of that week or month, e.g. 2026-11-21 (default: today)",
)
@app_commands.choices(board=_KINDS, game=_GAMES, where=_WHERE)
@handles_errors
async def leaderboard(
    context: Context,
    board: str = LeaderboardKind.DAY,
    game: str | None = None,
    where: str | None = None,
    date: str | None = None,
) -> None:
    """Show the first page of a leaderboard."""
    day = context.services.dailies.today() if date is None else _parse_day(date)
    is_world = where == _WORLD if where is not None else context.server_id is None
    await context.whisper(
        await _leaderboard_page(context, LeaderboardView(LeaderboardKind(board), day, game, is_world))
    )


async def press_ranks(context: Context) -> None:
    """Turn the page of a leaderboard, or open one from another message in private."""
    view = parse_component(LeaderboardView.parse, context.press.argument, context.press.chosen)
    page = await _leaderboard_page(context, view)
    if context.press.component.game_id:
        await context.whisper(page)
    else:
        await context.edit(page)


async def _leaderboard_page(context: Context, view: LeaderboardView) -> Message:
    """A page of a leaderboard as this user sees it. Raises PatienceError outside of servers, if it is a server's."""
    server_id = None if view.is_world else context.server_id
    if not view.is_world and server_id is None:
        raise PatienceError("This isn't a server. Choose “The world”.")
    shown = Leaderboard(view.kind, first_day(view.kind, view.day), view.variant, server_id)
    page = await context.services.leaderboards.page(shown, context.user_id, view.number)

    def line(place: Place) -> Line:
        is_own = place.user_id == context.user_id
        return Line(place.rank, context.user_name if is_own else place.name, place.standing, is_own)

    return leaderboard_page(
        LeaderboardView(view.kind, view.day, view.variant, view.is_world, page.number),
        [line(place) for place in page.places],
        context.language,
        own=None if page.own is None else line(page.own),
        players=page.players,
        last=page.last,
        has_server=context.server_id is not None,
        today=context.services.dailies.today(),
    )


@app_commands.command(description="Share your daily result, without spoilers")
@app_commands.describe(game="Game (default: your latest)")
@app_commands.choices(game=_GAMES)
@handles_errors
async def share(context: Context, game: str | None = None) -> None:
    """Show everyone the result of the user's newest ranked attempt, or of their newest at a game."""
    results = await context.services.leaderboards.results(context.user_id)
    result = next((result for result in reversed(results) if game in (None, result.variant)), None)
    if result is None:
        raise PatienceError("You don't have a result to share yet. Finish a daily first: `/solitaire daily`.")
    await _share_result(context, result.variant, result.day)


async def press_share(context: Context) -> None:
    """Show everyone the result of an attempt."""
    await _share_result(context, *parse_component(_parse_daily, context.press.argument))


async def _share_result(context: Context, variant: str, day: Date) -> None:
    attempt = await context.services.games.attempt(context.user_id, day, variant)
    if attempt is None or not attempt.is_final:
        raise UnfinishedAttemptError
    await share_ended(context, attempt, await _counted(context, attempt))


async def share_ended(context: Context, ended: UserGame, ending: Ending) -> None:
    """Show everyone how a game ended, with a picture of a win."""
    picture = None
    if ended.game.status is Status.WON:
        picture = keepsake_picture(ended.game, await context.draw_keepsake(ended, ending), context.language)
    page = share_page(ended, ending, context.language, player=context.user_name, picture=picture)
    await context.send(page, private=False)


@app_commands.command(description="Check that the daily deals are fair")
@app_commands.describe(date="Date, e.g. 2026-11-21 (default: today)", game="Game (default: all)")
@app_commands.choices(game=_GAMES)
@handles_errors
async def fair(context: Context, date: str | None = None, game: str | None = None) -> None:
    """Show a day's keys and commitments, as far as they are public."""
    day = context.services.dailies.today() if date is None else _parse_day(date)
    await context.whisper(await _fairness_page(context, day, game or ""))


async def press_fair(context: Context) -> None:
    """Turn to another page about the day."""
    day, game, is_check = parse_component(_parse_fair, context.press.argument)
    await context.edit(await _fairness_page(context, day, game, is_check=is_check))


async def _fairness_page(context: Context, day: Date, game: str, *, is_check: bool = False) -> Message:
    dailies = await context.services.dailies.reveal_due(day)
    return fairness_page(
        day,
        [dailies[name].daily for name in GAMES if name in dailies],
        frozenset(name for name, stored in dailies.items() if stored.is_revealed),
        context.language,
        is_running=day == context.services.dailies.today(),
        game=game,
        is_check=is_check,
    )


@daily.autocomplete("date")
@leaderboard.autocomplete("date")
@fair.autocomplete("date")
async def _complete_date(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the days that had dailies, the newest first."""
    dailies = Context.of(interaction).services.dailies
    today = dailies.today()
    try:
        first = await dailies.first_day()
    except StoreError as error:
        log.warning("nothing offered: %s", error)
        return []
    days = (today - ONE_DAY * age for age in range((today - first).days + 1))
    fitting = (day.isoformat() for day in days if day.isoformat().startswith(typed.strip()))
    return [app_commands.Choice(name=day, value=day) for day in islice(fitting, MOST_CHOICES)]


def _parse_day(text: str) -> Date:
    """Parse a day, written as 2026-11-21. Raises PatienceError for anything else."""
    try:
        return Date.fromisoformat(text.strip())
    except ValueError:
        raise PatienceError(
            "“{text}” isn't a date. Try 2026-11-21, or pick one from the list.", text=text[:40]
        ) from None


def _parse_page(argument: str, chosen: str) -> Date | None:
    """Parse the day that a component of the calendar opens; None for today. Raises ValueError for anything else."""
    opened = chosen or argument
    return None if opened in ("", TODAY) else Date.fromisoformat(opened)


def _parse_fair(argument: str) -> tuple[Date, str, bool]:
    """Parse the day and the page of a button about fairness. Raises ValueError for anything else."""
    day, game, *check = argument.split(",")
    if game not in ("", *GAMES) or check not in ([], [CHECK]):
        raise ValueError(f"{argument!r} is no page about fairness")
    return Date.fromisoformat(day), game, bool(check)


def _parse_daily(argument: str) -> tuple[str, Date]:
    """Parse the game and the day of a daily in a component. Raises ValueError for anything else."""
    variant, _, day = argument.partition(",")
    if variant not in GAMES:
        raise ValueError(f"{variant!r} is no game of a daily")
    return variant, Date.fromisoformat(day)
