"""The bot connects to the Discord on loopback as it would to Discord."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.wire.bots import running
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.faults import Stage
from tests.support.wire.gateway import Connection
from tests.support.wire.loopback import Authority
from tests.support.wire.people import Person
from tests.support.wire.supervisor_clock import HOUR, SupervisorClock


async def test_a_game_is_played_by_commands_and_presses(wire: DiscordServer, alice: Person) -> None:
    board = (await alice.say("show")).shown
    assert not board.is_private
    assert board.moves_made == 1
    pressed = await alice.press(board, "Draw")
    assert pressed.shown.id == board.id
    board = pressed.shown
    assert board.moves_made == 2
    parts = [part for row in board.components for part in row["components"]]
    label = next(option["label"] for part in parts for option in part.get("options", ()))
    board = (await alice.press(board, label)).shown
    assert board.moves_made == 3
    assert "somebody else's game" in (await wire.person("bob").press(board, "Undo")).told


async def test_a_shard_goes_on_serving_while_another_one_reconnects(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They identify five seconds apart, too."""
    monkeypatch.undo()
    wire = DiscordServer(authority, shards=2, servers=8)
    async with wire.open(), running(wire, path):
        await wire.ready()
        people = [wire.person(server=number) for number in range(8)]
        assert {(person.guild.id >> 22) % 2 for person in people} == {0, 1}
        for person in people:
            await person.say("start", game="dimes", deal="8")
        broken = wire.gateway.connections[0]
        await broken.reset()
        for person in people:
            if (person.guild.id >> 22) % 2:
                await person.say("draw")
        await until(lambda: broken not in wire.gateway.connections)
        await wire.ready()
        for person in people:
            await person.say("draw")


@pytest.fixture
async def three_shards(authority: Authority, path: Path) -> AsyncIterator[DiscordServer]:
    """A Discord with a bot of three shards that is ready."""
    wire = DiscordServer(authority, shards=3, servers=3, max_concurrency=3, identify_seconds=0)
    async with wire.open(), running(wire, path):
        await wire.ready()
        yield wire


async def test_shards_go_on_serving_for_a_while_if_another_one_cannot_connect(
    three_shards: DiscordServer, supervisor_clock: SupervisorClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the client is replaced, which connects all of them. The two others add an hour each."""
    monkeypatch.setattr("bot.app.supervisor.LONGEST_OUTAGE_SECONDS", math.inf)
    broken, *others = three_shards.gateway.connections
    assert broken.session is not None
    people = [three_shards.person(server=number) for number in range(3)]
    served = [person for person in people if (person.guild.id >> 22) % 3 != broken.session.shard]
    assert len(served) == 2
    for person in served:
        await person.say("start", game="dimes", deal="8")
    three_shards.faults.at(Stage.HELLO, Connection.fall_silent)
    await broken.reset()
    await until(lambda: not three_shards.faults.left(Stage.HELLO))
    supervisor_clock.advance(2.5 * HOUR)
    await asyncio.sleep(2.0)  # for the supervisor to look
    assert set(others) <= set(three_shards.gateway.connections)
    for person in served:
        await person.say("draw")
    async with supervisor_clock.hurrying():
        await until(lambda: not set(others) & set(three_shards.gateway.connections))
    await three_shards.ready()
    for person in people:
        await person.say("show" if person in served else "start", **({} if person in served else {"game": "dimes"}))
