"""The bot connects to the Discord on loopback as it would to Discord."""

from __future__ import annotations

import asyncio
import math
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pictures.emoji import emoji_files, emoji_name
from tests.support.wire.bots import RunningBot, running
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.faults import Stage
from tests.support.wire.gateway import Connection
from tests.support.wire.loopback import Authority
from tests.support.wire.people import Person
from tests.support.wire.shown_boards import moves_made, told
from tests.support.wire.streams import compressor
from tests.support.wire.supervisor_clock import HOUR, SupervisorClock


async def test_a_game_is_played_by_commands_and_presses(wire: DiscordServer, alice: Person) -> None:
    board = (await alice.say("show")).shown
    assert not board.is_private
    assert moves_made(board) == 1
    pressed = await alice.press(board, "Draw")
    assert pressed.shown.id == board.id
    board = pressed.shown
    assert moves_made(board) == 2
    parts = [part for row in board.components for part in row["components"]]
    label = next(option["label"] for part in parts for option in part.get("options", ()))
    board = (await alice.press(board, label)).shown
    assert moves_made(board) == 3
    assert "somebody else's game" in told(await wire.person("bob").press(board, "Undo"))


async def test_moves_are_offered_as_completions(alice: Person) -> None:
    offered = await alice.complete("move", "move", "")
    assert offered
    assert moves_made((await alice.say("move", move=next(iter(offered.values())))).shown) == 2


async def test_a_game_is_played_in_a_direct_message(wire: DiscordServer, bot: RunningBot) -> None:
    assert not bot.serving.done()
    carol = wire.person("carol", server=None, locale="de")
    board = (await carol.say("start", game="tens", deal="8")).shown
    assert "Zehner" in str(board.embeds) or "Tens" in str(board.embeds)
    menu = (await carol.press(board, "Menu")).shown
    assert any(part.get("label") == "Regeln" for row in menu.components for part in row["components"])


async def test_the_previous_board_is_deleted_with_the_token_of_its_interaction(
    wire: DiscordServer, alice: Person
) -> None:
    first, second = (await alice.say("show")).original, (await alice.say("show")).original
    assert first is not None
    await until(lambda: first.id not in wire.world.messages)
    assert second is not None
    assert second.components


async def test_a_slow_answer_replaces_its_placeholder(alice: Person) -> None:
    message = (await alice.say("replay")).original
    assert message is not None
    await until(lambda: any(part["filename"].startswith("replay") for part in message.attachments))


async def test_emoji_are_uploaded_once_and_outdated_ones_are_deleted(authority: Authority, path: Path) -> None:
    wire = DiscordServer(authority, identify_seconds=0)
    async with wire.open(), running(wire, path):
        await until(lambda: len(wire.world.emoji) == len(emoji_files()))
    names = sorted(wire.world.emoji.values())
    old, *kept = wire.world.emoji
    wire.world.emoji[old] = emoji_name("as", b"drawn otherwise")
    async with wire.open(), running(wire, path):
        await until(lambda: sorted(wire.world.emoji.values()) == names)
        await wire.ready()
    assert set(kept) < set(wire.world.emoji)
    assert old not in wire.world.emoji


async def test_a_shard_goes_on_serving_while_another_one_reconnects(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They identify five seconds apart, too."""
    monkeypatch.undo()
    wire = DiscordServer(authority, shards=2, servers=8)
    async with wire.open(), running(wire, path):
        await wire.ready()
        people = [wire.person(server=number) for number in range(8)]
        assert {(person.guild.id >> 22) % 2 for person in people if person.guild} == {0, 1}
        for person in people:
            await person.say("start", game="dimes", deal="8")
        broken = wire.gateway.connections[0]
        await broken.reset()
        for person in people:
            if person.guild is not None and (person.guild.id >> 22) % 2:
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
    served = [person for person in people if person.guild and (person.guild.id >> 22) % 3 != broken.session.shard]
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


async def test_a_shard_that_is_refused_at_first_leaves_the_others_connected(
    three_shards: DiscordServer,
) -> None:
    broken, *others = three_shards.gateway.connections
    three_shards.faults.at(Stage.HELLO, Connection.reset, times=2)
    await broken.reset()
    await until(lambda: not three_shards.faults.left(Stage.HELLO))
    await three_shards.ready()
    assert set(others) <= set(three_shards.gateway.connections)


async def test_a_shard_that_keeps_disconnecting_reconnects_at_a_bounded_rate_beside_others(
    three_shards: DiscordServer,
) -> None:
    three_shards.faults.at(Stage.RESUMED, Connection.reset, times=10_000)
    before = len(three_shards.gateway.connected_at)
    await three_shards.gateway.connections[0].reset()
    await until(lambda: len(three_shards.gateway.connected_at) >= before + 3)
    await asyncio.sleep(3.0)
    reconnected = three_shards.gateway.connected_at[before:]
    assert sum(moment - reconnected[0] <= 3.0 for moment in reconnected) <= 20
    await three_shards.ready()


def test_one_compressed_stream_spans_the_whole_connection() -> None:
    compress = compressor("zlib-stream")
    assert compress is not None
    stream = zlib.decompressobj()
    frames = [compress(text) for text in (b"one", b"two" * 100)]
    assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in frames)
    assert [stream.decompress(frame) for frame in frames] == [b"one", b"two" * 100]
