"""Proving the days ahead: what is tried, in which order and by which process, and what a day then plays."""

import asyncio
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.model.daily import deals
from bot.model.daily.chain import Chain
from bot.model.daily.contest import daily_contest
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import (
    DAYS_AHEAD,
    GAMES,
    LISTED,
    METHODS,
    Daily,
    Method,
    ProofState,
    candidate_deal,
    games_of,
)
from bot.model.solutions import Reached
from bot.services import proving
from bot.services.proving import Prover
from bot.solver.process import SolverDiedError
from bot.store import Claim, DailyStore, ProofStore, StoreError
from bot.store.proofs import CLAIM_SECONDS, PROVING
from engine import Solution, Verdict, parse_move
from tests.support.chain import drawn
from tests.support.daily_room import TODAY, TOMORROW
from tests.support.kinds import ask, on_both
from tests.support.processes import Process

pytestmark = on_both

AHEAD = [TODAY + number * ONE_DAY for number in range(1, DAYS_AHEAD + 1)]
NEXT = AHEAD[-1] + ONE_DAY
ONE_DAY_SECONDS = 24 * 3600
SOME_MOVES = (parse_move("1+2"),)

Asked = tuple[str, int, int]


def questions(day: date, variant: str, last: int) -> list[Asked]:
    key = drawn(day, variant).key
    budget = METHODS[variant].budget
    return [(variant, candidate_deal(key, number), budget) for number in range(1, last + 1)]


def order(day: date) -> list[tuple[date, str]]:
    """The dailies of a day in the order in which they are proven."""
    return [(day, variant) for variant in METHODS if variant in games_of(day)]


def winner(day: date, variant: str) -> int:
    """The first winnable candidate in these tests."""
    return 1 + (day.toordinal() + GAMES.index(variant)) % 4


ORDER = [each for day in AHEAD for each in order(day)]


class Oracle:
    """A solver that knows at once which deals are winnable, and dies of some questions."""

    winnable = frozenset(
        candidate_deal(drawn(day, variant).key, winner(day, variant))
        for day in (*AHEAD, NEXT)
        for variant in games_of(day)
    )

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.dies_of: set[int] = set()
        """The questions that it dies of, numbered from 0."""
        self.holds: set[int] = set()
        """The questions that it does not answer until `let_go` is set."""
        self.held = asyncio.Event()
        self.let_go = asyncio.Event()

    async def ready(self) -> None:
        pass

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


class Bot:
    """A process of the installation, whose prover asks an oracle."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.oracle = Oracle()
        self.store = ProofStore()
        self.dailies = process.services.dailies
        turns = process.services.turns
        self.prover = Prover(turns, self.dailies, new_solver=lambda: self.oracle)

    async def of(self, day: date) -> dict[str, Daily]:
        return await self.dailies.of(self.process.turn(), day)

    async def is_winnable(self, variant: str) -> bool | None:
        return await self.dailies.is_winnable(self.process.turn(), daily_contest(TOMORROW, variant))

    async def put(self, variant: str, **changes: Any) -> None:
        """Store the progress of another process with one of tomorrow's dailies."""
        proof = ProofState(TOMORROW, variant, drawn(TOMORROW, variant).commitment, METHODS[variant])
        claim = Claim(self.process.database, PROVING, 60)
        assert await self.store.put(self.process.turn(), replace(proof, **changes), claim.holder)
        await claim.release()

    async def proven(self, first: date = AHEAD[0], last: date = AHEAD[-1]) -> dict[tuple[date, str], ProofState]:
        return dict(await self.store.of(self.process.database, first, last))


@pytest.fixture
def bot(here: Process, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """A process; from now on, all processes accept any moves as a proof."""
    monkeypatch.setattr(proving, "wins", lambda *_: True)
    return Bot(here)


@pytest.fixture
def another(bot: Bot, elsewhere: Process) -> Bot:  # noqa: ARG001 - the other one
    return Bot(elsewhere)


async def test_a_week_is_proven_day_by_day_and_candidate_by_candidate(bot: Bot) -> None:
    await bot.prover.prove()
    assert bot.oracle.asked == [asked for each in ORDER for asked in questions(*each, last=winner(*each))]
    assert await bot.proven() == {
        (day, variant): ProofState(
            day, variant, drawn(day, variant).commitment, METHODS[variant], winner(day, variant), str(*SOME_MOVES)
        )
        for day, variant in ORDER
    }
    bot.process.clock.now += ONE_DAY_SECONDS
    bot.oracle.asked.clear()
    for _ in range(2):
        await bot.prover.prove()
    assert bot.oracle.asked == [asked for each in order(NEXT) for asked in questions(*each, last=winner(*each))]
    assert set(await bot.proven(TODAY, NEXT + 9 * ONE_DAY)) == {*ORDER, *order(NEXT)}


async def test_proving_resumes_where_it_stopped(bot: Bot, another: Bot) -> None:
    bot.oracle.dies_of = {7}
    with pytest.raises(SolverDiedError):
        await bot.prover.prove()
    before = bot.oracle.asked[:7]
    await another.prover.prove()
    assert before + another.oracle.asked == [asked for each in ORDER for asked in questions(*each, last=winner(*each))]


async def test_only_one_process_proves_however_long_a_candidate_takes(
    bot: Bot, another: Bot, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "RENEW_SECONDS", 0.001)
    bot.oracle.holds = {2}
    proving_all = asyncio.create_task(bot.prover.prove())
    await bot.oracle.held.wait()
    for _ in range(5):
        was = await let_pass(url, CLAIM_SECONDS - 1)
        while await claimed_at(url) <= was:
            await asyncio.sleep(0.001)
        await another.prover.prove()
    bot.oracle.let_go.set()
    await proving_all
    await another.prover.prove()
    assert another.oracle.asked == []
    assert set(await bot.proven()) == set(ORDER)


async def test_a_process_that_loses_its_claim_is_replaced_and_changes_nothing_more(
    bot: Bot, another: Bot, url: str
) -> None:
    bot.oracle.holds = {5}
    first = asyncio.create_task(bot.prover.prove())
    await bot.oracle.held.wait()
    await let_pass(url, CLAIM_SECONDS - 30)
    await another.prover.prove()
    assert another.oracle.asked == []
    await let_pass(url, 30)
    another.oracle.holds = {9}
    second = asyncio.create_task(another.prover.prove())
    await another.oracle.held.wait()
    assert another.oracle.asked[0] == bot.oracle.asked[5]
    known = await bot.proven()
    bot.oracle.let_go.set()
    await first
    assert len(bot.oracle.asked) == 6
    assert await bot.proven() == known
    another.oracle.let_go.set()
    await second
    assert set(await bot.proven()) == set(ORDER)


async def test_a_day_begins_with_the_proven_candidates(bot: Bot) -> None:
    await bot.prover.prove()
    bot.process.clock.now += ONE_DAY_SECONDS
    dailies = await bot.of(TOMORROW)
    for variant in games_of(TOMORROW):
        candidate = winner(TOMORROW, variant)
        expected = replace(drawn(TOMORROW, variant), candidate=candidate, proven_by=METHODS[variant], par=1)
        assert dailies[variant] == expected
        assert await bot.is_winnable(variant)
    stored = await bot.dailies.reveal_due(bot.process.turn(), TOMORROW, bot.process.clock.now)
    assert {variant: each.daily for variant, each in stored.items()} == dailies


async def test_a_day_without_a_proof_begins_with_a_deal_from_the_list(bot: Bot) -> None:
    """One candidate of the first game was passed over, and none of the others was tried."""
    await bot.put(next(iter(METHODS)), candidate=3)
    bot.process.clock.now += ONE_DAY_SECONDS
    listed = {variant: replace(drawn(TOMORROW, variant), candidate=LISTED) for variant in games_of(TOMORROW)}
    assert await bot.of(TOMORROW) == listed
    assert await bot.is_winnable(next(iter(METHODS)))


async def test_a_proof_that_comes_too_late_changes_nothing(bot: Bot, another: Bot) -> None:
    bot.process.clock.now += ONE_DAY_SECONDS
    begun = await bot.of(TOMORROW)
    await bot.put("tens", candidate=4, moves="1+2")
    bot.process.clock.now -= ONE_DAY_SECONDS
    await bot.prover.prove()
    assert set(await bot.proven()) == {(TOMORROW, "tens"), *(each for each in ORDER if each[0] != TOMORROW)}
    assert await another.of(TOMORROW) == begun
    assert begun["tens"].is_listed


async def test_a_new_chain_restarts_the_proofs_except_for_days_that_have_begun(bot: Bot, another: Bot) -> None:
    await bot.prover.prove()
    await DailyStore().begin_chain(bot.process.turn(), Chain(TODAY, "another seed"), in_any_case=True)
    another.process.clock.now += ONE_DAY_SECONDS
    begun = await another.of(TOMORROW)
    assert [(daily.candidate, daily.proven_by) for daily in begun.values()] == [(LISTED, None)] * len(begun)
    deals = {daily.deal for day in AHEAD for daily in await another.dailies.draw(another.process.turn(), day + ONE_DAY)}
    another.oracle.winnable = frozenset(deals)
    await another.prover.prove()
    assert {asked[1] for asked in another.oracle.asked} == deals
    commitments = {day: {drawn(day, variant).commitment for variant in games_of(day)} for day in AHEAD}
    for (day, _), proof in (await bot.proven()).items():
        assert (proof.commitment in commitments[day]) is (day == TOMORROW)


async def test_a_new_solver_keeps_finished_proofs_and_restarts_the_others(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [number for each in ORDER for number in range(1, winner(*each) + 1)]
    bot.oracle.dies_of = {asked.index(2, len(METHODS) // 2)}
    with pytest.raises(SolverDiedError):
        await bot.prover.prove()
    before = await bot.proven()
    (unfinished,) = (proof for proof in before.values() if proof.moves is None)
    assert unfinished.candidate > 1
    newer = {variant: Method(method.solver + 1, method.budget) for variant, method in METHODS.items()}
    monkeypatch.setattr(deals, "METHODS", newer)
    bot.oracle.asked.clear()
    bot.oracle.dies_of = set()
    await bot.prover.prove()
    assert bot.oracle.asked[0] == questions(unfinished.day, unfinished.variant, last=1)[0]
    after = await bot.proven()
    for each, proof in after.items():
        expected = METHODS if each in before and each != (unfinished.day, unfinished.variant) else newer
        assert proof.method == expected[each[1]]


async def test_moves_that_do_not_win_prove_nothing(here: Process) -> None:
    bot = Bot(here)
    with pytest.raises(RuntimeError, match="does not win"):
        await bot.prover.prove()
    assert [proof for proof in (await bot.proven()).values() if proof.moves is not None] == []


async def test_failures_are_retried_and_logged_without_deals(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    monkeypatch.setattr(proving, "PAUSE_SECONDS", 0.001)
    bot.oracle.dies_of = {1, 3}
    failures = [StoreError("It is locked."), RuntimeError("a fault")]
    put = ProofStore.put

    async def fail_at_first(*args: Any) -> bool:
        if failures:
            raise failures.pop()
        return await put(*args)

    monkeypatch.setattr(ProofStore, "put", fail_at_first)
    task = asyncio.create_task(bot.prover.run())
    while len(await bot.proven()) < len(ORDER) or "days are proven" not in caplog.text:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait({task})
    for reason in ("it died", "It is locked.", "a fault"):
        assert reason in caplog.text
    assert [str(deal) for _, deal, _ in bot.oracle.asked if str(deal) in caplog.text] == []


async def claimed_at(url: str) -> int:
    ((when,),) = await ask(url, f"SELECT claimed_at FROM claims WHERE name = '{PROVING}'")  # noqa: S608
    return int(when)


async def let_pass(url: str, seconds: float) -> int:
    """Age the claim by this many seconds; return the time of its last renewal after that."""
    await ask(
        url,
        f"UPDATE claims SET claimed_at = claimed_at - {round(1000 * seconds)} WHERE name = '{PROVING}'",  # noqa: S608
    )
    return await claimed_at(url)
