"""What measuring costs a turn: `python bench/measuring.py`.

A turn's worth of measuring, as a move makes it, against the same calls without: three reads and two writes of a
database that does nothing, a board drawn, an answer sent.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

sys.path[0] = str(Path(__file__).parents[1])  # in the place of bench/, where engine.py would be the engine

from bot.monitoring import metrics  # noqa: E402 - needs the line above
from bot.monitoring.metrics import timed  # noqa: E402
from bot.services.limits import Limits  # noqa: E402
from bot.services.measured_database import measured  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.store import Database

TURNS = 20_000
ROUNDS = 9


class Nothing:
    """A database that takes no time."""

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """A connection that is none."""
        yield None

    async def write(self, job: Any) -> Any:
        """Done already."""
        return job


async def plain(database: Database) -> None:
    """What a move reads and writes."""
    for _ in range(3):
        async with database.reading():
            pass
    for _ in range(2):
        await database.write(cast("Any", None))


async def measuring(database: Database) -> None:
    """The same, with all that is measured of it."""
    turn = metrics.begin_turn("command", "move", 0.05)
    metrics.IN_HAND.inc()
    await plain(database)
    with timed("drawing"):
        pass
    with timed("drawing"):
        pass
    with timed("answering"):
        pass
    metrics.IN_HAND.dec()
    turn.end()


async def main() -> None:
    """Print microseconds a turn; the least of some rounds, which others on the machine disturb the least."""
    without, with_measuring, limiting = [], [], []
    limits = Limits(user_per_second=5, all_per_second=1e6)
    bare = cast("Database", Nothing())
    wrapped = measured(bare)
    for number in range(ROUNDS):
        begun = time.process_time()
        for _ in range(TURNS):
            await plain(bare)
        without.append(time.process_time() - begun)
        begun = time.process_time()
        for _ in range(TURNS):
            await measuring(wrapped)
        with_measuring.append(time.process_time() - begun)
        begun = time.process_time()
        for turn in range(TURNS):
            limits.met(number * TURNS + turn, turn % 5000, "move", is_completion=False)
        limiting.append(time.process_time() - begun)
    costs = [(after - before) / TURNS * 1e6 for before, after in zip(without, with_measuring, strict=True)]
    print(f"measuring a turn   {min(costs):6.1f} µs (median {statistics.median(costs):.1f})")
    print(f"limiting a turn    {min(limiting) / TURNS * 1e6:6.1f} µs")


if __name__ == "__main__":
    asyncio.run(main())
