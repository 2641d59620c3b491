"""Ranked attempts: what their transcripts contain, and which of them count."""

from __future__ import annotations

import itertools
import json
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.model.daily.contest import DAILY
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, Result
from bot.model.game import UserGame
from bot.model.transcripts import replay
from bot.services import Services
from bot.store import Database, GameStore
from engine import (
    DRAW,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    InvalidMoveError,
    PatienceError,
    Status,
    safe_home_moves,
)
from tests.support.card_room import wait_until_written
from tests.support.contests import OneDeal, ranked
from tests.support.daily_room import TODAY
from tests.support.kinds import ask, on_both, writer_of
from tests.support.turns import GamesInTurns, open_games, turn_of

ALICE = 1
MORNING = 1_795_248_000.0  # 8 o'clock of TODAY


NO_MOVE = 16
"""A deal of Tens that has no moves at all."""


class Player:
    """Alice, who thinks for ten seconds before each action."""

    def __init__(self, database: Database, services: Services, clock: list[float]) -> None:
        self.database = database
        self.services = services
        self.clock = clock
        self.numbers = itertools.count(100)

    def next(self) -> int:
        self.clock[0] += 10
        return next(self.numbers)

    async def begin(self, variant: str, day: date = TODAY) -> UserGame:
        new = ranked(variant, day)
        return await self.services.games.start(
            turn_of(self.services, ALICE, next(self.numbers), name="alice", server_id=70), new
        )

    async def play(self, move: str | None = None, *, auto_home: bool = False, warned: bool = False) -> UserGame:
        if move is None:
            move = str((await self.current()).game.legal_moves()[0])
        return await GamesInTurns.of(self.services).play(ALICE, move, self.next(), auto_home=auto_home, warned=warned)

    async def undo(self) -> UserGame:
        return await GamesInTurns.of(self.services).undo(ALICE, self.next())

    async def redo(self) -> UserGame:
        return await GamesInTurns.of(self.services).redo(ALICE, self.next())

    async def home(self) -> UserGame:
        return await GamesInTurns.of(self.services).home(ALICE, self.next())

    async def give_up(self) -> UserGame:
        return await GamesInTurns.of(self.services).give_up(ALICE, self.next(), is_sure=True)

    async def current(self) -> UserGame:
        return await GamesInTurns.of(self.services).current(ALICE)

    async def results(self) -> list[Result]:
        return await self.services.leaderboards.results(turn_of(self.services, ALICE))

    async def transcript(self) -> list[str]:
        """The actions, after checking that they lead from the deal to the current game."""
        current = await self.current()
        assert current.transcript is not None
        outcome = replay(current.game.variant.name, current.game.deal, current.transcript)
        assert outcome.game == current.game
        assert outcome.effort == current.effort
        return current.transcript.split()


@pytest.fixture
async def alice(database: Database, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A player of days without lists of winnable deals, which play the first candidate of their keys."""
    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: ())
    clock = [MORNING]
    services = Services(database, clock=lambda: clock[0])
    services.pictures.close()
    return Player(database, services, clock)


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


@on_both
async def test_a_step_of_several_moves_is_one_action_and_undoing_it_is_one_move(alice: Player) -> None:
    """Bring all safe cards home, in the first deal of Dimes that soon has two of them."""
    day = TODAY
    for age in range(20):
        day = date.fromordinal(TODAY.toordinal() + age)
        alice.clock[0] = MORNING + age * 86400
        await alice.begin("dimes", day)
        while (game := (await alice.current()).game).status is Status.PLAYING and len(
            safe_home_moves(game.position)
        ) < 2:
            if DRAW not in game.legal_moves():
                break
            await alice.play("draw")
        if len(safe_home_moves((await alice.current()).game.position)) >= 2:
            break
        await alice.give_up()
    before = len((await alice.current()).game.moves)
    went = len(safe_home_moves((await alice.current()).game.position))
    assert went >= 2
    await alice.home()
    await alice.undo()
    await alice.redo()
    await alice.give_up()
    done = await alice.transcript()
    assert done[-3:] == ["undo@10", "redo@10", "give-up@10"]
    assert done[-4].count("&") == went - 1
    assert (await alice.results())[-1].effort == before + went + 1 + went


@on_both
async def test_moves_that_auto_home_adds_are_in_the_transcript(alice: Player) -> None:
    await alice.begin("diplomat")
    for _ in range(30):
        game = (await alice.current()).game
        if game.status is not Status.PLAYING:
            break
        await alice.play(auto_home=True, warned=True)
    if (await alice.current()).game.status is Status.PLAYING:
        await alice.give_up()
    done = await alice.transcript()
    assert any("&" in action for action in done)
    (result,) = await alice.results()
    assert result.effort == len((await alice.current()).game.moves)


@on_both
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
    assert (result.effort, result.seconds) == (1, 70)


@on_both
async def test_a_refused_move_that_is_delivered_again_counts_once(alice: Player) -> None:
    await alice.begin("tens")
    number = alice.next()
    with pytest.raises(IllegalMoveError):
        await GamesInTurns.of(alice.services).play(ALICE, "1+2+3", number)
    await GamesInTurns.of(alice.services).play(ALICE, "1+2+3", number)
    assert await alice.transcript() == ["refused@10"]


@on_both
async def test_a_move_after_the_end_leaves_no_trace_in_the_transcript(alice: Player) -> None:
    """An action after the end would make a sound result look tampered with."""
    await alice.begin("tens")
    await alice.give_up()
    with pytest.raises(GameOverError):
        await alice.play("1+2")
    assert await alice.transcript() == ["give-up@10"]


@on_both
async def test_time_before_a_refused_move_counts_as_played(alice: Player) -> None:
    await alice.begin("tens")
    with pytest.raises(IllegalMoveError):
        await alice.play("1+2+3")
    await alice.play()
    await alice.give_up()
    (played,) = await alice.services.statistics.of(turn_of(alice.services, ALICE), ALICE)
    assert played.seconds == (await alice.results())[0].seconds == 30


async def tamper(url: str, change: str) -> None:
    await ask(url, f"UPDATE games SET {change} WHERE transcript IS NOT NULL")  # noqa: S608


@pytest.mark.parametrize(
    "change",
    [
        "transcript = ''",
        "transcript = transcript || ' refused@1 undo@1'",
        "transcript = 'draw@1'",
        "transcript = replace(transcript, '@', '#')",
        "saved = replace(saved, '|1|', '|0|'), version = version + 1",
    ],
)
@on_both
async def test_an_attempt_that_was_tampered_with_does_not_count(alice: Player, url: str, change: str) -> None:
    await alice.begin("tens")
    await alice.play()
    await tamper(url, change)
    await alice.give_up()
    assert await alice.results() == []
    assert await alice.services.leaderboards.streaks(turn_of(alice.services, ALICE), ALICE) is None


@on_both
async def test_an_attempt_that_was_not_tampered_with_counts(alice: Player, url: str) -> None:
    await alice.begin("tens")
    await alice.play()
    await tamper(url, "version = version + 0")
    await alice.give_up()
    assert len(await alice.results()) == 1


IN_THE_WORLD = Leaderboard(LeaderboardKind.DAY, TODAY, "tens", None)


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are not counted in the background, as if the process were killed right away."""
    monkeypatch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)


async def finish(alice: Player) -> None:
    await alice.begin("tens")
    await alice.play()
    await alice.give_up()


@on_both
async def test_a_result_is_on_the_leaderboard_right_after_the_last_move(alice: Player) -> None:
    await finish(alice)
    page = await alice.services.leaderboards.page(turn_of(alice.services, ALICE), IN_THE_WORLD)
    assert page.own is not None
    assert list(page.places) == [page.own]


@pytest.mark.usefixtures("uncounted")
@on_both
async def test_opening_a_leaderboard_counts_a_result_that_is_not_counted_yet(alice: Player) -> None:
    await finish(alice)
    assert (await alice.services.leaderboards.page(turn_of(alice.services, ALICE), IN_THE_WORLD)).own is not None


@pytest.mark.usefixtures("uncounted")
@on_both
async def test_a_result_that_is_not_counted_yet_is_exported_and_deleted(alice: Player, url: str) -> None:
    await finish(alice)
    exported = json.loads((await alice.services.privacy.export(turn_of(alice.services, ALICE))).content)
    assert [(result["variant"], result["home"]) for result in exported["daily_results"]] == [
        ("tens", (await alice.current()).game.home)
    ]
    await alice.services.privacy.delete(turn_of(alice.services, ALICE))
    assert await ask(url, "SELECT * FROM results") == []
    assert (await alice.services.leaderboards.page(turn_of(alice.services, ALICE), IN_THE_WORLD)).players == 0


async def test_a_result_that_fails_to_count_is_retried_with_the_next_one(
    alice: Player, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON standings BEGIN SELECT RAISE(ABORT, 'no room'); END")
        await finish(alice)
        assert len(await alice.results()) == 1
        await wait_until_written(alice.database)
        assert await alice.services.leaderboards.best(turn_of(alice.services, ALICE), IN_THE_WORLD) == []
        connection.execute("DROP TRIGGER full")
    await alice.begin("dimes")
    await alice.give_up()
    await wait_until_written(alice.database)
    assert len(await alice.services.leaderboards.best(turn_of(alice.services, ALICE), IN_THE_WORLD)) == 1
    assert len([record for record in caplog.records if "no room" in str(record.exc_info)]) == 1


async def test_leaderboards_are_shown_while_the_database_is_locked(
    alice: Player, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
    await finish(alice)
    writer = writer_of(alice.database)
    await writer.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(path, isolation_level=None)) as other, monkeypatch.context() as impatient:
        impatient.setattr("bot.store.database.ANSWER_SECONDS", 0.1)
        other.execute("BEGIN IMMEDIATE")
        assert (await alice.services.leaderboards.page(turn_of(alice.services, ALICE), IN_THE_WORLD)).players == 0
        other.execute("ROLLBACK")
    assert (await alice.services.leaderboards.page(turn_of(alice.services, ALICE), IN_THE_WORLD)).players == 1


async def test_an_attempt_at_a_deal_without_moves_counts(alice: Player) -> None:
    store = GameStore()
    dailies = OneDeal(store, lambda: alice.clock[0], deal=NO_MOVE)
    games = open_games(alice.database, store, {DAILY: dailies}, clock=lambda: alice.clock[0])
    started = await games.start(ALICE, ranked("tens", TODAY), alice.next())
    assert started.game.status is Status.LOST
    assert await alice.results() == [Result("tens", 0, 0, 0, day=TODAY, server_id=70)]
