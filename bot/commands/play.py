"""Dealing a game, by a command or a button, and asking first where there is something to lose."""

from __future__ import annotations

import discord

from bot.board.custom_id import Action, CustomId
from bot.board.message import Message
from bot.board.pages import question
from bot.commands.answers import Answers, style_of
from bot.commands.sending import whisper
from bot.services.errors import GameInProgressError
from bot.services.games import Games, NewGame


async def start(interaction: discord.Interaction, games: Games, answers: Answers, new: NewGame) -> None:
    """Deal a game and show its board; ask first where another game is being played."""
    try:
        started = await games.start(interaction.user.id, new, interaction.id, replacing=None)
    except GameInProgressError:
        await whisper(interaction, await _ask_to_give_up(interaction, games, new))
    else:
        await answers.show(interaction, started)


async def _ask_to_give_up(interaction: discord.Interaction, games: Games, new: NewGame) -> Message:
    current = await games.current(interaction.user.id)
    language = style_of(interaction).language
    text = language.text(
        "You are in the middle of a game ({game}, {home} of {pack} home). Give it up and deal a new one?",
        game=language.text(current.game.variant.title),
        home=current.game.home,
        pack=current.game.position.pack,
    )
    custom_id = CustomId(Action.START, current.id, current.version, write_new(new))
    return question(text, yes=(language.text("Give up and deal"), custom_id), no=language.text("Keep playing"))


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
