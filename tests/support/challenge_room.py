"""A card room in which people challenge each other."""

from typing import Any

import pytest
import simcord

from tests.support.card_room import CardRoom
from tests.support.daily_room import give_up, play_on
from tests.support.kinds import tables
from tests.support.shown import Shown


@pytest.fixture
def noon(room: CardRoom) -> CardRoom:
    """A room whose clock stands still."""
    room.set_clock("2026-11-21 12:00")
    room.sync_clocks()
    return room


def card(room: CardRoom) -> Shown:
    return [message for message in room.messages() if message.embeds and "Challenge · " in message.text][-1]


def shown(room: CardRoom) -> str:
    return card(room).text.replace("**", "")


async def press(room: CardRoom, label: str, who: simcord.MemberActor | None = None) -> Shown:
    """Press a button of the card; return what only the user sees in the answer."""
    answer = await room.press(card(room), label, who)
    (message,) = (each for each in answer.followups if each.ephemeral)
    return Shown.of(message)


async def open_challenge(room: CardRoom, **options: Any) -> Shown:
    return await room.post(await room.say("challenge", **{"game": "tens", **options}))


async def both_play(room: CardRoom) -> None:
    """Alice plays to the end, Bob gives up."""
    await press(room, "Play")
    await play_on(room, seconds=2)
    await press(room, "Play", room.bob)
    await give_up(room, room.bob)


async def stored(room: CardRoom) -> int:
    """The number of stored challenges with players on their cards."""
    found = await tables(room.url)
    assert bool(found["challenges"]) == bool(found["entries"])
    return len(found["challenges"])
