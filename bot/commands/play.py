"""What commands and buttons both do: deal a game, and ask first where there is something to lose."""

from __future__ import annotations

import discord

from bot.board.custom_id import Action, CustomId
from bot.board.pages import question
from bot.commands.answers import board_of, show, whisper
from bot.services.errors import GameInProgressError, WarnedError
from bot.services.games import Games, NewGame


async def start(interaction: discord.Interaction, games: Games, new: NewGame) -> None:
    """Deal a game and show its board; ask first where another game is being played."""
    try:
        started = await games.start(interaction.user.id, new, interaction.id, replacing=None)
    except GameInProgressError:
        current = await games.current(interaction.user.id)
        going = f"{current.game.variant.title}, {current.game.home} of {current.game.position.pack} cards home"
        custom_id = CustomId(Action.START, current.id, current.version, write_new(new))
        text = f"You are in the middle of a game ({going}). Give it up and deal a new one?"
        await whisper(interaction, question(text, yes=("Give up and deal", custom_id), no="Keep playing"))
    else:
        await show(interaction, board_of(started, interaction))


async def ask_about(interaction: discord.Interaction, warned: WarnedError) -> None:
    """Pass a warning on, with a button that plays the move all the same."""
    custom_id = CustomId(Action.PLAY, warned.board.game_id, warned.board.version, str(warned.move))
    await whisper(interaction, question(str(warned), yes=("Play it anyway", custom_id), no="Don't play it"))


def write_new(new: NewGame) -> str:
    """What to deal, as the argument of a button.

    >>> write_new(NewGame("diplomat", 7, {"stock": "free"}))
    'diplomat,7,stock=free'
    """
    deal = "" if new.deal is None else str(new.deal)
    return ",".join((new.variant, deal, *(f"{name}={value}" for name, value in (new.options or {}).items())))


def read_new(argument: str) -> NewGame:
    """Read what `write_new` wrote; raises ValueError for anything else.

    >>> read_new("tens,")
    NewGame(variant='tens', deal=None, options={})
    """
    variant, deal, *options = argument.split(",")
    return NewGame(variant, int(deal) if deal else None, dict(option.split("=") for option in options))
