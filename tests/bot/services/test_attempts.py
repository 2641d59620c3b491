"""Ranked attempts: what their transcripts contain, and which of them count."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.daily.ranking import Result
from bot.model.game import UserGame
from bot.model.transcripts import replay
from engine import GameOverError, HistoryError, IllegalMoveError, InvalidMoveError, PatienceError, Status
from tests.support.contests import ranked
from tests.support.daily_room import TODAY
from tests.support.kinds import on_both
from tests.support.processes import ALICE, Process, numbers

NO_MOVE = 16
"""A deal of Tens that has no moves at all."""

THREE_ACES_OUT = 1
"""A deal of Dimes: three Aces lie on top of piles."""


@pytest.fixture(autouse=True)
def unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without lists of winnable deals, each day plays the first candidate of its key."""
    play_listed(monkeypatch)


def play_listed(monkeypatch: pytest.MonkeyPatch, *deals: int) -> None:
    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: deals)


async def begin(here: Process, variant: str) -> UserGame:
    return await here.services.games.start(here.turn(), ranked(variant, TODAY))


async def do(here: Process, *actions: str) -> None:
    """Undo, redo, bring cards home, give up, or play a move or the first legal one, ten seconds after another."""
    for action in actions:
        here.clock.now += 10
        match action:
            case "undo":
                await here.games.undo(ALICE.id, next(numbers))
            case "redo":
                await here.games.redo(ALICE.id, next(numbers))
            case "home":
                await here.games.bring_home(ALICE.id, next(numbers))
            case "give up":
                await here.give_up()
            case "any move":
                current = await here.games.current(ALICE.id)
                await here.move(str(current.game.legal_moves()[0]))
            case _:
                await here.move(action)


async def results(here: Process) -> list[Result]:
    return await here.services.leaderboards.results(here.turn())


async def transcript(here: Process) -> list[str]:
    """The actions, after checking that they lead from the deal to the current game."""
    current = await here.games.current(ALICE.id)
    assert current.transcript is not None
    outcome = replay(current.game.variant.name, current.game.deal, current.transcript)
    assert outcome.game == current.game
    assert outcome.effort == current.effort
    assert current.score in (None, outcome.score)
    return current.transcript.split()


@on_both
async def test_a_transcript_lists_every_action(here: Process) -> None:
    await begin(here, "dimes")
    await do(here, "draw", "draw", "undo", "redo", "undo", "give up")
    assert await transcript(here) == ["draw@10", "draw@10", "undo@10", "redo@10", "undo@10", "give-up@10"]
    (result,) = await results(here)
    assert (result.effort, result.seconds, result.server_id) == (5, 60, 70)


async def test_moves_that_auto_home_adds_are_in_the_transcript(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    play_listed(monkeypatch, THREE_ACES_OUT)
    await begin(here, "dimes")
    await here.games.play(ALICE.id, "draw", next(numbers), auto_home=True)
    await here.give_up()
    assert await transcript(here) == ["draw&2>f&4>f&5>f@0", "give-up@0"]
    assert [result.effort for result in await results(here)] == [4]


@pytest.mark.parametrize("refused", ["1+2+3", "any move", "redo"])
async def test_an_attempt_with_a_full_transcript_can_only_be_given_up(
    here: Process, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    monkeypatch.setattr("bot.model.game.MOST_TRANSCRIPT", 12)
    await begin(here, "tens")
    await do(here, "any move", "undo")
    with pytest.raises(PatienceError, match="reached the move limit"):
        await do(here, refused)
    await do(here, "give up")
    assert len(await transcript(here)) == 3
    assert len(await results(here)) == 1


@on_both
async def test_transcripts_record_refused_moves_but_no_typos(here: Process) -> None:
    await begin(here, "tens")
    for wrong, error in (
        ("1+2+3", IllegalMoveError),
        ("nonsense", InvalidMoveError),
        ("1", InvalidMoveError),
        ("undo", HistoryError),
        ("home", IllegalMoveError),
    ):
        with pytest.raises(error):
            await do(here, wrong)
    assert await transcript(here) == ["refused@10"]
    await do(here, "any move")
    assert (await transcript(here))[1].endswith("@50")
    await do(here, "give up")
    (result,) = await results(here)
    (played,) = await here.services.statistics.of(here.turn(), ALICE.id)
    assert (result.effort, result.seconds, played.seconds) == (1, 70, 70)


@on_both
async def test_a_refused_move_that_is_delivered_again_counts_once(here: Process) -> None:
    await begin(here, "tens")
    number = next(numbers)
    with pytest.raises(IllegalMoveError):
        await here.games.play(ALICE.id, "1+2+3", number)
    await here.games.play(ALICE.id, "1+2+3", number)
    assert await transcript(here) == ["refused@0"]


async def test_a_move_after_the_end_leaves_no_trace_in_the_transcript(here: Process) -> None:
    """An action after the end would make a sound result look tampered with."""
    await begin(here, "tens")
    await do(here, "give up")
    with pytest.raises(GameOverError):
        await do(here, "1+2")
    assert await transcript(here) == ["give-up@10"]


async def test_a_last_move_whose_result_cannot_be_stored_is_not_played(here: Process, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON totals BEGIN SELECT RAISE(ABORT, 'no room'); END")
        await begin(here, "dimes")
        await do(here, "any move")
        before = await here.games.current(ALICE.id)
        with pytest.raises(sqlite3.IntegrityError, match="no room"):
            await do(here, "give up")
        assert (await here.games.current(ALICE.id)).version == before.version
        assert await results(here) == []
        connection.execute("DROP TRIGGER full")
    await do(here, "give up")
    assert len(await results(here)) == 1


async def test_an_attempt_at_a_deal_without_moves_counts(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    play_listed(monkeypatch, NO_MOVE)
    started = await begin(here, "tens")
    assert started.game.status is Status.LOST
    assert await results(here) == [Result("tens", 0, 0, 0, day=TODAY, server_id=70)]
