"""Processes on one database notice those that must not run beside them, and no others."""

from __future__ import annotations

import asyncio

import pytest

from bot.services.processes import Process, Processes
from bot.store import ClaimStore, Database
from tests.support.kinds import ask, on_both

pytestmark = on_both

ALL = Process("one", 3, (0, 1, 2))


class Running:
    """A process on a database."""

    def __init__(self, database: Database, process: Process) -> None:
        self.process = process
        self.processes = Processes(ClaimStore(database))
        self.conflicts: list[str] = []

    async def beat(self) -> None:
        others = await self.processes.beat(self.process)
        self.conflicts += [conflict for other in others if (conflict := self.process.conflict(other))]


async def run_beside(database: Database, *processes: Process) -> list[Running]:
    """Let processes run side by side, each of which gives three signs of life."""
    running = [Running(database, process) for process in processes]
    for _ in range(3):
        for each in running:
            await each.beat()
        await asyncio.sleep(0.002)  # signs of life are told apart by their milliseconds
    return running


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Process("two", 3, (0, 1, 2)), "two serves shard 0, as one does: the bot runs twice"),
        (Process("two", 3, (2,)), "two serves shard 2, as one does"),
        (Process("two", 4, (3,)), "two uses this database with SHARD_COUNT=4, but one with 3"),
    ],
    ids=["twice", "a shard twice", "another count"],
)
async def test_a_process_that_must_not_run_beside_it_is_named(database: Database, other: Process, said: str) -> None:
    one, two = await run_beside(database, ALL, other)
    assert one.conflicts
    assert {conflict.startswith(said) for conflict in one.conflicts} == {True}
    assert two.conflicts


async def test_processes_with_shards_of_their_own_run_side_by_side(database: Database) -> None:
    for running in await run_beside(database, Process("one", 3, (0, 2)), Process("two", 3, (1,))):
        assert running.conflicts == []


@pytest.mark.parametrize("is_killed", [False, True], ids=["stopped", "killed"])
async def test_the_successor_of_a_process_raises_no_alarm(database: Database, *, is_killed: bool) -> None:
    """As in a rolling update, in which each process ends before its successor starts."""
    (before,) = await run_beside(database, ALL)
    if not is_killed:
        await before.processes.leave()
    for running in await run_beside(database, ALL):
        assert running.conflicts == []


async def test_claims_of_processes_that_died_do_not_stay_for_ever(url: str, database: Database) -> None:
    await run_beside(database, ALL)
    await ask(url, "UPDATE claims SET claimed_at = claimed_at - 3600001")
    (running,) = await run_beside(database, ALL)
    await running.processes.leave()
    assert await ask(url, "SELECT name FROM claims WHERE name LIKE 'process %'") == []
