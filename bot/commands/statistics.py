"""A player's statistics."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.player_names import display_name, player_name
from bot.messages.statistics_page import statistics_page
from engine import PatienceError


@app_commands.command(description="Your wins, streaks and play time", extras={"cost": Action.STATISTICS.cost})
@app_commands.describe(player="Player (default: you)")
@handles_errors
async def stats(context: Context, player: discord.User | None = None) -> None:
    """Show how well someone plays."""
    await _show_statistics(context, player or context.interaction.user)


@presses(Action.STATISTICS)
async def press_statistics(context: Context) -> None:
    """Show the statistics of the user."""
    await _show_statistics(context, context.interaction.user)


async def _show_statistics(context: Context, player: discord.User | discord.Member) -> None:
    """Show how well someone plays. Raises PatienceError for a player who keeps that to themselves."""
    services = context.services
    if player.id != context.user_id and (await services.preferences.of(context.turn, player.id)).private_statistics:
        name = player_name(display_name(player), context.language)
        raise PatienceError("{player}'s statistics are private.", player=name)
    games = await services.statistics.of(context.turn, player.id)
    streaks = await services.leaderboards.streaks(context.turn, player.id)
    is_own = player.id == context.user_id
    duels = None if is_own else await services.challenges.duels(context.turn, player.id)
    badges = await services.badges.of(context.turn, player.id)
    await context.whisper(
        statistics_page(
            games,
            context.style,
            player=display_name(player),
            is_own=is_own,
            badges=badges,
            streaks=streaks,
            duels=duels,
        )
    )
