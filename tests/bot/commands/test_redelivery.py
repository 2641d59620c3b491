"""Interactions that Discord delivers twice, and different ones at the same moment."""

import asyncio
import itertools
from typing import Any

import pytest

from bot.model.game import UserGame
from bot.services import Services
from bot.store import StoreError
from engine import IllegalMoveError, PatienceError, Status
from tests.support.card_room import CardRoom, only, private, public
from tests.support.contests import ranked
from tests.support.daily_room import TODAY, begin, board, play_on, results, second_process
from tests.support.forging import press
from tests.support.kinds import SQLITE, on_both
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

COMMANDS = [("move", {"move": "draw"}, 4), ("undo", {}, 2), ("redo", {}, 4), ("give-up", {}, 3)]


async def dimes_with_an_undone_move(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.play(*["draw"] * 4)
    await room.games.undo(room.alice.id, room.env.backend.snowflake())


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize(("command", "options", "moves"), COMMANDS, ids=[command[0] for command in COMMANDS])
async def test_a_redelivered_command_counts_once(
    room: CardRoom, command: str, options: dict[str, Any], moves: int, times: int
) -> None:
    await dimes_with_an_undone_move(room)
    before = await room.game()
    async with room.at_once(times=times):
        answer = await room.say(command, **options)
    assert public(answer).moves_made == moves
    again = room.last_interaction
    await room.deliver(again)
    await room.restart()
    await room.deliver(again)
    after = await room.game()
    assert len(after.game.moves) == moves
    assert after.version == before.version + 1


async def test_a_command_whose_user_was_told_that_nothing_changed_changes_nothing_when_it_is_delivered_again(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails for the first delivery alone."""
    await room.start("dimes", 8)
    kind: Any = type(room.database)
    write = kind.write
    fails = iter([True])

    async def fails_once(*given: Any, **options: Any) -> Any:
        if next(fails, False):
            await asyncio.sleep(0)
            raise StoreError("The database cannot be used: it is locked by another program.")
        return await write(*given, **options)

    monkeypatch.setattr(kind, "write", fails_once)
    async with room.at_once(times=2):
        answer = await room.say("draw")
    assert "nothing changed" in private(answer)
    await room.deliver(room.last_interaction)
    assert (await room.game()).game.moves == ()
    assert public(await room.say("draw")).moves_made == 1


@pytest.mark.parametrize("times", [1, 2])
async def test_a_start_delivered_twice_deals_one_game(room: CardRoom, times: int) -> None:
    async with room.at_once(times=times):
        answer = await room.say("start", game="dimes")
    await room.deliver(*room.held)
    current = await room.game()
    assert f"deal {current.game.deal}" in public(answer).title
    assert current.version == 1


async def test_a_redelivered_start_does_not_bring_an_old_game_back(room: CardRoom) -> None:
    await room.start("dimes", 8)
    again = room.last_interaction
    await room.say("give-up")
    await room.start("tens", 8)
    await room.deliver(again)
    assert await room.saved() == "tens|8||0|"
    await room.say("give-up")
    await room.deliver(again)
    assert (await room.game()).game.status is Status.GIVEN_UP


async def test_a_refused_command_is_not_carried_out_when_it_is_delivered_again(room: CardRoom) -> None:
    await room.say("give-up")
    given_up = room.last_interaction
    await room.start("diplomat", 7)
    await room.deliver(given_up)
    assert "You can't draw yet" in private(await room.say("draw"))
    drawn = room.last_interaction
    while "draw" not in map(str, (await room.game()).game.legal_moves()):
        await room.play_legal()
    before = await room.saved()
    await room.deliver(drawn)
    assert await room.saved() == before


async def test_a_press_is_answered_even_if_the_board_no_longer_has_that_button(room: CardRoom) -> None:
    """A press that another has overtaken arrives with the message as the other redrew it."""
    board = await room.start("dimes", 8)
    overtaken = board.buttons["Draw"]["custom_id"]
    await room.press(board, "Draw")
    await press(room, overtaken, is_private=False)
    assert (await room.game()).version == 2


@pytest.mark.parametrize("label", ["Draw", "Undo", "Redo"])
async def test_a_press_delivered_twice_counts_once(room: CardRoom, label: str) -> None:
    await dimes_with_an_undone_move(room)
    board = public(await room.say("show"))
    before = (await room.game()).version
    async with room.at_once(times=2):
        await room.press(board, label)
    await room.deliver(*room.held)
    assert (await room.game()).version == before + 1


async def test_new_game_pressed_and_delivered_twice_deals_one_game(room: CardRoom) -> None:
    await room.start("dimes", 8)
    over = public(await room.say("give-up"))
    async with room.at_once(times=2):
        await room.press(over, "New deal")
        await room.press(over, "New deal")
    await room.deliver(*room.held)
    current = await room.game()
    (live,) = room.live_boards()
    assert f"deal {current.game.deal}" in live.title
    assert current.version == 1
    assert await room.shelf.shelved(room.alice.id) == []


async def test_different_changes_at_once_are_played_or_refused_but_never_lost(
    room: CardRoom, database_kind: str
) -> None:
    await room.start("dimes", 8)
    async with room.at_once():
        answers = [await room.say("draw") for _ in range(12)]
    # The boards of all but the last move are gone.
    refused = [answer for answer in answers if answer.response is not None and answer.response.ephemeral]
    played = len(answers) - len(refused)
    assert len((await room.game()).game.moves) == played
    (live,) = room.live_boards()
    if database_kind == SQLITE:  # PostgreSQL stores them in any order, and the newest interaction's board is live
        assert live.moves_made == played
    for answer in refused:
        assert "try again" in private(answer)


async def test_a_result_counts_once_however_often_the_last_move_is_delivered(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=21)
    last = str((await day.game()).game.legal_moves()[0])
    async with day.at_once(times=2):
        await day.say("move", move=last)
    await day.deliver(*day.held)
    assert (await day.game()).game.status is Status.WON
    assert len(await results(day)) == 1
    _, (shown,) = await board(day, game="tens")
    assert shown.startswith("▫️ **alice** (you) · 52/52 · ")


async def test_giving_up_twice_at_once_counts_once_and_gives_up_no_later_game(day: CardRoom) -> None:
    await begin(day, "dimes")
    asked = only(await day.say("give-up"))
    asking = day.last_interaction
    async with day.at_once(times=3):
        await day.press(asked, "Give up")
    await day.deliver(*day.held)
    assert [result.cards_home for result in await results(day)] == [8]
    await day.start("tens", 8)
    await day.deliver(asking, *day.held)
    assert (await day.game()).game.status is Status.PLAYING


async def test_starting_twice_at_once_begins_one_attempt_and_asks_nothing(day: CardRoom) -> None:
    async with day.at_once(times=2):
        await day.say("daily", game="tens")
        await day.say("daily", game="tens")
    await day.deliver(*day.held)
    (shown,) = day.messages()
    assert "daily for Nov 21, 2026" in shown.text
    current = await day.game()
    assert (current.version, current.transcript) == (1, "")


async def test_a_start_that_overtakes_the_first_one_shows_its_board(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two quick commands looks for an attempt just before the first one begins it."""
    begun = await begin(day, "tens")
    find = day.services.games.attempt
    looks = itertools.count()

    async def attempt(*wanted: Any) -> UserGame | None:
        return await find(*wanted) if next(looks) else None

    monkeypatch.setattr(day.services.games, "attempt", attempt)
    shown = only(await day.say("daily", game="tens"))
    assert shown.text == begun.text
    assert [message.id for message in day.messages()] == [shown.id]


async def test_an_attempt_can_continue_in_another_process(day: CardRoom) -> None:
    """Both find each other's refusals and moves in the transcript, and only one records the end."""
    await begin(day)
    async with second_process(day) as other:
        for turn in range(22):
            games = (day.games, GamesInTurns.of(other))[turn % 2]
            day.advance_clock(5)
            with pytest.raises(IllegalMoveError):
                await games.play(day.alice.id, "1+2+3", day.env.backend.snowflake())
            current = await games.current(day.alice.id)
            move = str(current.game.legal_moves()[0])
            interaction_id = day.env.backend.snowflake()
            for each in (GamesInTurns.of(other), day.games):
                await each.play(day.alice.id, move, interaction_id, board=current.board)
    (result,) = await results(day)
    assert (result.cards_home, result.effort, result.seconds) == (52, 22, 110)


@pytest.mark.parametrize("has_begun", [False, True])
async def test_deleting_everything_while_beginning_in_another_process_gives_no_second_attempt(
    day: CardRoom, *, has_begun: bool
) -> None:
    new, numbers = ranked("tens", TODAY), itertools.count(7)

    async def start(services: Services, user: int) -> UserGame:
        return await services.games.start(turn_of(services, user, next(numbers), name="alice"), new)

    async with second_process(day) as other:
        for turns in range(20):  # the deletion meets the beginning at another point each time
            user = 1000 + turns
            if has_begun:
                await start(day.services, user)
            starting = asyncio.create_task(start(day.services, user))
            for _ in range(turns):
                await asyncio.sleep(0)
            begun, deleted = await asyncio.gather(
                starting, other.privacy.delete(turn_of(other, user)), return_exceptions=True
            )
            assert deleted is None
            assert isinstance(begun, PatienceError) == has_begun
            for services in (day.services, other):
                with pytest.raises(PatienceError, match=r"already played this daily|game in progress"):
                    await start(services, user)
