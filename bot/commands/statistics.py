from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.player_names import display_name, player_name
from bot.messages.statistics_page import Profile, statistics_page
from bot.model.badges import BadgeToCome, badges_to_come
from bot.model.daily.deals import DAILIES_A_DAY
from bot.model.daily.streaks import DailyStreaks
from bot.model.statistics import GameStatistics
from engine import PatienceError


@app_commands.command(description="Your wins, streaks and play time", extras={"cost": Action.STATISTICS.cost})
@app_commands.describe(player="Player (default: you)")
@handles_errors
async def stats(context: Context, player: discord.User | None = None) -> None:
    await _show_statistics(context, player or context.interaction.user)


@presses(Action.STATISTICS)
async def press_statistics(context: Context) -> None:
    await _show_statistics(context, context.interaction.user)


async def _show_statistics(context: Context, player: discord.User | discord.Member) -> None:
    """Raises PatienceError for a player who hides their statistics."""
    services = context.services
    if player.id != context.user_id and (await services.preferences.of(context.turn, player.id)).private_statistics:
        name = player_name(display_name(player), context.language)
        raise PatienceError("{player}'s statistics are private.", player=name)
    games = await services.statistics.of(context.turn, player.id)
    streaks = await services.leaderboards.streaks(context.turn, player.id)
    is_own = player.id == context.user_id
    duels = None if is_own else await services.challenges.store.duels(context.turn, player.id)
    badges = await services.badges.of(context.turn, player.id)
    to_come = await _to_come(context, badges, games, streaks) if is_own else ()
    profile = Profile(games, badges, to_come, streaks, duels)
    await context.whisper(statistics_page(profile, context.style, player=display_name(player), is_own=is_own))


async def _to_come(
    context: Context, earned: Sequence[str], games: Sequence[GameStatistics], streaks: DailyStreaks | None
) -> Sequence[BadgeToCome]:
    today = context.services.dailies.today()
    results = await context.services.leaderboards.results(context.turn)
    return badges_to_come(
        earned,
        {played.variant: played.best for played in games},
        streak=0 if streaks is None else streaks.played.current,
        finished_today=sum(result.day == today for result in results),
        dailies=len(await context.services.dailies.find(context.turn, today)) or DAILIES_A_DAY,
    )
