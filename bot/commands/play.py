"""Dealing a game, by a command or a button, and asking first where there is something to lose."""

from __future__ import annotations

from datetime import date

import discord

from bot.commands.answers import Answers, name_of, style_of
from bot.commands.sending import whisper
from bot.messages.custom_id import Action, CustomId
from bot.messages.daily import AGAIN, RANKED
from bot.messages.labels import game_title
from bot.messages.message import Message
from bot.messages.pages import question
from bot.model.errors import AtStakeError, GameInProgressError
from bot.model.game import Board, NewGame, UserGame
from bot.services import Services
from engine import VARIANTS

SURE = "sure"
"""The argument of a button that need not ask again."""


async def start(interaction: discord.Interaction, services: Services, answers: Answers, new: NewGame) -> None:
    """Deal a game and show its board; ask first where another game is being played."""
    try:
        started = await deal(interaction, services, new, replacing=None)
    except GameInProgressError:
        current = await services.games.current(interaction.user.id)
        if new.is_ranked and (current.day, current.game.variant.name) == (new.day, new.variant):
            # It was begun just before, as by the first of two quick presses.
            await answers.show(interaction, current)
        else:
            is_counted = current.is_at_stake(services.clock())
            await whisper(interaction, _ask_to_give_up(interaction, current, new, is_counted=is_counted))
    else:
        await answers.show(interaction, started)


async def deal(
    interaction: discord.Interaction, services: Services, new: NewGame, *, replacing: Board | None
) -> UserGame:
    """Deal a game, a daily or another. Raises what `Games.start` and `Dailies.start` raise."""
    user = interaction.user
    if new.day is None:
        return await services.games.start(user.id, new, interaction.id, replacing=replacing)
    return await services.dailies.start(
        user.id,
        new,
        interaction.id,
        replacing=replacing,
        name=name_of(interaction),
        server_id=interaction.guild_id,
    )


async def give_up(
    interaction: discord.Interaction, services: Services, *, board: Board | None = None, is_sure: bool = False
) -> UserGame | None:
    """End the user's game; None where they are asked first. Raises what else `Games.give_up` raises."""
    try:
        return await services.games.give_up(interaction.user.id, interaction.id, board=board, is_sure=is_sure)
    except AtStakeError as asked:
        language = style_of(interaction).language
        yes = CustomId(Action.GIVE_UP, asked.board.game_id, asked.board.version, SURE)
        asking = question(language.error(asked), yes=(language.text("Give up"), yes), no=language.text("Keep playing"))
        await whisper(interaction, asking)
        return None


def _ask_to_give_up(interaction: discord.Interaction, current: UserGame, new: NewGame, *, is_counted: bool) -> Message:
    text = style_of(interaction).language.text
    values = {"home": current.game.home, "pack": current.game.position.pack}
    if is_counted:
        asked = text(
            "You are in the middle of a ranked attempt ({game}, {home} of {pack} home). Giving it up ends it, and it "
            "counts as it is. Give it up and deal a new one?",
            game=game_title(current.game, style_of(interaction).language, current.day),
            **values,
        )
    else:
        asked = text(
            "You are in the middle of a game ({game}, {home} of {pack} home). Give it up and deal a new one?",
            game=text(current.game.variant.title),
            **values,
        )
    custom_id = CustomId(Action.START, current.id, current.version, write_new(new))
    return question(asked, yes=(text("Give up and deal"), custom_id), no=text("Keep playing"))


def write_new(new: NewGame) -> str:
    """What to deal, as the argument of a button.

    >>> write_new(NewGame("diplomat", 7, {"stock": "free"}))
    'diplomat,7,stock=free'
    >>> write_new(NewGame("tens", day=date(2026, 11, 21), is_ranked=True))
    'tens,daily=2026-11-21'
    """
    if new.day is not None:
        return f"{new.variant},{RANKED if new.is_ranked else AGAIN}{new.day.isoformat()}"
    number = (_ANY if new.is_any else "") if new.deal is None else str(new.deal)
    return ",".join((new.variant, number, *(f"{name}={value}" for name, value in (new.options or {}).items())))


def read_new(argument: str) -> NewGame:
    """Read what `write_new` wrote; raises ValueError for anything else.

    >>> read_new("tens,")
    NewGame(variant='tens', deal=None, options={}, day=None, is_ranked=False, is_any=False)
    """
    variant, number, *options = argument.split(",")
    if variant not in VARIANTS:
        raise ValueError(f"{variant!r} is no game")
    for prefix in (RANKED, AGAIN):
        if number.startswith(prefix):
            day = date.fromisoformat(number.removeprefix(prefix))
            return NewGame(variant, day=day, is_ranked=prefix == RANKED)
    is_any = number == _ANY
    deal = int(number) if number and not is_any else None
    return NewGame(variant, deal, dict(option.split("=") for option in options), is_any=is_any)


_ANY = "any"
"""Written in the place of a deal's number: any deal, winnable or not."""
