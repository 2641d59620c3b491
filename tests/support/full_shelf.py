"""A shelf with no room for another game."""

import itertools

import simcord

from bot.model.game import NewGame
from bot.model.shelf import MOST_SHELVED
from tests.support.card_room import CardRoom
from tests.support.shown import Shown, changed, public


async def fill_shelf(room: CardRoom) -> Shown:
    """Fill Alice's shelf with games of Dimes from deal 0 on, and begin the next; return its board."""
    deals = itertools.count()
    while len(await room.shelf.shelved(room.alice.id)) < MOST_SHELVED:
        await room.games.start(room.alice.id, NewGame("dimes", next(deals)), room.env.backend.snowflake())
        await room.play("draw")
    return public(await room.say("show"))


async def give_up_for_another(room: CardRoom, asked: simcord.ResponseMessage, label: str) -> simcord.InteractionResult:
    return await room.press(changed(await room.choose(asked, label)), "Give up and deal")
