"""Two processes with one database: neither shows or writes back a cached value that the other has changed."""

import asyncio
import random

import pytest

from bot.model.errors import BusyError, OldBoardError, StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.model.live_board import LiveBoard
from engine import IllegalMoveError, PatienceError
from tests.support.kinds import on_both
from tests.support.processes import ALICE, Process, numbers

pytestmark = on_both


async def test_playing_in_both_at_once_neither_loses_nor_repeats_a_move(here: Process, elsewhere: Process) -> None:
    dice = random.Random(8)
    await here.deal(ALICE, NewGame("dimes", 8))
    played = 0
    for _ in range(12):
        each = [dice.choice((here, elsewhere)) for _ in range(4)]
        answers = await asyncio.gather(*(process.draw() for process in each), return_exceptions=True)
        shown = [len(answer.game.moves) for answer in answers if isinstance(answer, UserGame)]
        assert {type(answer) for answer in answers} <= {UserGame, BusyError}
        assert sorted(shown) == list(range(played + 1, played + len(shown) + 1))
        played += len(shown)
        assert {len((await process.games.current(ALICE.id)).game.moves) for process in (here, elsewhere)} == {played}


async def test_an_interaction_delivered_to_both_takes_effect_once(here: Process, elsewhere: Process) -> None:
    await here.deal(ALICE, NewGame("dimes", 8))
    same = next(numbers)
    answers = await asyncio.gather(*(process.games.play(ALICE.id, "draw", same) for process in (here, elsewhere)))
    assert [len(answer.game.moves) for answer in answers] == [1, 1]


async def test_a_board_is_stale_once_the_other_process_has_played(here: Process, elsewhere: Process) -> None:
    board = (await here.deal(ALICE, NewGame("dimes", 8))).board
    await elsewhere.draw()
    with pytest.raises(StaleBoardError):
        await here.games.undo(ALICE.id, next(numbers), board=board)
    with pytest.raises(StaleBoardError):
        await here.services.solving.hint(here.turn(), board=board)


async def test_the_stored_game_and_not_a_cached_one_decides_what_is_legal(here: Process, elsewhere: Process) -> None:
    started = await here.deal(ALICE, NewGame("tens", 8))
    first, second = (str(move) for move in started.game.legal_moves()[:2])  # 4+8 and 8+10 share a pile
    await elsewhere.move(first)
    with pytest.raises(IllegalMoveError):
        await here.move(second)
    await elsewhere.games.undo(ALICE.id, next(numbers))
    redone = await here.games.redo(ALICE.id, next(numbers))
    assert [str(move) for move in redone.game.moves] == [first]


async def test_a_hint_is_for_the_stored_position(here: Process, elsewhere: Process) -> None:
    """The other process has played since this one found a way."""
    await here.deal(ALICE, NewGame("dimes", 8))
    current, hinted = await here.hint()
    assert hinted.moves
    await elsewhere.draw()
    current, hinted = await here.hint()
    assert len(current.game.moves) == 1
    assert not hinted.moves or hinted.moves[0] in current.game.legal_moves()


async def test_a_hint_is_discarded_when_the_other_process_plays_during_the_search(
    here: Process, elsewhere: Process
) -> None:
    board = (await here.deal(ALICE, NewGame("dimes", 8))).board
    here.solver.meanwhile = elsewhere.draw
    with pytest.raises(StaleBoardError):
        await here.services.solving.hint(here.turn(), board=board)


async def test_one_process_does_not_write_back_what_the_other_has_deleted(here: Process, elsewhere: Process) -> None:
    current = await here.deal(ALICE, NewGame("dimes", 8))
    await here.draw()
    await here.hint()
    board = LiveBoard(current.id, 200, 300, drawn_by=next(numbers))
    await here.services.boards.put(here.turn(), board)
    await elsewhere.delete_data()
    games = here.games
    for again in (games.undo, games.redo, games.bring_home, games.give_up):
        with pytest.raises(PatienceError, match="have a game yet"):
            await again(ALICE.id, next(numbers))
    with pytest.raises(OldBoardError):
        await games.note_hint(current, next(numbers))
    # A board is stored after the answer, which may be after the deletion.
    await here.services.boards.put(here.turn(), board)
    assert await here.services.boards.of(here.turn()) is None
    exported = await here.export()
    assert exported == await elsewhere.export()
    assert '"games": []' in exported
    assert '"boards": []' in exported


async def test_a_move_during_deletion_in_the_other_process_leaves_nothing(here: Process, elsewhere: Process) -> None:
    current = await here.deal(ALICE, NewGame("dimes", 8))

    async def play_and_show() -> None:
        await here.draw()
        await here.services.boards.put(here.turn(), LiveBoard(current.id, 200, 300, drawn_by=next(numbers)))

    await asyncio.gather(play_and_show(), elsewhere.delete_data(), return_exceptions=True)
    assert '"games": []' in await here.export()
    assert await here.services.boards.of(here.turn()) is None
