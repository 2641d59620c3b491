"""The proofs of the days ahead, which one process at a time works on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.model.daily.deals import Method, Proof
from bot.store.database import Connection, Database
from bot.store.leases import claim_lease
from bot.store.queries import queries

PROVING = "prove dailies"
"""The lease of the process that proves for all."""

LEASE_SECONDS = 60.0
"""For how long it is waited for after it was last heard of, before another takes over."""


class ProofStore:
    """Reads and writes proofs. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, first: date, last: date) -> Mapping[tuple[date, str], Proof]:
        """How far the days from the first to the last are proven, by day and game."""
        rows = queries.proofs(self._database, first=first.toordinal(), last=last.toordinal())
        found = [
            Proof(date.fromordinal(day), variant, commitment, Method(solver, budget), candidate, moves)
            async for day, variant, commitment, solver, budget, candidate, moves in rows
        ]
        return {(proof.day, proof.variant): proof for proof in found}

    async def fixed(self, first: date, last: date) -> frozenset[date]:
        """The days from the first to the last whose deals are fixed, so that it is too late to prove them."""
        days = queries.fixed_days(self._database, first=first.toordinal(), last=last.toordinal())
        return frozenset([date.fromordinal(day) async for (day,) in days])

    async def put(self, proof: Proof, holder: str) -> bool:
        """Keep how far something is proven, if the lease is still, or can be, this holder's; return whether it is."""

        async def job(connection: Connection) -> bool:
            if await claim_lease(connection, PROVING, holder, LEASE_SECONDS):
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

        return await self._database.write(job)
