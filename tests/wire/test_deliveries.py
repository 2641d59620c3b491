"""Interactions that arrive twice, late or out of order, and clocks that disagree."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.support.wire.bots import RunningBot, running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person
from tests.support.wire.shown_boards import moves_made, told, version_in

DAY = 24 * 60 * 60.0


@pytest.mark.parametrize("times", [2, 5])
async def test_a_command_delivered_several_times_at_once_counts_once(
    wire: DiscordServer, alice: Person, times: int
) -> None:
    drawn = alice.command("draw")
    await asyncio.gather(*(wire.deliver(drawn) for _ in range(times)))
    assert moves_made((await drawn.wait()).shown) == 2
    await wire.deliver(drawn)
    assert moves_made((await alice.say("draw")).shown) == 3


async def test_a_press_delivered_twice_counts_once(wire: DiscordServer, alice: Person) -> None:
    board = (await alice.say("show")).shown
    pressed = alice.component(board, "Draw")
    await wire.deliver(pressed)
    await wire.deliver(pressed)
    assert moves_made((await pressed.wait()).shown) == 2
    assert moves_made((await alice.say("show")).shown) == 2


async def test_a_start_delivered_twice_deals_one_game(wire: DiscordServer, bot: RunningBot) -> None:
    assert not bot.serving.done()
    bob = wire.person("bob")
    started = bob.command("start", game="dimes")
    await wire.deliver(started)
    await wire.deliver(started)
    title = (await started.wait()).shown.embeds[0]["title"]
    assert (await bob.say("show")).shown.embeds[0]["title"] == title


async def test_a_command_delivered_again_after_a_restart_counts_once(wire: DiscordServer, path: Path) -> None:
    alice = wire.person()
    async with running(wire, path):
        await wire.ready()
        await alice.say("start", game="dimes", deal="8")
        drawn = await alice.say("draw")
    async with running(wire, path):
        await wire.ready()
        await wire.deliver(drawn)
        assert moves_made((await alice.say("show")).shown) == 1


async def test_of_two_presses_on_one_board_the_first_to_arrive_counts(wire: DiscordServer, alice: Person) -> None:
    board = (await alice.say("show")).shown
    first, second = alice.component(board, "Draw"), alice.component(board, "Undo")
    await wire.deliver(second)
    await wire.deliver(first)
    shown = {moves_made(pressed.shown) for pressed in await asyncio.gather(first.wait(), second.wait())}
    assert shown in ({0}, {2})
    assert {moves_made((await alice.say("show")).shown)} == shown


async def test_commands_that_arrive_out_of_order_each_count_once(wire: DiscordServer, alice: Person) -> None:
    typed = [alice.command("draw") for _ in range(4)]
    for drawn in reversed(typed):
        await wire.deliver(drawn)
    assert sorted([moves_made((await drawn.wait()).shown) for drawn in typed]) == [2, 3, 4, 5]


async def test_a_late_interaction_changes_nothing(wire: DiscordServer, alice: Person) -> None:
    board = shown = (await alice.say("show")).shown
    for late in (
        alice.command("draw", age=stretched(3.5)),
        alice.command("give-up", age=stretched(30)),
        alice.component(board, "Draw", age=stretched(3.5)),
        alice.component(board, "Undo", age=DAY),
    ):
        await wire.deliver(late)
        with pytest.raises(UnansweredError):
            await late.wait()
        shown = (await alice.say("show")).shown
        assert (version_in(shown), moves_made(shown)) == (version_in(board), 1)
        assert "You gave up" not in str(shown.embeds)
    assert moves_made((await alice.press(shown, "Draw")).shown) == 2


async def test_a_late_interaction_changes_nothing_even_if_it_is_the_first(wire: DiscordServer, path: Path) -> None:
    alice = wire.person()
    async with running(wire, path):
        await wire.ready()
        await alice.say("start", game="dimes", deal="8")
    async with running(wire, path):
        await wire.ready()
        await wire.deliver(alice.command("draw", age=stretched(3.5)))
        assert moves_made((await alice.say("draw")).shown) == 1


async def test_an_interaction_with_no_time_left_is_refused_politely(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.wire.interactions.ANSWER_SECONDS", stretched(30))  # a busy machine needs them
    assert "took too long" in told(await alice.send(alice.command("draw", age=stretched(2.55))))
    assert moves_made((await alice.say("show")).shown) == 1


@pytest.mark.parametrize("ahead", [60.0, DAY], ids=["a minute", "a day"])
async def test_a_host_whose_clock_is_behind_refuses_only_late_interactions(
    wire: DiscordServer, alice: Person, ahead: float
) -> None:
    wire.world.ids.ahead = ahead
    assert moves_made((await alice.say("draw")).shown) == 2
    await wire.deliver(alice.command("draw", age=stretched(3.5)))
    assert moves_made((await alice.say("draw")).shown) == 3


@pytest.mark.parametrize("behind", [60.0, DAY], ids=["a minute", "a day"])
async def test_a_host_whose_clock_is_ahead_notices_at_once(wire: DiscordServer, alice: Person, behind: float) -> None:
    """Only one interaction seems late; Discord still accepts an answer to it."""
    wire.world.ids.ahead = -behind
    first = alice.command("draw")
    assert "try again" in told(await alice.send(first))
    assert moves_made((await alice.say("draw")).shown) == 2
    await wire.deliver(first)
    assert moves_made((await alice.say("show")).shown) == 2
    await wire.deliver(alice.command("draw", age=stretched(3.5)))
    assert moves_made((await alice.say("draw")).shown) == 3


@pytest.mark.parametrize("step", [-DAY, -60.0, 60.0, DAY], ids=["a day back", "back", "on", "a day on"])
async def test_setting_the_clock_does_not_disturb_players(
    wire: DiscordServer, path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    real, set_to = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: real() + set_to)
    async with running(wire, path, clock=lambda: time.time()):  # noqa: PLW0108 - it is set later
        await wire.ready()
        alice = wire.person()
        board = (await alice.say("start", game="dimes", deal="8")).shown
        set_to = step
        board = (await alice.press(board, "Draw")).shown
        assert moves_made(board) == 1
        set_to = 0.0
        assert moves_made((await alice.press(board, "Draw")).shown) == 2
        await wire.deliver(alice.command("draw", age=stretched(3.5)))
        set_to = step
        assert moves_made((await alice.say("undo")).shown) == 1
