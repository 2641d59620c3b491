"""Playing games, in one process or in two that share a database."""

import pytest

from bot.model.errors import UnreadableGameError
from bot.model.game import NewGame
from bot.store import Connection
from engine import PatienceError, Status
from tests.support.kinds import ask, on_both
from tests.support.processes import ALICE, Process, numbers
from tests.support.recording import rows

pytestmark = on_both


async def test_the_log_names_a_game_but_not_the_interaction_that_dealt_it(
    url: str, here: Process, elsewhere: Process, caplog: pytest.LogCaptureFixture
) -> None:
    interaction_id = 1_440_000_000_000_000_123
    started = await here.games.start(ALICE.id, NewGame("tens", 8), interaction_id)
    await ask(url, "UPDATE games SET saved = 'nonsense'")
    with pytest.raises(UnreadableGameError):
        await elsewhere.games.find(ALICE.id)
    assert f"game {started.id} cannot be read" in caplog.text
    assert str(interaction_id) not in caplog.text


async def test_interactions_are_forgotten_in_batches_after_a_day(
    url: str, here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.cleanup._MOST_INTERACTIONS", 7)
    hour = 60 * 60 * 1000 << 22  # in Discord's ids
    now = 1 << 60
    long_ago = [now - 25 * hour - number for number in range(50)]

    async def interact(connection: Connection) -> None:
        for number in (*long_ago, now - 23 * hour):
            await connection.execute("INSERT INTO interactions VALUES (:id)", {"id": number})

    await here.database.write(interact)
    await here.games.start(ALICE.id, NewGame("dimes", 8), now)
    await here.services.cleanup.run(here.clock.now)
    assert await rows(url, "interactions") == [(now - 23 * hour,), (now,)]


async def test_a_game_cannot_exceed_the_longest_length(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.game.MOST_MOVES", 3)
    await here.deal(ALICE, NewGame("dimes", 8))
    for _ in range(3):
        await here.draw()
    with pytest.raises(PatienceError, match="3 moves"):
        await here.draw()
    assert len((await here.games.undo(ALICE.id, next(numbers))).game.moves) == 2
    assert len((await here.games.redo(ALICE.id, next(numbers))).game.moves) == 3
    assert (await here.give_up()).game.status is Status.GIVEN_UP
