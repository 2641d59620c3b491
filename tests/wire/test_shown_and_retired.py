"""Boards that are shown and retired: at little cost, and the right ones."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.store import BoardStore, StoredBoard
from tests.wire.discord_server import DiscordServer
from tests.wire.people import Person
from tests.wire.shown_boards import moves_made


async def test_a_turn_makes_no_objects_of_the_boards_that_it_shows_and_retires(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[discord.Message] = []
    make = discord.Message.__init__

    def counted(message: discord.Message, **parts: Any) -> None:
        made.append(message)
        make(message, **parts)

    monkeypatch.setattr(discord.Message, "__init__", counted)
    above = (await alice.say("draw")).shown
    below = (await alice.say("draw")).shown
    assert moves_made(below) == 3
    assert above.id != below.id
    assert made == []


async def test_a_press_on_a_board_that_is_about_to_be_retired_keeps_it(
    wire: DiscordServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    above = (await alice.say("show")).shown
    put = BoardStore.put
    is_pressed, is_held, puts = asyncio.Event(), asyncio.Event(), []

    async def held(store: BoardStore, user_id: int, board: StoredBoard) -> StoredBoard | None:
        retired = await put(store, user_id, board)
        puts.append(board.message_id)
        if len(puts) == 1:
            is_held.set()
            await is_pressed.wait()
        else:
            is_pressed.set()
        return retired

    monkeypatch.setattr(BoardStore, "put", held)
    below = (await alice.say("show")).shown
    await is_held.wait()
    await alice.press(above, "Draw")
    await is_pressed.wait()
    await asyncio.sleep(0.3)
    assert puts == [below.id, above.id]
    assert moves_made(wire.world.messages[above.id]) == 2
    assert not wire.world.messages[below.id].embeds
