"""Storing the live boards."""

import asyncio
import random

import pytest

from bot.model.game import NewGame
from bot.model.live_board import LiveBoard
from bot.store import Database, open_database
from tests.support.kinds import on_both
from tests.support.turns import BoardsInTurns, open_games

pytestmark = on_both

ALICE = 1
LARGEST = 2**63 - 1
GAME = 100


@pytest.fixture
async def boards(database: Database, monkeypatch: pytest.MonkeyPatch) -> BoardsInTurns:
    games = (GAME, LARGEST)
    monkeypatch.setattr("bot.services.games.new_game_id", iter(games).__next__)
    for game_id in games:
        await open_games(database).start(game_id, NewGame("tens", 8), game_id)
    return BoardsInTurns(database)


def board(number: int) -> LiveBoard:
    return LiveBoard(GAME, 200, number, drawn_by=number)


async def test_concurrent_boards_of_two_processes_retire_all_but_the_newest(url: str, boards: BoardsInTurns) -> None:
    database = await open_database(url)
    elsewhere = BoardsInTurns(database)
    numbers = list(range(300, 340))
    random.Random(8).shuffle(numbers)
    retired = await asyncio.gather(*((boards, elsewhere)[number % 2].put(ALICE, board(number)) for number in numbers))
    assert {each.message_id for each in retired if each is not None} == set(range(300, 339))
    for store in (boards, elsewhere):
        assert await store.of(ALICE) == board(339)
    await database.close()


async def test_the_largest_ids_of_discord_fit(boards: BoardsInTurns) -> None:
    largest = LiveBoard(LARGEST, LARGEST, LARGEST, LARGEST)
    await boards.put(LARGEST, largest)
    assert await boards.of(LARGEST) == largest
