"""Storing the live boards."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.model.game import NewGame
from bot.model.live_board import LiveBoard
from bot.store import Database, open_database
from tests.support.kinds import on_both
from tests.support.turns import BoardsInTurns, open_games

pytestmark = on_both

ALICE, BOB = 1, 2
LARGEST = 2**63 - 1
GAMES = (100, 101, LARGEST)


@pytest.fixture
async def boards(database: Database, monkeypatch: pytest.MonkeyPatch) -> BoardsInTurns:
    monkeypatch.setattr("bot.services.games.new_game_id", iter(GAMES).__next__)
    for game_id in GAMES:
        await open_games(database).start(game_id, NewGame("tens", 8), game_id)
    return BoardsInTurns(database)


def board(message: int, *, drawn_by: int, game: int = 100) -> LiveBoard:
    return LiveBoard(game, 200, message, drawn_by)


async def test_a_new_board_retires_the_one_before_but_not_those_of_others(boards: BoardsInTurns) -> None:
    assert await boards.put(ALICE, board(300, drawn_by=1)) is None
    assert await boards.put(BOB, board(301, drawn_by=2)) is None
    assert await boards.put(ALICE, board(302, drawn_by=3)) == board(300, drawn_by=1)
    assert await boards.of(ALICE) == board(302, drawn_by=3)
    assert await boards.of(BOB) == board(301, drawn_by=2)


async def test_redrawing_the_live_board_retires_nothing(boards: BoardsInTurns) -> None:
    await boards.put(ALICE, board(300, drawn_by=1))
    assert await boards.put(ALICE, board(300, drawn_by=2, game=101)) is None
    assert await boards.of(ALICE) == board(300, drawn_by=2, game=101)


async def test_a_board_drawn_before_the_live_one_is_itself_retired(boards: BoardsInTurns) -> None:
    await boards.put(ALICE, board(301, drawn_by=2))
    late = board(300, drawn_by=1)
    assert await boards.put(ALICE, late) == late
    assert await boards.of(ALICE) == board(301, drawn_by=2)


async def test_concurrent_boards_of_two_processes_retire_all_but_the_newest(url: str, boards: BoardsInTurns) -> None:
    database = await open_database(url)
    elsewhere = BoardsInTurns(database)
    numbers = list(range(300, 340))
    random.Random(8).shuffle(numbers)
    retired = await asyncio.gather(
        *((boards, elsewhere)[number % 2].put(ALICE, board(number, drawn_by=number)) for number in numbers)
    )
    assert {each.message_id for each in retired if each is not None} == set(range(300, 339))
    for store in (boards, elsewhere):
        assert await store.of(ALICE) == board(339, drawn_by=339)
    await database.close()


async def test_the_largest_ids_of_discord_fit(boards: BoardsInTurns) -> None:
    largest = LiveBoard(LARGEST, LARGEST, LARGEST, LARGEST)
    await boards.put(LARGEST, largest)
    assert await boards.of(LARGEST) == largest


async def test_the_board_of_a_deleted_game_is_not_stored(boards: BoardsInTurns) -> None:
    await boards.put(ALICE, board(300, drawn_by=1, game=999))
    assert await boards.of(ALICE) is None
