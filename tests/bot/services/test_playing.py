"""Playing games, in one process or in two that share a database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from bot.model.errors import UnreadableGameError
from bot.model.game import NewGame
from bot.store import Connection, Database, open_database
from engine import PatienceError, Status
from tests.support.card_room import wait_until_written
from tests.support.kinds import ask, on_both
from tests.support.recording import rows
from tests.support.turns import GamesInTurns, open_games

pytestmark = on_both

ALICE = 1


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


async def test_interactions_are_forgotten_in_batches_after_a_day(
    url: str, database: Database, games: GamesInTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.turn._MOST_FORGOTTEN", 7)
    monkeypatch.setattr("bot.store.turn._COMMITS_BETWEEN_CLEANUPS", 2)
    hour = 60 * 60 * 1000 << 22  # in Discord's ids
    now = 1 << 60
    long_ago = [now - 25 * hour - number for number in range(50)]

    async def interact(connection: Connection) -> None:
        for number in (*long_ago, now - 23 * hour):
            await connection.execute("INSERT INTO interactions VALUES (:id)", {"id": number})

    await database.write(interact)
    await games.start(ALICE, NewGame("dimes", 8), now)
    await wait_until_written(database)
    assert await rows(url, "interactions") == [(now - 23 * hour,), (now,)]
    later = now + 48 * hour
    await games.play(ALICE, "draw", later)
    await games.play(ALICE, "draw", later + 1)
    await wait_until_written(database)
    assert await rows(url, "interactions") == [(later,), (later + 1,)]


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
