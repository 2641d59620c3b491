"""Interactions that arrive twice, late or out of order, and clocks that disagree."""

import time
from pathlib import Path

import pytest

from tests.support.wire.bots import running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person

DAY = 24 * 60 * 60.0


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
        assert (shown.version, shown.moves_made) == (board.version, 1)
        assert "You gave up" not in str(shown.embeds)
    assert (await alice.press(shown, "Draw")).shown.moves_made == 2


async def test_a_late_interaction_changes_nothing_even_if_it_is_the_first(wire: DiscordServer, path: Path) -> None:
    alice = wire.person()
    async with running(wire, path):
        await wire.ready()
        await alice.say("start", game="dimes", deal="8")
    async with running(wire, path):
        await wire.ready()
        await wire.deliver(alice.command("draw", age=stretched(3.5)))
        assert (await alice.say("draw")).shown.moves_made == 1


async def test_an_interaction_with_no_time_left_is_refused_politely(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.wire.interactions.ANSWER_SECONDS", stretched(30))  # a busy machine needs them
    assert "took too long" in (await alice.send(alice.command("draw", age=stretched(2.55)))).told
    assert (await alice.say("show")).shown.moves_made == 1


async def refuses_at_most_once(player: Person, board: Message) -> Message:
    """Press *Draw*, again if that seemed too late; return the board."""
    pressed = await player.press(board, "Draw")
    return (await player.press(board, "Draw")).shown if pressed.shown.is_private else pressed.shown


@pytest.mark.parametrize("step", [-DAY, DAY], ids=["a day back", "a day on"])
async def test_setting_the_clock_costs_one_press_at_most_and_no_late_one_counts(
    wire: DiscordServer, path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    real = time.time
    set_to = 0.0
    monkeypatch.setattr(time, "time", lambda: real() + set_to)
    async with running(wire, path, clock=lambda: time.time()):  # noqa: PLW0108 - it is set later
        await wire.ready()
        alice = wire.person()
        board = (await alice.say("start", game="dimes", deal="8")).shown
        set_to = step
        board = await refuses_at_most_once(alice, board)
        assert board.moves_made == 1
        set_to = 0.0
        board = await refuses_at_most_once(alice, board)
        assert board.moves_made == 2
        await wire.deliver(alice.command("draw", age=stretched(3.5)))
        assert (await alice.say("show")).shown.moves_made == 2
