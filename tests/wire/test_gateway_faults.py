"""The gateway disconnects, sends nonsense or falls silent: the bot recovers, or ends to be started again.

No move is lost.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.wire.bots import RunningBot, running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import WAIT_SECONDS, DiscordServer, until
from tests.support.wire.faults import Act, Stage
from tests.support.wire.gateway import BREAKS, Connection, closing
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person


async def recovers(wire: DiscordServer, provoke: Callable[[], Awaitable[None]]) -> None:
    """Provoke a fault that ends the connection, and wait for another one."""
    before = set(wire.gateway.connections)
    await provoke()
    await until(lambda: not before & set(wire.gateway.connections))
    await wire.ready()


MALFORMED = {name: act for name, act in BREAKS.items() if name.startswith("malformed")}
"""What discord.py cannot read."""

BROKEN = {name: act for name, act in BREAKS.items() if name not in MALFORMED}


@pytest.mark.parametrize("act", BROKEN.values(), ids=BROKEN)
async def test_a_broken_connection_loses_no_move_and_repeats_none(wire: DiscordServer, alice: Person, act: Act) -> None:
    under_way = alice.command("draw")

    async def provoke() -> None:
        (connection,) = wire.gateway.connections
        await wire.deliver(under_way)
        await act(connection)

    await recovers(wire, provoke)
    with contextlib.suppress(UnansweredError):
        await under_way.wait()
    made = (await alice.say("show")).shown.moves_made
    assert made == (1 if under_way.answer is None else 2)
    await wire.deliver(under_way)
    assert (await alice.say("draw")).shown.moves_made == made + 1


@pytest.mark.parametrize("act", MALFORMED.values(), ids=MALFORMED)
async def test_what_discord_py_cannot_read_ends_the_bot_which_has_lost_no_move(
    wire: DiscordServer, bot: RunningBot, alice: Person, url: str, act: Act, caplog: pytest.LogCaptureFixture
) -> None:
    under_way = alice.command("draw")
    (connection,) = wire.gateway.connections
    await wire.deliver(under_way)
    await act(connection)
    assert await asyncio.wait_for(bot.serving, WAIT_SECONDS) == 1
    assert "the client has failed, so the bot ends" in caplog.text
    with contextlib.suppress(UnansweredError):
        await under_way.wait()
    async with running(wire, url):
        await wire.ready()
        made = (await alice.say("show")).shown.moves_made
        assert made == (1 if under_way.answer is None else 2)
        await wire.deliver(under_way)
        assert (await alice.say("draw")).shown.moves_made == made + 1


@pytest.mark.parametrize("act", [Connection.reset, closing(4009)], ids=["reset", "4009"])
async def test_a_lost_session_is_replaced(wire: DiscordServer, alice: Person, act: Act) -> None:
    async def provoke() -> None:
        (connection,) = wire.gateway.connections
        wire.gateway.forget_sessions()
        await act(connection)

    await recovers(wire, provoke)
    assert (await alice.say("draw")).shown.moves_made == 2


@pytest.mark.parametrize(
    ("stage", "act"),
    [(Stage.HELLO, Connection.reset), (Stage.READY, closing(4000)), (Stage.READY, BREAKS["malformed JSON"])],
    ids=["HELLO, reset", "READY, 4000", "READY, malformed"],
)
async def test_a_first_connection_that_fails_is_retried(
    wire: DiscordServer, path: Path, stage: Stage, act: Act
) -> None:
    wire.faults.at(stage, act)
    async with running(wire, path, is_restarted=True):
        await wire.ready()
        await wire.person().say("start", game="dimes")


@pytest.mark.parametrize("code", [503, 0], ids=["503", "reset"])
@pytest.mark.parametrize("path_of", [r"/users/@me", r"/gateway/bot"])
async def test_a_start_succeeds_although_a_request_fails(
    wire: DiscordServer, path: Path, path_of: str, code: int
) -> None:
    wire.faults.request(code, path=path_of)
    async with running(wire, path, is_restarted=True):
        await wire.ready()
        await wire.person().say("start", game="dimes")


async def test_a_dead_line_is_noticed_and_interactions_from_that_time_are_too_late(
    wire: DiscordServer, path: Path
) -> None:
    """Discord sends nothing any more, not even acknowledgements of heartbeats or of a close."""
    wire.gateway.heartbeat_seconds = 0.2
    async with running(wire, path, heartbeat_timeout=stretched(3.5)):
        await wire.ready()
        alice = wire.person()
        await alice.say("start", game="dimes", deal="8")
        (dead,) = wire.gateway.connections
        await dead.fall_silent()
        with pytest.raises(UnansweredError):
            await alice.say("draw")
        await until(lambda: bool(wire.gateway.connections) and dead not in wire.gateway.connections)
        assert (await alice.say("show")).shown.moves_made == 0


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (4004, "Discord closed the connection for good: the token is wrong."),
        (4010, "Discord closed the connection for good: the shard is wrong."),
        (4014, "Discord refuses the intents that the bot asks for."),
    ],
)
async def test_a_final_close_code_ends_the_bot_with_one_line(
    wire: DiscordServer, path: Path, capsys: pytest.CaptureFixture[str], code: int, line: str
) -> None:
    wire.faults.at(Stage.READY, closing(code))
    async with running(wire, path) as bot:
        assert await asyncio.wait_for(bot.serving, WAIT_SECONDS) == 78
    assert capsys.readouterr().err == f"{line}\n"


async def test_a_changed_token_ends_the_bot_with_one_line(
    wire: DiscordServer, bot: RunningBot, capsys: pytest.CaptureFixture[str]
) -> None:
    wire.gateway.token = wire.rest.token = "another"  # noqa: S105
    await wire.gateway.connections[0].reset()
    assert await asyncio.wait_for(bot.serving, WAIT_SECONDS) == 78
    assert capsys.readouterr().err.count("\n") == 1
