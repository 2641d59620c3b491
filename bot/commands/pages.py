"""The pages that commands and buttons both open: rules, settings, statistics and the replay."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Mapping

import discord

from bot.commands.answers import Answers, style_of
from bot.commands.sending import edit, send, wait_for, whisper
from bot.language import LANGUAGES
from bot.messages.labels import game_title
from bot.messages.message import Message, Picture
from bot.messages.pages import AUTOMATIC, opening, rules_page, settings_page, statistics_page
from bot.messages.style import Style
from bot.messages.table import is_spread
from bot.model.errors import PrivateStatisticsError
from bot.model.game import UserGame
from bot.model.preferences import Preferences, View
from bot.pictures.chart import COLOURS, Bar
from bot.services import Services
from bot.store import StoreError
from engine import Game, PatienceError, Variant

log = logging.getLogger(__name__)

_PATIENCE_SECONDS = 1.0
"""How long a replay may take before a note comes first: most take less."""

Setting = View | bool | str | None

_SWITCHES = frozenset(field.name for field in dataclasses.fields(Preferences) if isinstance(field.default, bool))
_SEEN_ON_BOARDS = frozenset({"view", "language", "four_colour"})


async def show_rules(
    interaction: discord.Interaction, answers: Answers, variant: Variant, options: Mapping[str, str]
) -> None:
    """The rules of a game, for this user alone, and how it begins under these options."""
    style = style_of(interaction)
    game = opening(variant, options)
    await whisper(interaction, rules_page(game, style, picture=await answers.picture(game, style)))


async def show_settings(interaction: discord.Interaction) -> None:
    """The user's settings, each to be changed."""
    style = style_of(interaction)
    await whisper(interaction, settings_page(style.preferences, style.language))


def read_setting(argument: str, chosen: str) -> dict[str, Setting]:
    """What a button or select of the settings changes. Raises ValueError for what none of them does."""
    name, _, value = argument.partition("=")
    match name:
        case "view":
            return {name: View(chosen)}
        case "language" if chosen == AUTOMATIC or chosen in LANGUAGES:
            return {name: None if chosen == AUTOMATIC else chosen}
        case _ if name in _SWITCHES and value in ("on", "off"):
            return {name: value == "on"}
    raise ValueError(f"{argument!r} changes no setting")


async def change_setting(
    interaction: discord.Interaction, services: Services, answers: Answers, changes: Mapping[str, Setting]
) -> None:
    """Change these settings, show them all, and draw the live board accordingly."""
    preferences = await services.preferences.change(interaction.user.id, interaction.id, **changes)
    style = answers.style_for(interaction, preferences)
    await edit(interaction, settings_page(preferences, style.language))
    if not _SEEN_ON_BOARDS.isdisjoint(changes):
        try:
            current = await services.games.find(interaction.user.id)
        except (StoreError, PatienceError) as error:
            # The setting is kept and shown, which is what was asked for.
            log.warning("the board is not drawn anew: %s", error)
        else:
            if current is not None:
                await answers.restyle(interaction, current, style)


async def show_statistics(
    interaction: discord.Interaction, services: Services, player: discord.User | discord.Member
) -> None:
    """How well someone plays. Raises PrivateStatisticsError where that is nobody else's business."""
    style = style_of(interaction)
    if player.id != interaction.user.id and (await services.preferences.of(player.id)).private_statistics:
        raise PrivateStatisticsError(discord.utils.escape_markdown(player.display_name))
    games = await services.statistics.of(player.id)
    streaks = await services.leaderboards.streaks(player.id)
    bars = [Bar(game.played, game.won, colour) for game, colour in zip(games, COLOURS, strict=False)]
    chart = await services.pictures.chart(bars) if bars else None
    page = statistics_page(games, style.language, player=player.display_name, chart=chart, streaks=streaks)
    await whisper(interaction, page)


async def show_replay(interaction: discord.Interaction, services: Services, current: UserGame) -> None:
    """The game from its deal to its last move, as an animated picture; that of a daily for its player alone."""
    style, game = style_of(interaction), current.game
    language = style.language
    moves = language.count("{number} move", "{number} moves", len(game.moves))
    text = f"{game_title(game, language, current.day)} · {moves}"
    meanwhile = Message("\n".join((text, language.text("The replay is being drawn …"))))
    drawing = _drawn(services, interaction.user.id, game, style, Message(text))
    ephemeral = style.preferences.private_board or current.day is not None
    drawn = await wait_for(interaction, drawing, meanwhile, ephemeral=ephemeral, seconds=_PATIENCE_SECONDS)
    await send(interaction, drawn, ephemeral=ephemeral)


async def _drawn(services: Services, user_id: int, game: Game, style: Style, message: Message) -> Message:
    replay = await services.pictures.replay(
        user_id, game.positions, spread=is_spread(game), four_colour=style.preferences.four_colour
    )
    return dataclasses.replace(message, picture=Picture("replay.gif", replay, message.text or ""))
