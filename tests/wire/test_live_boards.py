"""Which of a user's boards is live."""

import asyncio
from pathlib import Path

import pytest

from bot.model.live_board import LiveBoard
from bot.services import Turn
from bot.store import BoardStore
from tests.support.wire.bots import running
from tests.support.wire.discord_server import DiscordServer, until


async def test_a_press_on_a_board_that_is_about_to_be_retired_keeps_it(
    wire: DiscordServer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that has just started has to look up which board to retire."""
    alice = wire.person()
    async with running(wire, path):
        await wire.ready()
        above = (await alice.say("start", game="dimes", deal="8")).shown
    put = BoardStore.put
    is_pressed = asyncio.Event()
    is_held = asyncio.Event()
    returned = asyncio.Event()

    async def held(store: BoardStore, turn: Turn, board: LiveBoard) -> LiveBoard | None:
        retired = await put(store, turn, board)
        is_held.set()
        await is_pressed.wait()
        returned.set()
        return retired

    monkeypatch.setattr(BoardStore, "put", held)
    async with running(wire, path):
        await wire.ready()
        below = (await alice.say("show")).shown
        await is_held.wait()
        await alice.press(above, "Draw")
        await until(lambda: below.id not in wire.world.messages)
        is_pressed.set()
        await returned.wait()
        await asyncio.sleep(0.3)
        assert wire.world.messages[above.id].moves_made == 1
