"""Discord rejects or delays an answer: the move counts once, and nobody else has to wait."""

import asyncio

import pytest

from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.people import Person


async def plays_on(wire: DiscordServer, alice: Person, drawn: Interaction, moves: int) -> None:
    """Assert that Alice's game has this many moves, that a repeated delivery adds none, and that it goes on."""
    assert (await alice.say("show")).shown.moves_made == moves
    await wire.deliver(drawn)
    assert (await alice.say("draw")).shown.moves_made == moves + 1


@pytest.mark.parametrize(("status", "retry_after"), [(502, 0), (429, 0.5)])
async def test_an_answer_that_is_accepted_on_retry_arrives_in_time(
    wire: DiscordServer, alice: Person, status: int, retry_after: float
) -> None:
    wire.faults.request(status, retry_after=retry_after)
    drawn = await alice.say("draw")
    assert drawn.shown.moves_made == 2
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize(("status", "retry_after", "times"), [(500, 0, 4), (429, 16, 1), (None, 0, 1)], ids=str)
async def test_a_move_whose_answer_is_not_accepted_in_time_counts_once(
    wire: DiscordServer, alice: Person, status: int | None, retry_after: float, times: int
) -> None:
    drawn = alice.command("draw")
    wire.faults.request(status, path=drawn.token, retry_after=retry_after, times=times)
    drawing = asyncio.create_task(alice.send(drawn))
    bob = wire.person("bob")
    assert (await bob.say("start", game="dimes", deal="8")).shown.moves_made == 0
    assert (await bob.say("draw")).shown.moves_made == 1
    with pytest.raises(UnansweredError):
        await drawing
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize("status", [0, 401, 404], ids=str)
async def test_a_move_whose_answer_is_rejected_or_reset_counts_once(
    wire: DiscordServer, alice: Person, status: int
) -> None:
    wire.faults.request(status)
    drawn = await alice.say("draw")
    assert drawn.shown.is_private
    assert "`/solitaire show`" in drawn.shown.content
    await plays_on(wire, alice, drawn, 2)


@pytest.mark.parametrize("status", [0, 503], ids=str)
async def test_a_move_whose_answer_is_accepted_but_not_confirmed_counts_once(
    wire: DiscordServer, alice: Person, status: int
) -> None:
    wire.faults.request(status, after=True)
    drawn = await alice.say("draw")
    assert drawn.shown.moves_made == 2
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
    assert board.moves_made == 2
    assert (await alice.press(board, "Draw")).shown.moves_made == 3


async def test_hanging_answers_delay_nobody_else(wire: DiscordServer, alice: Person) -> None:
    for _ in range(50):
        started = wire.person("bob").command("start", game="dimes")
        wire.faults.request(None, path=started.token)
        await wire.deliver(started)
    assert (await alice.say("draw")).shown.moves_made == 2
