"""The pages that commands and buttons both open: rules, replay, statistics, settings and help."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component
from bot.commands.start import GAME_CHOICES
from bot.language import LANGUAGES
from bot.messages.help_page import Section, help_page
from bot.messages.labels import game_title
from bot.messages.message import Message, Picture
from bot.messages.pages import AUTOMATIC, opening, rules_page, settings_page, statistics_page
from bot.messages.player_names import player_name
from bot.messages.table import is_spread
from bot.model.game import UserGame
from bot.model.preferences import BoardView, Preferences
from bot.pictures.chart import COLOUR_OF, Bar
from bot.store import StoreError
from engine import Game, PatienceError, Variant, find_variant

log = logging.getLogger(__name__)

_PLACEHOLDER_SECONDS = 1.0
"""How long to wait for a replay before sending a placeholder; most take less."""

Setting = BoardView | bool | str | None

_SWITCHES = frozenset(field.name for field in dataclasses.fields(Preferences) if isinstance(field.default, bool))
_SEEN_ON_BOARDS = frozenset({"view", "language", "four_colour"})


@app_commands.command(description="Learn how to play a game")
@app_commands.describe(game="Game (default: your current one)")
@app_commands.choices(game=GAME_CHOICES)
@handles_errors
async def rules(context: Context, game: str | None = None) -> None:
    """Explain a game, by default the one being played, or say what games there are to someone new."""
    if game is not None:
        await _show_rules(context, find_variant(game), {})
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


async def _show_rules(context: Context, variant: Variant, options: Mapping[str, str]) -> None:
    """Show the rules of a game, and how it begins under these options."""
    game = opening(variant, options)
    await context.whisper(rules_page(game, context.style, picture=await context.draw_picture(game)))


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
    moves = language.count("{number} move", "{number} moves", len(game.moves))
    description = caption = f"{game_title(current, language)} · {moves}"
    if not private:
        caption = f"{player_name(context.user_name, language)} · {caption}"
    placeholder = Message("\n".join((caption, language.text("Making your replay …"))))
    work = context.services.pictures.replay(
        context.user_id, game.positions, spread=is_spread(game), four_colour=context.preferences.four_colour
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
        name = player_name(player.display_name, context.language)
        raise PatienceError("{player}'s statistics are private.", player=name)
    games = await services.statistics.of(player.id)
    streaks = await services.leaderboards.streaks(player.id)
    is_own = player.id == context.user_id
    duels = None if is_own else await services.challenges.duels(context.user_id, player.id)
    bars = [Bar(game.played, game.won, COLOUR_OF[game.variant]) for game in games]
    chart = await services.pictures.chart(bars) if bars else None
    badges = await services.badges.of(player.id)
    await context.whisper(
        statistics_page(
            games,
            context.style,
            player=player.display_name,
            chart=chart,
            badges=badges,
            streaks=streaks,
            duels=duels,
        )
    )


@app_commands.command(description="Board style, language and privacy")
@handles_errors
async def settings(context: Context) -> None:
    """Show the user's settings, to be changed."""
    await show_settings(context)


async def show_settings(context: Context) -> None:
    """Show the user's settings, to be changed."""
    await context.whisper(settings_page(context.preferences, context.language))


async def press_set(context: Context) -> None:
    """Change a setting, show all settings, and redraw the live board if it looks different now."""
    changes = parse_component(parse_setting, context.press.argument, context.press.chosen)
    context.apply_preferences(await context.services.preferences.change(context.user_id, context.id, **changes))
    await context.edit(settings_page(context.preferences, context.language))
    if _SEEN_ON_BOARDS.isdisjoint(changes):
        return
    try:
        current = await context.services.games.find(context.user_id)
    except (StoreError, PatienceError) as error:
        # The setting itself, which the user asked for, is changed and shown.
        log.warning("the board is not redrawn: %s", error)
    else:
        if current is not None:
            await context.redraw_live_board(current)


async def press_view(context: Context) -> None:
    """Draw boards in another view, beginning with this one."""
    view = parse_component(BoardView, context.press.argument)
    current = await context.services.games.current(context.user_id, board=context.board)
    context.apply_preferences(await context.services.preferences.change(context.user_id, context.id, view=view))
    await context.show_board(current)


def parse_setting(argument: str, chosen: str) -> dict[str, Setting]:
    """What a button or select of the settings changes. Raises ValueError if none of them does."""
    name, _, value = argument.partition("=")
    match name:
        case "view":
            return {name: BoardView(chosen)}
        case "language" if chosen == AUTOMATIC or chosen in LANGUAGES:
            return {name: None if chosen == AUTOMATIC else chosen}
        case _ if name in _SWITCHES and value in ("on", "off"):
            return {name: value == "on"}
    raise ValueError(f"{argument!r} changes no setting")


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
