"""The bot connects to the Discord on loopback as it would to Discord."""

from pathlib import Path

import pytest

from tests.support.wire.bots import running
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.loopback import Authority
from tests.support.wire.people import Person


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
