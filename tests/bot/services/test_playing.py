"""Playing games, in one process or in two that share a database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from unittest.mock import Mock

import pytest

from bot.model.errors import (
    OldBoardError,
    UnreadableGameError,
)
from bot.model.errors import StaleBoardError as Stale
from bot.model.game import NewGame
from bot.store import Connection, Database, open_database
from engine import Game, PatienceError, Status, UnknownVariantError
from tests.support.kinds import ask, on_both
from tests.support.recording import rows
from tests.support.turns import GamesInTurns, open_games

pytestmark = on_both

ALICE = 1
BOB = 2


@pytest.fixture
async def elsewhere(url: str, games: GamesInTurns) -> AsyncIterator[GamesInTurns]:
    """A second process with the same database."""
    await games.find(ALICE)
    database = await open_database(url)
    yield open_games(database)
    await database.close()


async def test_the_log_names_a_game_but_not_the_interaction_that_dealt_it(
    url: str, games: GamesInTurns, elsewhere: GamesInTurns, caplog: pytest.LogCaptureFixture
) -> None:
    interaction_id = 1_440_000_000_000_000_123
    started = await games.start(ALICE, NewGame("tens", 8), interaction_id)
    await ask(url, "UPDATE games SET saved = 'nonsense'")
    with pytest.raises(UnreadableGameError):
        await elsewhere.find(ALICE)
    assert f"game {started.id} cannot be read" in caplog.text
    assert str(interaction_id) not in caplog.text


async def test_wrong_requests_change_nothing(games: GamesInTurns) -> None:
    with pytest.raises(PatienceError, match="have a game yet"):
        await games.current(ALICE)
    with pytest.raises(UnknownVariantError):
        await games.start(ALICE, NewGame("klondike"), 100)
    await games.start(ALICE, NewGame("tens", 8), 101)
    await games.play(ALICE, "4+8", 103)
    with pytest.raises(PatienceError, match="somebody else's"):
        await games.owned(BOB, (await games.current(ALICE)).id)
    with pytest.raises(OldBoardError):
        await games.owned(ALICE, 999)
    assert (await games.current(ALICE)).version == 2


async def test_old_interactions_are_forgotten_in_batches(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.turn._MOST_FORGOTTEN", 7)
    month = 30 * 24 * 60 * 60 * 1000 << 22  # in Discord's ids
    long_ago = [(1 << 60) - month + number for number in range(50)]

    async def interact(connection: Connection) -> None:
        for number in long_ago:
            await connection.execute("INSERT INTO interactions VALUES (:id)", {"id": number})

    await database.write(interact)
    games = open_games(database)
    await games.start(ALICE, NewGame("dimes", 8), 1 << 60)
    while len(await rows(url, "interactions")) > 1:
        await asyncio.sleep(0.01)
    assert await games.play(ALICE, "draw", (1 << 60) + 1) == await games.play(ALICE, "draw", (1 << 60) + 1)


async def test_a_game_cannot_exceed_the_longest_length(games: GamesInTurns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.game.MOST_MOVES", 3)
    await games.start(ALICE, NewGame("dimes", 8), 100)
    for number in range(101, 104):
        await games.play(ALICE, "draw", number)
    with pytest.raises(PatienceError, match="3 moves"):
        await games.play(ALICE, "draw", 104)
    assert len((await games.undo(ALICE, 105)).game.moves) == 2
    assert len((await games.redo(ALICE, 106)).game.moves) == 3
    assert (await games.give_up(ALICE, 107)).game.status is Status.GIVEN_UP


async def test_a_board_counts_only_at_its_version(games: GamesInTurns) -> None:
    first = await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.play(ALICE, "draw", 101, board=first.board)
    with pytest.raises(Stale):
        await games.play(ALICE, "draw", 102, board=first.board)
    given_up = await games.give_up(ALICE, 103)
    second = await games.start(ALICE, NewGame("dimes", 9), 104)
    with pytest.raises(OldBoardError):
        await games.play(ALICE, "draw", 105, board=given_up.board)
    with pytest.raises(PatienceError, match="somebody else's"):
        await games.play(BOB, "draw", 106, board=second.board)
    assert (await games.current(ALICE)).version == 1


async def test_concurrent_moves_are_played_in_order_of_arrival(games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    answers = await asyncio.gather(*(games.play(ALICE, "draw", 200 + number) for number in range(10)))
    assert [len(answer.game.moves) for answer in answers] == list(range(1, 11))


async def test_concurrent_players_do_not_affect_each_other(games: GamesInTurns, elsewhere: GamesInTurns) -> None:
    async def life(user: int) -> int:
        dice = random.Random(user)
        made = 0
        service = dice.choice((games, elsewhere))
        await service.start(user, NewGame("dimes", user), user * 1000)
        for number in range(1, 15):
            service = dice.choice((games, elsewhere))
            try:
                if dice.random() < 0.3:
                    await service.undo(user, user * 1000 + number)
                    made -= 1
                else:
                    await service.play(user, "draw", user * 1000 + number)
                    made += 1
            except PatienceError:
                continue
        return made

    made = await asyncio.gather(*map(life, range(1, 41)))
    for user, moves in enumerate(made, 1):
        for service in (games, elsewhere):
            assert len((await service.current(user)).game.moves) == moves


async def test_the_record_of_interactions_does_not_grow_forever(database: Database, games: GamesInTurns) -> None:
    day = 24 * 60 * 60 * 1000 << 22
    await games.start(ALICE, NewGame("dimes", 8), 100)
    for number in range(600):
        await games.play(ALICE, "draw", day * 3 + 2 * number)
        await games.undo(ALICE, day * 3 + 2 * number + 1)
    while database._background_task is not None:  # noqa: SLF001 - nobody else waits for that
        await asyncio.sleep(0.001)
    kept = [number for (number,) in await database.rows("SELECT id FROM interactions")]
    assert 100 not in kept
    assert day * 3 + 1 in kept


async def test_looking_at_an_earlier_game_does_not_evict_the_current_one(
    games: GamesInTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.give_up(ALICE, 101)
    started = await games.start(ALICE, NewGame("dimes", 9), 102)
    await games.owned(ALICE, earlier.id)
    monkeypatch.setattr(Game, "load", Mock(side_effect=AssertionError("the current game was parsed again")))
    assert (await games.play(ALICE, "draw", 103)).id == started.id
