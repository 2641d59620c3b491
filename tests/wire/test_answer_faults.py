"""Discord rejects or delays an answer: the move counts once, and nobody else has to wait."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.wire.bots import RunningBot
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.people import Person
from tests.support.wire.shown_boards import moves_made


async def plays_on(wire: DiscordServer, alice: Person, drawn: Interaction, moves: int) -> None:
    """Assert that Alice's game has this many moves, that a repeated delivery adds none, and that it goes on."""
    assert moves_made((await alice.say("show")).shown) == moves
    await wire.deliver(drawn)
    assert moves_made((await alice.say("draw")).shown) == moves + 1


@pytest.mark.parametrize(("status", "retry_after"), [(500, 0), (502, 0), (503, 0), (429, 0.5)])
async def test_an_answer_that_is_accepted_on_retry_arrives_in_time(
    wire: DiscordServer, alice: Person, status: int, retry_after: float
) -> None:
    wire.faults.request(status, retry_after=retry_after)
    drawn = await alice.say("draw")
    assert moves_made(drawn.shown) == 2
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize(("status", "retry_after", "times"), [(500, 0, 4), (429, 16, 1), (None, 0, 1)], ids=str)
async def test_a_move_whose_answer_is_not_accepted_in_time_counts_once(
    wire: DiscordServer, alice: Person, status: int | None, retry_after: float, times: int
) -> None:
    drawn = alice.command("draw")
    wire.faults.request(status, path=drawn.token, retry_after=retry_after, times=times)
    drawing = asyncio.create_task(alice.send(drawn))
    bob = wire.person("bob")
    assert moves_made((await bob.say("start", game="dimes", deal="8")).shown) == 0
    assert moves_made((await bob.say("draw")).shown) == 1
    with pytest.raises(UnansweredError):
        await drawing
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize("status", [0, 400, 401, 403, 404], ids=str)
async def test_a_move_whose_answer_is_rejected_or_reset_counts_once(
    wire: DiscordServer, alice: Person, status: int
) -> None:
    wire.faults.request(status)
    drawn = await alice.say("draw")
    assert drawn.shown.is_private
    assert "`/solitaire show`" in drawn.shown.content
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize("status", [0, 500, 503], ids=str)
async def test_a_move_whose_answer_is_accepted_but_not_confirmed_counts_once(
    wire: DiscordServer, alice: Person, status: int
) -> None:
    wire.faults.request(status, after=True)
    drawn = await alice.say("draw")
    assert moves_made(drawn.shown) == 2
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize("status", [0, 503], ids=str)
async def test_a_button_can_be_pressed_again_after_its_answer_was_lost(
    wire: DiscordServer, alice: Person, status: int
) -> None:
    board = (await alice.say("show")).shown
    pressed = alice.component(board, "Draw")
    wire.faults.request(status, path=pressed.token, times=4)
    await wire.deliver(pressed)
    with pytest.raises(UnansweredError):
        await pressed.wait()
    board = (await alice.press(board, "Draw")).shown
    assert moves_made(board) == 2
    assert moves_made((await alice.press(board, "Draw")).shown) == 3


async def test_hanging_answers_delay_nobody_else(wire: DiscordServer, alice: Person) -> None:
    for _ in range(50):
        started = wire.person("bob").command("start", game="dimes")
        wire.faults.request(None, path=started.token)
        await wire.deliver(started)
    assert moves_made((await alice.say("draw")).shown) == 2


async def test_a_board_that_cannot_be_retired_does_not_block_the_next(wire: DiscordServer, alice: Person) -> None:
    wire.faults.request(500, path="/messages/", times=100)
    await alice.say("show")
    assert moves_made((await alice.say("draw")).shown) == 2


async def test_nothing_is_offered_instead_of_rejected_completions(
    wire: DiscordServer, bot: RunningBot, alice: Person
) -> None:
    wire.faults.request(400)
    assert await alice.complete("move", "move", "") == {}
    assert await alice.complete("move", "move", "")
    assert not bot.serving.done()
