"""The proofs of the days ahead, and which process works on them: one does for all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.daily.deals import Method
from bot.daily.proofs import Proof
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.queries import queries

LEASE_SECONDS = 60
"""For how long a process that proves is waited for after it was last heard of, before another takes over."""


class ProofStore:
    """Reads and writes proofs. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, first: date, last: date) -> Mapping[tuple[date, str], Proof]:
        """How far the days from the first to the last are proven, by day and game."""
        async with self._database.reading() as connection:
            rows = queries.proofs(connection, first=first.toordinal(), last=last.toordinal())
            found = [
                Proof(date.fromordinal(day), variant, commitment, Method(solver, budget), candidate, moves)
                async for day, variant, commitment, solver, budget, candidate, moves in rows
            ]
        return {(proof.day, proof.variant): proof for proof in found}

    async def fixed(self, first: date, last: date) -> frozenset[date]:
        """The days from the first to the last whose deals are fixed, so that it is too late to prove them."""
        async with self._database.reading() as connection:
            days = queries.fixed_days(connection, first=first.toordinal(), last=last.toordinal())
            return frozenset([date.fromordinal(day) async for (day,) in days])

    async def put(self, proof: Proof, prover: str, now: int) -> bool:
        """Keep how far something is proven, if it is still this process that proves; return whether it is."""

        async def job(connection: Connection) -> bool:
            if not await _claim(connection, prover, now):
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

        is_ours: bool = await self._database.write(job)
        return is_ours

    async def claim(self, prover: str, now: int) -> bool:
        """Whether the process of this name is the one that proves, from `now` in Unix seconds on for a lease."""

        async def job(connection: Connection) -> bool:
            return await _claim(connection, prover, now)

        is_ours: bool = await self._database.write(job)
        return is_ours

    async def release(self, prover: str) -> None:
        """Have another process prove from now on."""

        async def job(connection: Connection) -> None:
            await queries.release_proving(connection, name=prover)

        await self._database.write(job)


async def _claim(connection: Connection, prover: str, now: int) -> bool:
    return bool(await queries.claim_proving(connection, name=prover, now=now, lease=LEASE_SECONDS))
