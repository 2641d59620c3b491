"""The daily challenge: playing it, its leaderboards, sharing a result, and how its deals were drawn."""

from __future__ import annotations

from datetime import date

import discord

from bot.commands import play
from bot.commands.answers import Answers, name_of, style_of
from bot.commands.sending import send, whisper
from bot.messages.daily import Rank, Ranks, result_page, share_text
from bot.messages.fairness_page import fairness_page
from bot.messages.leaderboard_page import LeaderboardView, Line, leaderboard_page
from bot.messages.message import Message
from bot.model.daily.deals import GAMES, featured_game
from bot.model.daily.ranking import Kind, Leaderboard, Result, first_day
from bot.model.errors import (
    DailyOverError,
    InvalidDateError,
    NoResultError,
    NoServerError,
    UncountedAttemptError,
    UnfinishedAttemptError,
    UnreadableGameError,
)
from bot.model.game import NewGame, UserGame
from bot.services import Services
from bot.store import Place
from engine import Status


async def play_announced(
    interaction: discord.Interaction, services: Services, answers: Answers, variant: str, day: date
) -> None:
    """Play the daily of a button: today's, or an attempt at an earlier one that is still under way.

    Raises DailyOverError for another.
    """
    if day == services.dailies.today():
        await play_daily(interaction, services, answers, variant)
        return
    attempt = await services.games.attempt(interaction.user.id, day, variant)
    if attempt is None or not _is_under_way(attempt):
        raise DailyOverError
    await answers.show(interaction, attempt)


async def play_daily(
    interaction: discord.Interaction, services: Services, answers: Answers, variant: str | None
) -> None:
    """Begin today's ranked attempt at a game, go on with it, or show what it came to.

    Without a game it is the one under way, or else the featured one.
    """
    user_id, today = interaction.user.id, services.dailies.today()
    if variant is None:
        current = await _readable(services, user_id)
        is_today = current is not None and current.day == today and _is_under_way(current)
        variant = current.game.variant.name if current is not None and is_today else featured_game(today)
    attempt = await services.games.attempt(user_id, today, variant)
    if attempt is None:
        new = NewGame(variant, day=today, is_ranked=True)
        await play.start(interaction, services, answers, new)
    elif _is_under_way(attempt):
        await answers.show(interaction, attempt)
    else:
        await _show_result(interaction, services, attempt)


async def _readable(services: Services, user_id: int) -> UserGame | None:
    """The user's game, if there is one that can be read."""
    try:
        return await services.games.find(user_id)
    except UnreadableGameError:
        return None


def _is_under_way(current: UserGame) -> bool:
    return current.is_ranked and current.game.status is Status.PLAYING


async def _show_result(interaction: discord.Interaction, services: Services, attempt: UserGame) -> None:
    assert attempt.day is not None, "an attempt has a day"
    result = await services.leaderboards.result(attempt.user_id, attempt.day, attempt.game.variant.name)
    if result is None:
        raise UncountedAttemptError
    results = await services.leaderboards.results(attempt.user_id)
    played = {result.variant for result in results if result.day == attempt.day}
    page = result_page(
        result,
        style_of(interaction).language,
        ranks=await _ranks(interaction, services, result),
        game_id=attempt.id,
        left=[game for game in GAMES if game not in played],
    )
    await whisper(interaction, page)


async def share(interaction: discord.Interaction, services: Services, variant: str | None) -> None:
    """Show all what the user's newest ranked attempt came to, or their newest of a game. Raises NoResultError."""
    results = await services.leaderboards.results(interaction.user.id)
    result = next((result for result in reversed(results) if variant in (None, result.variant)), None)
    if result is None:
        raise NoResultError
    await share_result(interaction, services, result.day, result.variant)


async def share_result(interaction: discord.Interaction, services: Services, day: date, variant: str) -> None:
    """Show all what the user's ranked attempt at a daily came to. Raises UnfinishedAttemptError."""
    user_id, language = interaction.user.id, style_of(interaction).language
    attempt = await services.games.attempt(user_id, day, variant)
    if attempt is None or not attempt.is_final:
        raise UnfinishedAttemptError
    result = await services.leaderboards.result(user_id, day, variant)
    if result is None:
        raise UncountedAttemptError
    text = share_text(
        attempt.game,
        result,
        language,
        player=name_of(interaction),
        ranks=await _ranks(interaction, services, result),
    )
    await send(interaction, Message(text), ephemeral=False)


async def _ranks(interaction: discord.Interaction, services: Services, result: Result) -> Ranks:
    """The ranks of a result of the user's: in the world, and here, where it was begun."""

    async def rank(server_id: int | None) -> Rank | None:
        leaderboard = Leaderboard(Kind.DAY, result.day, result.variant, server_id)
        page = await services.leaderboards.page(leaderboard, interaction.user.id)
        return None if page.own is None else Rank(page.own.rank, page.players)

    is_here = result.server_id is not None and result.server_id == interaction.guild_id
    return Ranks(here=await rank(result.server_id) if is_here else None, world=await rank(None))


async def leaderboard_message(interaction: discord.Interaction, services: Services, view: LeaderboardView) -> Message:
    """A page of a leaderboard as this user sees it. Raises NoServerError."""
    server_id = None if view.is_world else interaction.guild_id
    if not view.is_world and server_id is None:
        raise NoServerError
    leaderboard = Leaderboard(view.kind, first_day(view.kind, view.day), view.variant, server_id)
    user_id = interaction.user.id
    page = await services.leaderboards.page(leaderboard, user_id, view.number)

    def line(place: Place) -> Line:
        is_own = place.user_id == user_id
        name = name_of(interaction) if is_own else place.name
        return Line(place.rank, name, place.standing, is_own)

    return leaderboard_page(
        LeaderboardView(view.kind, view.day, view.variant, view.is_world, page.number),
        [line(place) for place in page.places],
        style_of(interaction).language,
        own=None if page.own is None else line(page.own),
        players=page.players,
        last=page.last,
        has_server=interaction.guild_id is not None,
    )


async def show_fair(
    interaction: discord.Interaction, services: Services, written_day: str | None, variant: str | None
) -> None:
    """Show how the deals of a day were drawn, as far as that may be told. Raises InvalidDateError or NoDailyError."""
    today = services.dailies.today()
    day = today if written_day is None else read_day(written_day)
    dailies = await services.dailies.told(day)
    shown = [dailies[game] for game in GAMES if variant in (None, game)]
    page = fairness_page(
        day,
        [stored.daily for stored in shown],
        frozenset(stored.daily.variant for stored in shown if stored.is_told),
        style_of(interaction).language,
        is_running=day == today,
    )
    await whisper(interaction, page)


def read_day(text: str) -> date:
    """Read a day, written as 2026-11-21. Raises InvalidDateError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidDateError(text[:40]) from None
