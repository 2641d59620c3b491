"""The pages that commands and buttons both open: rules, replay, statistics and help."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component
from bot.commands.start import GAME_CHOICES
from bot.messages.games_page import rules_buttons
from bot.messages.help_page import Section, help_page
from bot.messages.labels import effort_text, game_title
from bot.messages.message import Message, Picture
from bot.messages.pages import opening, rules_page, statistics_page
from bot.messages.player_names import display_name, player_name
from bot.messages.table import is_spread
from bot.model.game import UserGame
from engine import Game, PatienceError, Variant, find_variant

log = logging.getLogger(__name__)

_PLACEHOLDER_SECONDS = 1.0
"""How long to wait for a replay before sending a placeholder; most take less."""


@app_commands.command(description="Learn how to play a game")
@app_commands.describe(game="Game (default: your current one)")
@app_commands.choices(game=GAME_CHOICES)
@handles_errors
async def rules(context: Context, game: str | None = None) -> None:
    """Explain a game, by default the one being played, or say what games there are to someone new."""
    if game is not None:
        await _show_rules(context, find_variant(game), {}, is_offered=True)
        return
    current = await context.services.games.find(context.user_id)
    if current is None:
        await context.whisper(_help_page(context, Section.GAMES))
    else:
        await _show_rules(context, current.game.variant, current.game.options)


async def press_rules(context: Context) -> None:
    """Explain the game of the board."""
    game = (await context.services.games.owned(context.user_id, context.press.component.game_id)).game
    await _show_rules(context, game.variant, game.options)


async def _show_rules(
    context: Context, variant: Variant, options: Mapping[str, str], *, is_offered: bool = False
) -> None:
    """Show the rules of a game, and how it begins under these options; offer to play it if it `is_offered`."""
    game = opening(variant, options)
    buttons = rules_buttons(variant, context.language) if is_offered else ()
    picture = await context.draw_picture(game)
    await context.whisper(rules_page(game, context.style, buttons=buttons, picture=picture))


async def show_replay(context: Context) -> None:
    """Draw the game from its deal to its last move."""
    await _show_replay(context, await context.services.games.current(context.user_id))


async def press_replay(context: Context) -> None:
    """Draw the board's game from its deal to its last move."""
    await _show_replay(context, await context.services.games.owned(context.user_id, context.press.component.game_id))


async def _show_replay(context: Context, current: UserGame) -> None:
    await send_replay(context, current, current.game, private=context.is_private(current))


async def send_replay(context: Context, current: UserGame, game: Game, *, private: bool) -> None:
    """Draw `game`, which the user has played or could have played, from its deal to its last move."""
    language = context.language
    is_own = game is current.game
    moves = effort_text(
        game.variant.name,
        current.effort if is_own else len(game.moves),
        language,
        is_ranked=is_own and current.is_ranked,
    )
    description = caption = f"{game_title(current, language)} · {moves}"
    if not private:
        caption = f"{player_name(context.user_name, language)} · {caption}"
    placeholder = Message("\n".join((caption, language.text("Making your replay …"))))
    work = context.services.pictures.replay(
        context.user_id, game, spread=is_spread(game), four_colour=context.preferences.four_colour
    )
    gif = await context.wait_for(work, placeholder, private=private, seconds=_PLACEHOLDER_SECONDS)
    await context.send(Message(caption, picture=Picture("replay.gif", gif, description)), private=private)


@app_commands.command(description="Your wins, streaks and play time")
@app_commands.describe(player="Player (default: you)")
@handles_errors
async def stats(context: Context, player: discord.User | None = None) -> None:
    """Show how well someone plays."""
    await _show_statistics(context, player or context.interaction.user)


async def press_statistics(context: Context) -> None:
    """Show how well the user plays."""
    await _show_statistics(context, context.interaction.user)


async def _show_statistics(context: Context, player: discord.User | discord.Member) -> None:
    """Show how well someone plays. Raises PatienceError for a player who keeps that to themselves."""
    services = context.services
    if player.id != context.user_id and (await services.preferences.of(player.id)).private_statistics:
        name = player_name(display_name(player), context.language)
        raise PatienceError("{player}'s statistics are private.", player=name)
    games = await services.statistics.of(player.id)
    streaks = await services.leaderboards.streaks(player.id)
    is_own = player.id == context.user_id
    duels = None if is_own else await services.challenges.duels(context.user_id, player.id)
    badges = await services.badges.of(player.id)
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


@app_commands.command(name="help", description="Get started")
@handles_errors
async def help_(context: Context) -> None:
    """Explain in short how to play, with buttons to the rest."""
    await context.whisper(_help_page(context, Section.START))


async def press_help(context: Context) -> None:
    """Open the help from a greeting, or turn to another page of it."""
    if not context.press.argument:
        await context.whisper(_help_page(context, Section.START))
    else:
        await context.edit(_help_page(context, parse_component(Section, context.press.argument)))


def _help_page(context: Context, section: Section) -> Message:
    group, language = context.bot.commands, context.language
    commands = [
        (f"{language.command(group.name)} {language.command(command.name)}", language.text(command.description))
        for command in group.commands
        if isinstance(command, app_commands.Command)
    ]
    return help_page(section, commands, language)
