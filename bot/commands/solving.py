"""What the solver tells players: hints, whether a game is lost, and where one that is over was."""

from __future__ import annotations

import logging

import discord
from aiohttp import ClientError

from bot.commands.answers import Answers, style_of
from bot.commands.sending import send, wait_for, whisper
from bot.messages.controls import Overlay
from bot.messages.message import Message
from bot.messages.solutions import analysis_page
from bot.model.game import Board, UserGame
from bot.services import Services
from bot.store import StoreError

log = logging.getLogger(__name__)

_QUICK_SECONDS = 0.3
"""How long a hint may take before it is said that it is being thought about."""


async def show_hint(interaction: discord.Interaction, services: Services, answers: Answers) -> None:
    """Show the user's board with a hint on it. Raises as `Solving.hint` does."""
    current = await services.games.current(interaction.user.id)
    finding = services.solving.hint(interaction.user.id, interaction.id)
    ephemeral = answers.is_for_user_alone(interaction, current)
    hinted, solution = await wait_for(
        interaction, finding, _thinking(interaction), ephemeral=ephemeral, seconds=_QUICK_SECONDS
    )
    await answers.show(interaction, hinted, Overlay(hint=solution))


async def add_hint(interaction: discord.Interaction, services: Services, answers: Answers, board: Board) -> None:
    """Answer a press on a board by drawing it with a hint. Raises as `Solving.hint` does."""
    await services.games.current(interaction.user.id, board=board)
    finding = services.solving.hint(interaction.user.id, interaction.id, board=board)
    hinted, solution = await wait_for(interaction, finding, None, ephemeral=False)
    await answers.redraw(interaction, hinted, Overlay(hint=solution))


async def show_analysis(interaction: discord.Interaction, services: Services) -> None:
    """Tell the user alone up to where their last game could be won.

    Raises as `Solving.finished` and `Solving.analysis` do.
    """
    finished = await services.solving.finished(interaction.user.id)
    finding = services.solving.analysis(finished, interaction.id)
    analysis = await wait_for(interaction, finding, _thinking(interaction), ephemeral=True)
    page = analysis_page(finished.game, analysis, style_of(interaction), day=finished.day)
    await send(interaction, page, ephemeral=True)


async def tell_if_lost(interaction: discord.Interaction, services: Services, played: UserGame) -> None:
    """After a move that is answered: tell the user alone, if they want to be told, when the game is proven lost.

    Nobody waits for this, so what fails here is not told, but tried again after the next move.
    """
    style = style_of(interaction)
    if not style.preferences.tells_lost:
        return
    try:
        if await services.solving.is_newly_lost(played):
            lost = style.language.text("This game can't be won any more: that is proven. Undo goes back.")
            await whisper(interaction, Message(lost))
    except (StoreError, discord.HTTPException, ClientError, OSError) as error:
        services.solving.was_not_told(played.id)
        log.warning("that a game is lost could not be told: %s", error)


def _thinking(interaction: discord.Interaction) -> Message:
    return Message(style_of(interaction).language.text("Your game is being thought about …"))
