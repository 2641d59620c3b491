"""Prove the days ahead: one process finds out in advance which candidate of each daily is winnable."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace

from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import (
    DAILIES_A_DAY,
    DAYS_AHEAD,
    METHODS,
    Daily,
    ProofState,
    candidate_deal,
    next_to_try,
    wins,
)
from bot.model.solutions import Reached
from bot.monitoring import metrics
from bot.services.dailies import Dailies
from bot.solver.process import SolverDiedError, SolverProcess
from bot.solver.queue import Solver
from bot.store import Claim, ProofStore, StoreError, Turns
from bot.store.proofs import CLAIM_SECONDS, PROVING
from engine import Verdict

log = logging.getLogger(__name__)

PAUSE_SECONDS = 60.0
"""How long to wait before looking again for something to prove."""

RENEW_SECONDS = CLAIM_SECONDS / 3

_NICENESS = 19
_STUCK_SECONDS = 3 * 60 * 60.0
"""No candidate takes this long: without Numba one takes minutes, in the time that other processes leave."""


def proving_solver() -> SolverProcess:
    """A solver with the lowest priority."""
    return SolverProcess(niceness=_NICENESS, stuck_seconds=_STUCK_SECONDS, name="proving")


class Prover:
    """Tries one candidate after another, the next day's first, and stores its progress after each.

    The solver learns deals, but no secret.
    """

    def __init__(
        self,
        turns: Turns,
        dailies: Dailies,
        *,
        new_solver: Callable[[], Solver] = proving_solver,
    ) -> None:
        self._turns = turns
        self._store = ProofStore()
        self._claim = Claim(turns.database, PROVING, CLAIM_SECONDS)
        self._dailies = dailies
        self._new_solver = new_solver

    async def run(self) -> None:
        """Prove the days ahead until cancelled."""
        while True:
            try:
                await self.prove()
            except (StoreError, SolverDiedError) as error:
                log.error("the next dailies are not proven: %s", error)  # noqa: TRY400 - the message says it all
            except Exception:
                log.exception("the next dailies are not proven")
            await asyncio.sleep(PAUSE_SECONDS)

    async def prove(self) -> None:
        """Prove all of the days ahead, unless another process does.

        Raises StoreError when the database fails, and SolverDiedError when the solver does.
        """
        if await self._next() is None or not await self._claim.make():
            return
        solver = self._new_solver()
        try:
            while (next_ := await self._next()) is not None:
                proof = await self._try(solver, *next_)
                if proof is None or not await self._store.put(self._turns.background(), proof, self._claim.holder):
                    return
            log.info("the next %d days are proven", DAYS_AHEAD)
        finally:
            await solver.close()
            with contextlib.suppress(StoreError):  # the claim expires anyway
                await self._claim.release()

    async def _next(self) -> tuple[Daily, ProofState] | None:
        """The next daily to try, and the progress of its proof. Days that have begun are fixed."""
        turn = self._turns.background()
        first = self._dailies.today() + ONE_DAY
        last = self._dailies.today() + DAYS_AHEAD * ONE_DAY
        proofs = await self._store.of(turn, first, last)
        fixed = await self._store.fixed(turn, first, last)
        metrics.DAILIES_TO_PROVE.set(DAYS_AHEAD * DAILIES_A_DAY)
        metrics.DAILIES_PROVEN.set(sum(proof.moves is not None for proof in proofs.values()))
        for day in (first + number * ONE_DAY for number in range(DAYS_AHEAD)):
            if day not in fixed:
                drawn = {daily.variant: daily for daily in await self._dailies.draw(turn, day)}
                for variant in (each for each in METHODS if each in drawn):
                    proof = next_to_try(drawn[variant], proofs.get((day, variant)))
                    if proof is not None:
                        return drawn[variant], proof
        return None

    async def _try(self, solver: Solver, daily: Daily, proof: ProofState) -> ProofState | None:
        """Try the next candidate of a daily; return the state of its proof, or None if the claim is lost."""
        deal = candidate_deal(daily.key, proof.candidate)
        reached = Reached(daily.variant, deal, {}, ())
        solving = asyncio.create_task(solver.solve(reached, proof.method.budget))
        try:
            while not solving.done():
                await asyncio.wait({solving}, timeout=RENEW_SECONDS)
                if not solving.done() and not await self._claim.make():
                    return None
            solution = solving.result()
        finally:
            solving.cancel()
        if solution.verdict is not Verdict.WON:
            return replace(proof, candidate=proof.candidate + 1)
        moves = " ".join(map(str, solution.moves))
        if not await asyncio.to_thread(wins, daily.variant, deal, moves):
            raise RuntimeError(f"a proof of {daily.variant} does not win")
        return replace(proof, moves=moves)
