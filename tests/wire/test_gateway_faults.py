"""The gateway disconnects, sends nonsense or falls silent: the bot recovers by itself, and no move is lost."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot.monitoring.health import Health
from tests.support.wire.bots import RunningBot, running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import WAIT_SECONDS, DiscordServer, until
from tests.support.wire.faults import Act, Stage
from tests.support.wire.gateway import BREAKS, Connection, closing
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person
from tests.support.wire.supervisor_clock import SupervisorClock


async def recovers(wire: DiscordServer, provoke: Callable[[], Awaitable[None]]) -> None:
    """Provoke a fault that ends the connection, and wait for another one."""
    before = set(wire.gateway.connections)
    await provoke()
    await until(lambda: not before & set(wire.gateway.connections))
    await wire.ready()


@pytest.mark.parametrize("act", BREAKS.values(), ids=BREAKS)
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


@pytest.mark.parametrize("act", [Connection.reset, closing(4009)], ids=["reset", "4009"])
async def test_a_lost_session_is_replaced(wire: DiscordServer, alice: Person, act: Act) -> None:
    async def provoke() -> None:
        (connection,) = wire.gateway.connections
        wire.gateway.forget_sessions()
        await act(connection)

    await recovers(wire, provoke)
    assert (await alice.say("draw")).shown.moves_made == 2


async def test_a_session_that_cannot_be_resumed_is_replaced(wire: DiscordServer, alice: Person) -> None:
    """discord.py tries to resume it forever."""
    wire.faults.at(Stage.RESUMED, closing(4009), times=1000)
    await recovers(wire, lambda: wire.gateway.connections[0].close(4009))
    assert (await alice.say("draw")).shown.moves_made == 2
    assert len(wire.gateway.connected_at) < 8


@pytest.mark.parametrize(
    ("stage", "act"),
    [(Stage.HELLO, Connection.reset), (Stage.READY, closing(4000)), (Stage.READY, BREAKS["malformed JSON"])],
    ids=["HELLO, reset", "READY, 4000", "READY, malformed"],
)
async def test_a_first_connection_that_fails_is_retried(
    wire: DiscordServer, path: Path, stage: Stage, act: Act
) -> None:
    wire.faults.at(stage, act)
    async with running(wire, path):
        await wire.ready()
        await wire.person().say("start", game="dimes")


@pytest.mark.parametrize("code", [503, 0], ids=["503", "reset"])
@pytest.mark.parametrize("path_of", [r"/users/@me", r"/gateway/bot", r"/commands"])
async def test_a_start_succeeds_although_a_request_fails(
    wire: DiscordServer, path: Path, path_of: str, code: int
) -> None:
    wire.faults.request(code, path=path_of)
    async with running(wire, path):
        await wire.ready()
        await wire.person().say("start", game="dimes")


@pytest.mark.parametrize("path_of", [r"/users/@me", r"/gateway/bot", r"/commands"])
async def test_a_start_is_retried_if_a_request_hangs(
    wire: DiscordServer, path: Path, supervisor_clock: SupervisorClock, path_of: str
) -> None:
    wire.faults.request(None, path=path_of)
    async with running(wire, path):
        await until(lambda: not wire.faults.requests_left)
        async with supervisor_clock.hurrying():
            await wire.ready()
        await wire.person().say("start", game="dimes")


@pytest.mark.parametrize("stage", [Stage.HELLO, Stage.RESUMED])
async def test_a_connection_that_hangs_while_reconnecting_is_replaced(
    wire: DiscordServer, alice: Person, stage: Stage
) -> None:
    wire.faults.at(stage, Connection.fall_silent)
    await recovers(wire, wire.gateway.connections[0].reset)
    assert (await alice.say("draw")).shown.moves_made == 2


@pytest.mark.parametrize("stage", [Stage.HELLO, Stage.READY])
async def test_a_first_connection_that_stays_silent_is_replaced(
    wire: DiscordServer, path: Path, supervisor_clock: SupervisorClock, stage: Stage
) -> None:
    wire.faults.at(stage, Connection.fall_silent)
    async with running(wire, path):
        await until(lambda: not wire.faults.left(stage))
        async with supervisor_clock.hurrying():
            await wire.ready()
        await wire.person().say("start", game="dimes")


async def test_a_shard_without_a_session_does_not_count_as_connected(wire: DiscordServer, path: Path) -> None:
    """Its connection is open, and Discord acknowledges its heartbeats."""

    async def say_nothing(_: Connection) -> None:
        await asyncio.sleep(0)

    health = Health()
    async with running(wire, path, health=health):
        await wire.ready()
        await until(lambda: health.is_connected is not None and health.is_connected())
        wire.faults.at(Stage.RESUMED, say_nothing)
        await wire.gateway.connections[0].reset()
        await until(lambda: not wire.faults.left(Stage.RESUMED))
        assert await health.unready() == "not connected to Discord"
        await wire.ready()
        await until(lambda: health.is_connected is not None and health.is_connected())
        assert await health.unready() is None


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


async def test_malformed_events_between_good_ones_never_make_the_bot_wait_long(
    wire: DiscordServer, alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py ends with each, and the pause before the next client would double."""
    for number in range(4):
        await recovers(wire, lambda: BREAKS["malformed event"](wire.gateway.connections[0]))
        assert (await alice.say("draw")).shown.moves_made == 2 + number
    pauses = re.findall(r"the client failed; starting again in (\d+) s", caplog.text)
    assert pauses == ["1"] * 4


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (4004, "Discord closed the connection for good: the token is wrong."),
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


@pytest.mark.parametrize(
    ("stage", "act"),
    [(Stage.HELLO, Connection.reset), (Stage.READY, BREAKS["session invalid"])],
    ids=["HELLO, reset", "READY, session invalid"],
)
async def test_the_bot_backs_off_from_a_gateway_that_always_disconnects(
    wire: DiscordServer, alice: Person, stage: Stage, act: Act
) -> None:
    wire.faults.at(stage, act, times=10_000)
    before = len(wire.gateway.connected_at)
    identified = len(wire.gateway.identified_at)
    await wire.gateway.connections[0].reset()
    await asyncio.sleep(5.0)
    # At once, a second later, and two seconds after that, each time with three tries at most.
    assert within(5.0, wire.gateway.connected_at[before:]) <= 9
    assert within(5.0, wire.gateway.identified_at[identified:]) <= 6
    await until(lambda: len(wire.gateway.connected_at) > before)
    wire.faults.clear()
    await wire.ready()
    assert (await alice.say("draw")).shown.moves_made == 2


@pytest.mark.parametrize("fault", ["reset", "told to reconnect", "malformed JSON"])
async def test_the_bot_reconnects_at_a_bounded_rate_if_every_session_breaks(
    wire: DiscordServer, alice: Person, fault: str
) -> None:
    """discord.py alone would resume each time, at once."""
    before = len(wire.gateway.connected_at)
    identified = len(wire.gateway.identified_at)

    async def break_off() -> None:
        while True:
            for connection in wire.gateway.connections:
                await BREAKS[fault](connection)
            await asyncio.sleep(0.01)

    breaking = asyncio.create_task(break_off())
    await asyncio.sleep(5.0)
    await until(lambda: len(wire.gateway.connected_at) >= before + 2)
    breaking.cancel()
    assert within(5.0, wire.gateway.connected_at[before:]) <= 12
    assert within(5.0, wire.gateway.identified_at[identified:]) <= 6
    await wire.ready()
    assert (await alice.say("draw")).shown.moves_made == 2


def within(seconds: float, moments: Sequence[float]) -> int:
    """Count the moments up to this many seconds after the first."""
    return sum(moment - moments[0] <= seconds for moment in moments)
