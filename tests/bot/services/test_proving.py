"""Proving the days ahead: what is tried, in which order and by which process, and what a day then plays."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.model.daily import deals
from bot.model.daily.chain import Chain
from bot.model.daily.contest import daily_contest
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import (
    DAYS_AHEAD,
    GAMES,
    LISTED,
    METHODS,
    Method,
    ProofState,
    candidate_deal,
)
from bot.model.solutions import Reached
from bot.services import Services, proving
from bot.services.dailies import Dailies
from bot.services.proving import Prover, proving_solver
from bot.solver.process import SolverDiedError
from bot.store import ClaimStore, DailyStore, Database, ProofStore, StoreError, Turns, open_database
from bot.store.proofs import CLAIM_SECONDS, PROVING
from engine import Solution, Verdict, parse_move
from tests.support.chain import drawn
from tests.support.daily_room import TODAY, TOMORROW
from tests.support.kinds import ask, on_both

pytestmark = on_both

AHEAD = [TODAY + number * ONE_DAY for number in range(1, DAYS_AHEAD + 1)]
ORDER = [(day, variant) for day in AHEAD for variant in METHODS]
SOME_MOVES = (parse_move("1+2"),)

Asked = tuple[str, int, int]


def questions(day: date, variant: str, last: int, first: int = 1) -> list[Asked]:
    """The questions about a daily's candidates, from the first to the last."""
    key = drawn(day, variant).key
    budget = METHODS[variant].budget
    return [(variant, candidate_deal(key, number), budget) for number in range(first, last + 1)]


def winner(day: date, variant: str) -> int:
    """The first winnable candidate in these tests."""
    return 1 + (day.toordinal() + GAMES.index(variant)) % 4


class Oracle:
    """A solver that knows at once which deals are winnable, and dies of some questions."""

    winnable = frozenset(
        candidate_deal(drawn(day, variant).key, winner(day, variant))
        for day in (*AHEAD, AHEAD[-1] + ONE_DAY)
        for variant in METHODS
    )

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.dies_of: set[int] = set()
        """The questions that it dies of, numbered from 0."""
        self.holds: set[int] = set()
        """The questions that it does not answer until `let_go` is set."""
        self.held = asyncio.Event()
        self.let_go = asyncio.Event()

    async def solve(self, reached: Reached, budget: int) -> Solution:
        number = len(self.asked)
        self.asked.append((reached.variant, reached.deal, budget))
        assert (dict(reached.options), reached.moves) == ({}, ())
        if number in self.holds:
            self.held.set()
            await self.let_go.wait()
        await asyncio.sleep(0)
        if number in self.dies_of:
            raise SolverDiedError("it died")
        return Solution(Verdict.WON, SOME_MOVES) if reached.deal in self.winnable else Solution()

    async def close(self) -> None:
        pass


class Process:
    """A process of the installation."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = float(start_of(TODAY)) + 3600
        self.store = ProofStore()
        self.claims = ClaimStore(database)
        self.services = Services(database, clock=lambda: self.clock)
        self.oracle = Oracle()
        self.prover = self.new_prover(lambda: self.oracle)

    @property
    def dailies(self) -> Dailies:
        return self.services.dailies

    def new_prover(self, new_solver: Callable[[], Any]) -> Prover:
        return Prover(self.services.turns, self.claims, self.dailies, new_solver=new_solver)

    async def proven(self, first: date = AHEAD[0], last: date = AHEAD[-1]) -> dict[tuple[date, str], ProofState]:
        return dict(await self.store.of(self.database, first, last))


@asynccontextmanager
async def running(url: str) -> AsyncIterator[Process]:
    database = await open_database(url)
    process = Process(database)
    yield process
    process.services.pictures.close()
    await database.close()


@pytest.fixture
async def process(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process that accepts any moves as a proof."""
    monkeypatch.setattr(proving, "wins", lambda *_: True)
    async with running(url) as opened:
        yield opened


async def test_a_week_is_proven_day_by_day_and_candidate_by_candidate(process: Process) -> None:
    await process.prover.prove()
    assert process.oracle.asked == [asked for each in ORDER for asked in questions(*each, last=winner(*each))]
    assert await process.proven() == {
        (day, variant): ProofState(
            day, variant, drawn(day, variant).commitment, METHODS[variant], winner(day, variant), str(*SOME_MOVES)
        )
        for day, variant in ORDER
    }


async def test_each_day_only_the_newest_day_ahead_is_proven(process: Process) -> None:
    await process.prover.prove()
    process.oracle.asked.clear()
    await process.prover.prove()
    assert process.oracle.asked == []
    process.clock += 24 * 3600
    await process.prover.prove()
    new = AHEAD[-1] + ONE_DAY
    assert process.oracle.asked == [asked for each in METHODS for asked in questions(new, each, winner(new, each))]
    assert set(await process.proven(TODAY, new + 9 * ONE_DAY)) == {*ORDER, *((new, variant) for variant in METHODS)}


async def test_proving_resumes_where_it_stopped(process: Process, url: str) -> None:
    process.oracle.dies_of = {7}
    with pytest.raises(SolverDiedError):
        await process.prover.prove()
    before = process.oracle.asked[:7]
    async with running(url) as another:
        await another.prover.prove()
        assert before + another.oracle.asked == [
            asked for each in ORDER for asked in questions(*each, last=winner(*each))
        ]


async def test_only_one_process_proves_however_long_a_candidate_takes(
    process: Process, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "RENEW_SECONDS", 0.001)
    process.oracle.holds = {2}
    proving_all = asyncio.create_task(process.prover.prove())
    await process.oracle.held.wait()
    async with running(url) as another:
        for _ in range(5):
            was = await let_pass(url, CLAIM_SECONDS - 1)
            while await claimed_at(url) <= was:
                await asyncio.sleep(0.001)
            await another.prover.prove()
        process.oracle.let_go.set()
        await proving_all
        await another.prover.prove()
        assert another.oracle.asked == []
    assert set(await process.proven()) == set(ORDER)


async def test_a_process_that_loses_its_claim_is_replaced_and_changes_nothing_more(process: Process, url: str) -> None:
    process.oracle.holds = {5}
    first = asyncio.create_task(process.prover.prove())
    await process.oracle.held.wait()
    async with running(url) as another:
        await let_pass(url, CLAIM_SECONDS - 30)
        await another.prover.prove()
        assert another.oracle.asked == []
        await let_pass(url, 30)
        another.oracle.holds = {9}
        second = asyncio.create_task(another.prover.prove())
        await another.oracle.held.wait()
        assert another.oracle.asked[0] == process.oracle.asked[5]
        known = await process.proven()
        process.oracle.let_go.set()
        await first
        assert len(process.oracle.asked) == 6
        assert await process.proven() == known
        another.oracle.let_go.set()
        await second
    assert set(await process.proven()) == set(ORDER)


async def test_a_claim_from_a_clock_that_was_ahead_does_not_block_proving(process: Process, url: str) -> None:
    assert not await process.claims.claim(PROVING, "another", CLAIM_SECONDS)
    await let_pass(url, -(10**6))
    await process.prover.prove()
    assert set(await process.proven()) == set(ORDER)


async def test_a_day_begins_with_the_proven_candidates(process: Process) -> None:
    await process.prover.prove()
    process.clock += 24 * 3600
    dailies = await process.dailies.of(process.services.turns.background(), TOMORROW)
    for variant in GAMES:
        candidate = winner(TOMORROW, variant)
        expected = replace(drawn(TOMORROW, variant), candidate=candidate, proven_by=METHODS[variant], par=1)
        assert dailies[variant] == expected
        assert await process.dailies.is_winnable(process.services.turns.background(), daily_contest(TOMORROW, variant))
    stored = await process.dailies.reveal_due(process.services.turns.background(), TOMORROW, process.clock)
    assert {variant: each.daily for variant, each in stored.items()} == dailies


async def test_a_day_without_a_proof_begins_with_a_deal_of_the_list(process: Process) -> None:
    """One candidate of the first game was passed over, and none of the others was tried."""
    variant = next(iter(METHODS))
    passed_over = replace(next_proof(variant), candidate=3)
    assert await process.store.put(process.services.turns.background(), passed_over, "some process")
    await process.claims.release(PROVING, "some process")
    process.clock += 24 * 3600
    listed = {variant: replace(drawn(TOMORROW, variant), candidate=LISTED) for variant in GAMES}
    assert await process.dailies.of(process.services.turns.background(), TOMORROW) == listed
    assert await process.dailies.is_winnable(process.services.turns.background(), daily_contest(TOMORROW, variant))


async def test_a_proof_that_comes_too_late_changes_nothing(process: Process, url: str) -> None:
    process.clock += 24 * 3600
    begun = await process.dailies.of(process.services.turns.background(), TOMORROW)
    assert await process.store.put(
        process.services.turns.background(), replace(next_proof("tens"), candidate=4, moves="1+2"), "some process"
    )
    await process.claims.release(PROVING, "some process")
    process.clock -= 24 * 3600
    await process.prover.prove()
    assert set(await process.proven()) == {(TOMORROW, "tens"), *(each for each in ORDER if each[0] != TOMORROW)}
    async with running(url) as restarted:
        assert await restarted.dailies.of(restarted.services.turns.background(), TOMORROW) == begun
        assert begun["tens"].is_listed


async def test_a_new_chain_restarts_the_proofs_except_for_days_that_have_begun(process: Process, url: str) -> None:
    await process.prover.prove()
    await DailyStore().begin_chain(Turns(process.database).background(), Chain(TODAY, "another seed"), in_any_case=True)
    async with running(url) as another:
        another.clock += 24 * 3600
        begun = await another.dailies.of(another.services.turns.background(), TOMORROW)
        assert [(daily.candidate, daily.proven_by) for daily in begun.values()] == [(LISTED, None)] * len(GAMES)
        deals = {
            daily.deal
            for day in AHEAD
            for daily in await another.dailies.draw(another.services.turns.background(), day + ONE_DAY)
        }
        another.oracle.winnable = frozenset(deals)
        await another.prover.prove()
        assert {asked[1] for asked in another.oracle.asked} == deals
    commitments = {day: {drawn(day, variant).commitment for variant in GAMES} for day in AHEAD}
    for (day, _), proof in (await process.proven()).items():
        assert (proof.commitment in commitments[day]) is (day == TOMORROW)


async def test_a_new_solver_keeps_finished_proofs_and_restarts_the_others(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [number for each in ORDER for number in range(1, winner(*each) + 1)]
    process.oracle.dies_of = {asked.index(2, len(METHODS) // 2)}
    with pytest.raises(SolverDiedError):
        await process.prover.prove()
    before = await process.proven()
    (unfinished,) = (proof for proof in before.values() if proof.moves is None)
    assert unfinished.candidate > 1
    newer = {variant: Method(method.solver + 1, method.budget) for variant, method in METHODS.items()}
    monkeypatch.setattr(deals, "METHODS", newer)
    process.oracle.asked.clear()
    process.oracle.dies_of = set()
    await process.prover.prove()
    assert process.oracle.asked[0] == questions(unfinished.day, unfinished.variant, last=1)[0]
    after = await process.proven()
    for each, proof in after.items():
        expected = METHODS if each in before and each != (unfinished.day, unfinished.variant) else newer
        assert proof.method == expected[each[1]]


async def test_moves_that_do_not_win_prove_nothing(url: str) -> None:
    async with running(url) as process:
        with pytest.raises(RuntimeError, match="does not win"):
            await process.prover.prove()
        assert [proof for proof in (await process.proven()).values() if proof.moves is not None] == []


async def test_failures_are_retried_and_logged_without_deals(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    monkeypatch.setattr(proving, "PAUSE_SECONDS", 0.001)
    process.oracle.dies_of = {1, 3}
    failures = [StoreError("It is locked."), RuntimeError("a fault")]
    put = ProofStore.put

    async def fail_at_first(*args: Any) -> bool:
        if failures:
            raise failures.pop()
        return await put(*args)

    monkeypatch.setattr(ProofStore, "put", fail_at_first)
    task = asyncio.create_task(process.prover.run())
    while len(await process.proven()) < len(ORDER) or "days are proven" not in caplog.text:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait({task})
    for reason in ("it died", "It is locked.", "a fault"):
        assert reason in caplog.text
    assert [str(deal) for _, deal, _ in process.oracle.asked if str(deal) in caplog.text] == []


async def test_a_broken_solver_passes_no_candidate_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.solver.process._COMMAND", (sys.executable, "-c", "print('ready'); input()"))
    async with running(url) as process:
        for _ in range(2):
            with pytest.raises(SolverDiedError):
                await process.new_prover(proving_solver).prove()
        assert await process.proven() == {}


def next_proof(variant: str) -> ProofState:
    return ProofState(TOMORROW, variant, drawn(TOMORROW, variant).commitment, METHODS[variant])


async def claimed_at(url: str) -> int:
    """When the claim was last renewed."""
    ((when,),) = await ask(url, f"SELECT claimed_at FROM claims WHERE name = '{PROVING}'")  # noqa: S608
    return int(when)


async def let_pass(url: str, seconds: float) -> int:
    """Age the claim by this many seconds; return the time of its last renewal after that."""
    await ask(
        url,
        f"UPDATE claims SET claimed_at = claimed_at - {round(1000 * seconds)} WHERE name = '{PROVING}'",  # noqa: S608
    )
    return await claimed_at(url)
