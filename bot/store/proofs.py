"""Proofs that upcoming dailies are winnable; one process at a time searches for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.model.daily.deals import Method, ProofState
from bot.store.claims import claim
from bot.store.database import Connection, Reader
from bot.store.queries import queries
from bot.store.turn import Turn

PROVING = "prove dailies"
"""The claim of the searching process."""

CLAIM_SECONDS = 60.0
"""How long that process may be silent before another one takes over."""


class ProofStore:
    async def of(self, reader: Reader, first: date, last: date) -> Mapping[tuple[date, str], ProofState]:
        """Return the proofs, finished or not, of the days from `first` to `last`, by day and variant."""
        rows = queries.proofs(reader, first=first.toordinal(), last=last.toordinal())
        found = [
            ProofState(date.fromordinal(day), variant, commitment, Method(solver, budget), candidate, moves)
            async for day, variant, commitment, solver, budget, candidate, moves in rows
        ]
        return {(proof.day, proof.variant): proof for proof in found}

    async def fixed(self, reader: Reader, first: date, last: date) -> frozenset[date]:
        """Return the days from `first` to `last` that have fixed deals, for which proofs would come too late."""
        days = queries.fixed_days(reader, first=first.toordinal(), last=last.toordinal())
        return frozenset([date.fromordinal(day) async for (day,) in days])

    async def put(self, turn: Turn, proof: ProofState, holder: str) -> bool:
        """Store a proof if this holder has or can make the claim; return whether it did."""

        async def job(connection: Connection) -> bool:
            if not await claim(connection, PROVING, holder, CLAIM_SECONDS):
                return False
            await queries.put_proof(
                connection,
                day=proof.day.toordinal(),
                variant=proof.variant,
                commitment=proof.commitment,
                solver=proof.method.solver,
                budget=proof.method.budget,
                candidate=proof.candidate,
                moves=proof.moves,
            )
            return True

        return await turn.write(job)
