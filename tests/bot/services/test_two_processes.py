"""Two processes with one database: neither shows or writes back a cached value that the other has changed."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.model.errors import BusyError, OldBoardError, StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.model.live_board import LiveBoard
from bot.model.preferences import BoardView
from bot.services import Services
from bot.store import open_database
from engine import IllegalMoveError, PatienceError
from tests.support.kinds import on_both
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

ALICE = 1
NOON = 1_795_262_400.0


@dataclass(frozen=True)
class Process:
    """One of the processes."""

    services: Services
    solver: SolverHere


@pytest.fixture
async def processes(url: str) -> AsyncIterator[tuple[Process, Process]]:
    databases = [await open_database(url) for _ in range(2)]
    solvers = [SolverHere() for _ in range(2)]
    first, second = (
        Process(Services(database, solver=solver, clock=lambda: NOON), solver)
        for database, solver in zip(databases, solvers, strict=True)
    )
    yield first, second
    for process in (first, second):
        process.services.pictures.close()
        await process.services.solving.close()
    for database in databases:
        await database.close()


interactions = itertools.count(1000)


async def start(process: Process, game: str = "dimes", deal: int = 8) -> UserGame:
    return await GamesInTurns.of(process.services).start(ALICE, NewGame(game, deal), next(interactions))


async def draw(process: Process) -> UserGame:
    return await GamesInTurns.of(process.services).play(ALICE, "draw", next(interactions))


async def test_alternating_between_processes_plays_each_move_once(processes: tuple[Process, Process]) -> None:
    await start(processes[0])
    for number in range(1, 31):
        played = await draw(processes[number % 2])
        assert len(played.game.moves) == number
        for process in processes:
            assert (await GamesInTurns.of(process.services).current(ALICE)).game.moves == played.game.moves
    for number in reversed(range(10, 30)):
        undone = await GamesInTurns.of(processes[number % 3 % 2].services).undo(ALICE, next(interactions))
        assert len(undone.game.moves) == number


async def test_playing_in_both_at_once_neither_loses_nor_repeats_a_move(processes: tuple[Process, Process]) -> None:
    dice = random.Random(8)
    await start(processes[0])
    played = 0
    for _ in range(12):
        each = [dice.choice(processes) for _ in range(4)]
        answers = await asyncio.gather(*map(draw, each), return_exceptions=True)
        shown = [len(answer.game.moves) for answer in answers if isinstance(answer, UserGame)]
        assert {type(answer) for answer in answers} <= {UserGame, BusyError}
        assert sorted(shown) == list(range(played + 1, played + len(shown) + 1))
        played += len(shown)
        assert {len((await GamesInTurns.of(process.services).current(ALICE)).game.moves) for process in processes} == {
            played
        }


async def test_an_interaction_delivered_to_both_takes_effect_once(processes: tuple[Process, Process]) -> None:
    await start(processes[0])
    same = next(interactions)
    answers = await asyncio.gather(
        *(GamesInTurns.of(process.services).play(ALICE, "draw", same) for process in processes)
    )
    assert [len(answer.game.moves) for answer in answers] == [1, 1]


async def test_a_board_is_stale_once_the_other_process_has_played(processes: tuple[Process, Process]) -> None:
    first, second = processes
    board = (await start(first)).board
    await draw(second)
    with pytest.raises(StaleBoardError):
        await GamesInTurns.of(first.services).undo(ALICE, next(interactions), board=board)
    with pytest.raises(StaleBoardError):
        await first.services.solving.hint(turn_of(first.services, ALICE, next(interactions)), board=board)


async def test_the_stored_game_and_not_a_cached_one_decides_what_is_legal(processes: tuple[Process, Process]) -> None:
    started = await start(processes[0], "tens")
    first, second = (str(move) for move in started.game.legal_moves()[:2])  # 4+8 and 8+10 share a pile
    await GamesInTurns.of(processes[1].services).play(ALICE, first, next(interactions))
    with pytest.raises(IllegalMoveError):
        await GamesInTurns.of(processes[0].services).play(ALICE, second, next(interactions))
    await GamesInTurns.of(processes[1].services).undo(ALICE, next(interactions))
    redone = await GamesInTurns.of(processes[0].services).redo(ALICE, next(interactions))
    assert [str(move) for move in redone.game.moves] == [first]


async def test_preferences_set_in_one_process_apply_in_the_other(processes: tuple[Process, Process]) -> None:
    first, second = processes
    assert (await second.services.preferences.of(turn_of(second.services, ALICE), ALICE)).view is not BoardView.TEXT
    await first.services.preferences.change(turn_of(first.services, ALICE, next(interactions)), view=BoardView.TEXT)
    assert (await second.services.preferences.of(turn_of(second.services, ALICE), ALICE)).view is BoardView.TEXT


async def test_a_hint_is_for_the_stored_position(processes: tuple[Process, Process]) -> None:
    """The other process has played since this one found a way."""
    first, second = processes
    await start(first)
    current, hinted = await first.services.solving.hint(turn_of(first.services, ALICE, next(interactions)))
    assert hinted.moves
    await draw(second)
    current, hinted = await first.services.solving.hint(turn_of(first.services, ALICE, next(interactions)))
    assert len(current.game.moves) == 1
    assert not hinted.moves or hinted.moves[0] in current.game.legal_moves()


async def test_a_hint_is_discarded_when_the_other_process_plays_during_the_search(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    board = (await start(first)).board
    first.solver.meanwhile = lambda: draw(second)
    with pytest.raises(StaleBoardError):
        await first.services.solving.hint(turn_of(first.services, ALICE, next(interactions)), board=board)


async def test_one_process_does_not_write_back_what_the_other_has_deleted(processes: tuple[Process, Process]) -> None:
    first, second = processes
    current = await start(first)
    await draw(first)
    await first.services.solving.hint(turn_of(first.services, ALICE, next(interactions)))
    board = LiveBoard(current.id, 200, 300, drawn_by=next(interactions))
    await first.services.boards.put(turn_of(first.services, ALICE), board)
    await second.services.privacy.delete(turn_of(second.services, ALICE))
    games = GamesInTurns.of(first.services)
    for again in (games.undo, games.redo, games.home, games.give_up):
        with pytest.raises(PatienceError, match="have a game yet"):
            await again(ALICE, next(interactions))
    with pytest.raises(OldBoardError):
        await games.note_hint(current, next(interactions))
    # A board is stored after the answer, which may be after the deletion.
    await first.services.boards.put(turn_of(first.services, ALICE), board)
    assert await first.services.boards.of(turn_of(first.services, ALICE)) is None
    exported = (await first.services.privacy.export(turn_of(first.services, ALICE))).content
    assert exported == (await second.services.privacy.export(turn_of(second.services, ALICE))).content
    assert b'"games": []' in exported
    assert b'"live_board": null' in exported


async def test_a_move_during_deletion_in_the_other_process_leaves_nothing(processes: tuple[Process, Process]) -> None:
    first, second = processes
    current = await start(first)

    async def play_and_show() -> None:
        await draw(first)
        await first.services.boards.put(
            turn_of(first.services, ALICE), LiveBoard(current.id, 200, 300, drawn_by=next(interactions))
        )

    await asyncio.gather(
        play_and_show(), second.services.privacy.delete(turn_of(second.services, ALICE)), return_exceptions=True
    )
    assert b'"games": []' in (await first.services.privacy.export(turn_of(first.services, ALICE))).content
    assert await first.services.boards.of(turn_of(first.services, ALICE)) is None


async def test_both_processes_draw_the_same_dailies(processes: tuple[Process, Process]) -> None:
    today = processes[0].services.dailies.today()
    dailies = await asyncio.gather(
        *(process.services.dailies.of(process.services.turns.background(), today) for process in processes)
    )
    assert dailies[0] == dailies[1]
