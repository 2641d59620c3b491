"""Ranked attempts: what their transcripts contain, and which of them count."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.daily.ranking import Leaderboard, LeaderboardKind, RankedPlayer, Result
from bot.model.game import UserGame
from bot.model.transcripts import replay
from bot.services import Services, Turn
from bot.store import Database
from engine import GameOverError, HistoryError, IllegalMoveError, InvalidMoveError, PatienceError, Status
from tests.support.card_room import wait_until_written
from tests.support.contests import ranked
from tests.support.daily_room import TODAY
from tests.support.kinds import ask, on_both, writer_of
from tests.support.turns import GamesInTurns, turn_of

ALICE = 1
MORNING = 1_795_248_000.0  # 8 o'clock of TODAY

NO_MOVE = 16
"""A deal of Tens that has no moves at all."""

THREE_ACES_OUT = 1
"""A deal of Dimes: three Aces lie on top of piles."""

IN_THE_WORLD = Leaderboard(LeaderboardKind.DAY, TODAY, "tens", None)


class Player:
    """Alice, who thinks for ten seconds before each action."""

    def __init__(self, database: Database, services: Services, clock: list[float]) -> None:
        self.database = database
        self.services = services
        self.games = GamesInTurns.of(services)
        self.clock = clock
        self.numbers = itertools.count(100)

    def next(self) -> int:
        self.clock[0] += 10
        return next(self.numbers)

    def turn(self) -> Turn:
        return turn_of(self.services, ALICE)

    async def begin(self, variant: str) -> UserGame:
        turn = turn_of(self.services, ALICE, next(self.numbers), name="alice", server_id=70)
        return await self.services.games.start(turn, ranked(variant, TODAY))

    async def play(self, move: str | None = None, *, auto_home: bool = False) -> UserGame:
        """Play a move, or else the first legal one."""
        if move is None:
            move = str((await self.games.current(ALICE)).game.legal_moves()[0])
        return await self.games.play(ALICE, move, self.next(), auto_home=auto_home)

    async def undo(self) -> UserGame:
        return await self.games.undo(ALICE, self.next())

    async def redo(self) -> UserGame:
        return await self.games.redo(ALICE, self.next())

    async def home(self) -> UserGame:
        return await self.games.home(ALICE, self.next())

    async def give_up(self) -> UserGame:
        return await self.games.give_up(ALICE, self.next(), is_sure=True)

    async def finish(self) -> None:
        """Play one move of Tens."""
        await self.begin("tens")
        await self.play()
        await self.give_up()

    async def results(self) -> list[Result]:
        return await self.services.leaderboards.results(self.turn())

    async def best(self) -> list[RankedPlayer]:
        return await self.services.leaderboards.best(self.turn(), IN_THE_WORLD)

    async def transcript(self) -> list[str]:
        """The actions, after checking that they lead from the deal to the current game."""
        current = await self.games.current(ALICE)
        assert current.transcript is not None
        outcome = replay(current.game.variant.name, current.game.deal, current.transcript)
        assert outcome.game == current.game
        assert outcome.effort == current.effort
        return current.transcript.split()


@pytest.fixture
async def alice(database: Database, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A player of days without lists of winnable deals, which play the first candidate of their keys."""
    play_listed(monkeypatch)
    clock = [MORNING]
    services = Services.create(database, clock=lambda: clock[0])
    services.pictures.close()
    return Player(database, services, clock)


def play_listed(monkeypatch: pytest.MonkeyPatch, *deals: int) -> None:
    """Choose the dailies from these deals."""
    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: deals)


@on_both
async def test_a_transcript_lists_every_action(alice: Player) -> None:
    await alice.begin("dimes")
    await alice.play("draw")
    await alice.play("draw")
    await alice.undo()
    await alice.redo()
    await alice.undo()
    await alice.give_up()
    assert await alice.transcript() == ["draw@10", "draw@10", "undo@10", "redo@10", "undo@10", "give-up@10"]
    (result,) = await alice.results()
    assert (result.effort, result.seconds, result.server_id) == (5, 60, 70)


async def test_a_step_of_several_moves_is_one_action_and_undoing_it_is_one_move(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_listed(monkeypatch, THREE_ACES_OUT)
    await alice.begin("dimes")
    await alice.home()
    await alice.undo()
    await alice.redo()
    await alice.give_up()
    assert await alice.transcript() == ["2>f&4>f&5>f@10", "undo@10", "redo@10", "give-up@10"]
    assert [result.effort for result in await alice.results()] == [3 + 1 + 3]


async def test_moves_that_auto_home_adds_are_in_the_transcript(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    play_listed(monkeypatch, THREE_ACES_OUT)
    await alice.begin("dimes")
    await alice.play("draw", auto_home=True)
    await alice.give_up()
    assert await alice.transcript() == ["draw&2>f&4>f&5>f@10", "give-up@10"]
    assert [result.effort for result in await alice.results()] == [4]


async def test_an_attempt_with_a_full_transcript_can_only_be_given_up(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.game.MOST_TRANSCRIPT", 12)
    await alice.begin("tens")
    await alice.play()
    await alice.undo()
    for wrong in ("1+2+3", None):
        with pytest.raises(PatienceError, match="reached the move limit"):
            await alice.play(wrong)
    with pytest.raises(PatienceError, match="reached the move limit"):
        await alice.redo()
    assert (await alice.give_up()).game.status is Status.GIVEN_UP
    assert len(await alice.transcript()) == 3
    assert len(await alice.results()) == 1


@on_both
async def test_transcripts_note_refused_moves_but_no_typos(alice: Player) -> None:
    await alice.begin("tens")
    for wrong, error in (("1+2+3", IllegalMoveError), ("nonsense", InvalidMoveError), ("1", InvalidMoveError)):
        with pytest.raises(error):
            await alice.play(wrong)
    with pytest.raises(HistoryError):
        await alice.undo()
    with pytest.raises(IllegalMoveError):
        await alice.home()
    assert await alice.transcript() == ["refused@10"]
    await alice.play()
    assert (await alice.transcript())[1].endswith("@50")
    await alice.give_up()
    (result,) = await alice.results()
    (played,) = await alice.services.statistics.of(alice.turn(), ALICE)
    assert (result.effort, result.seconds, played.seconds) == (1, 70, 70)


@on_both
async def test_a_refused_move_that_is_delivered_again_counts_once(alice: Player) -> None:
    await alice.begin("tens")
    number = alice.next()
    with pytest.raises(IllegalMoveError):
        await alice.games.play(ALICE, "1+2+3", number)
    await alice.games.play(ALICE, "1+2+3", number)
    assert await alice.transcript() == ["refused@10"]


async def test_a_move_after_the_end_leaves_no_trace_in_the_transcript(alice: Player) -> None:
    """An action after the end would make a sound result look tampered with."""
    await alice.begin("tens")
    await alice.give_up()
    with pytest.raises(GameOverError):
        await alice.play("1+2")
    assert await alice.transcript() == ["give-up@10"]


@pytest.mark.parametrize(
    ("change", "counted"),
    [
        ("version = version + 0", 1),
        ("transcript = ''", 0),
        ("transcript = transcript || ' refused@1 undo@1'", 0),
        ("transcript = 'draw@1'", 0),
        ("transcript = replace(transcript, '@', '#')", 0),
        ("saved = replace(saved, '|1|', '|0|'), version = version + 1", 0),
    ],
)
async def test_an_attempt_that_was_tampered_with_does_not_count(
    alice: Player, url: str, change: str, counted: int
) -> None:
    await alice.begin("tens")
    await alice.play()
    await ask(url, f"UPDATE games SET {change} WHERE transcript IS NOT NULL")  # noqa: S608
    await alice.give_up()
    assert len(await alice.results()) == counted
    assert (await alice.services.leaderboards.streaks(alice.turn(), ALICE) is None) == (counted == 0)


async def test_a_result_that_fails_to_count_is_retried_with_the_next_one(
    alice: Player, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON standings BEGIN SELECT RAISE(ABORT, 'no room'); END")
        await alice.finish()
        assert len(await alice.results()) == 1
        await wait_until_written(alice.database)
        assert await alice.best() == []
        connection.execute("DROP TRIGGER full")
    await alice.begin("dimes")
    await alice.give_up()
    await wait_until_written(alice.database)
    assert len(await alice.best()) == 1
    assert len([record for record in caplog.records if "no room" in str(record.exc_info)]) == 1


async def test_leaderboards_are_shown_while_the_database_is_locked(
    alice: Player, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
    await alice.finish()
    await writer_of(alice.database).execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(path, isolation_level=None)) as other, monkeypatch.context() as impatient:
        impatient.setattr("bot.store.database.ANSWER_SECONDS", 0.1)
        other.execute("BEGIN IMMEDIATE")
        assert (await alice.services.leaderboards.page(alice.turn(), IN_THE_WORLD)).players == 0
        other.execute("ROLLBACK")
    assert (await alice.services.leaderboards.page(alice.turn(), IN_THE_WORLD)).players == 1


async def test_an_attempt_at_a_deal_without_moves_counts(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    play_listed(monkeypatch, NO_MOVE)
    started = await alice.begin("tens")
    assert started.game.status is Status.LOST
    assert await alice.results() == [Result("tens", 0, 0, 0, day=TODAY, server_id=70)]
