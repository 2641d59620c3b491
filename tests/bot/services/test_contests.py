"""The core deals, scores and hides attempts at contests of a kind that it has never heard of."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from bot.model.contest import Contest, ContestId, Deal, Summary
from bot.model.game import NewGame, UserGame
from bot.model.score import Score
from bot.services.contests import Entered
from bot.services.shelf import Shelf
from bot.store import Change, Connection, Database, GameStore, Turn
from engine import PatienceError, Status
from tests.support.clock import Clock
from tests.support.kinds import ask, on_both
from tests.support.turns import GamesInTurns, open_games, turn_of

pytestmark = on_both

ALICE = 1
NOON = 1_795_262_400
CUP = Contest("cup", "spring", ends_at=NOON + 3600)


class Cup:
    """A kind of contest that lets everyone in, and keeps the scores as names of players."""

    async def enter(self, turn: Turn, contest: ContestId, *, is_ranked: bool) -> Entered:  # noqa: ARG002
        return Entered(CUP, Deal("dimes", 77, {}))

    def record(self, turn: Turn, contest: Contest, attempt: UserGame, score: Score) -> None:  # noqa: ARG002
        async def record(connection: Connection) -> None:
            row = {"user": attempt.user_id, "name": f"{score.cards_home} home"}
            await connection.execute("INSERT INTO players (user_id, name) VALUES (:user, :name)", row)

        turn.also(record)

    async def summary(self, *_: object) -> Summary | None:
        return None

    async def is_winnable(self, *_: object) -> None:
        return None


@pytest.fixture
def games(database: Database, clock: Clock) -> GamesInTurns:
    return open_games(database, GameStore(), {"cup": Cup()}, clock=clock)


numbers: Iterator[int] = itertools.count(100)


async def enter(games: GamesInTurns, *, is_ranked: bool = True) -> UserGame:
    return await games.start(ALICE, NewGame("dimes", contest=CUP.id, is_ranked=is_ranked), next(numbers))


async def test_the_score_of_an_attempt_goes_to_its_kind_in_the_transaction_of_the_last_move(
    games: GamesInTurns, url: str
) -> None:
    begun = await enter(games)
    assert (begun.contest, begun.is_ranked, begun.game.deal) == (CUP, True, 77)
    assert await ask(url, "SELECT name FROM players") == []
    await games.give_up(ALICE, next(numbers), is_sure=True)
    assert await ask(url, "SELECT name FROM players") == [("8 home",)]


async def test_a_score_that_cannot_be_stored_undoes_the_last_move(games: GamesInTurns, url: str) -> None:
    await enter(games)
    await ask(url, "INSERT INTO players (user_id, name) VALUES (1, 'taken')")
    with pytest.raises(Exception, match=r"(?i)unique|duplicate|database"):
        await games.give_up(ALICE, next(numbers), is_sure=True)
    games.games.forget(ALICE)
    assert (await games.current(ALICE)).game.status is Status.PLAYING


async def test_listeners_hear_of_each_change_once_it_is_committed(games: GamesInTurns) -> None:
    heard: list[Change] = []
    of_cups: list[Change] = []
    games.games.on_change(lambda _, change: heard.append(change))
    games.games.on_change(lambda _, change: of_cups.append(change), kind="cup")
    ordinary = await games.start(ALICE, NewGame("dimes", 8), next(numbers))
    drawn = await games.play(ALICE, "draw", next(numbers))
    attempt = await enter(games)
    with pytest.raises(PatienceError):
        await games.undo(ALICE, next(numbers))
    shelf = Shelf(GameStore(), games.games)
    await shelf.resume(turn_of(games.turns, ALICE, next(numbers)), ordinary.id)
    await shelf.give_up(turn_of(games.turns, ALICE, next(numbers)), attempt.board)
    assert [(change.before, change.after) for change in heard[:4]] == [
        (None, ordinary),
        (ordinary, drawn),
        (None, attempt),
        (drawn, drawn),
    ]
    ended = heard[4]
    assert (ended.before, ended.after.game.status, ended.is_current) == (attempt, Status.GIVEN_UP, False)
    assert ended.score is not None
    assert of_cups == [heard[2], ended]
