"""Measure how long turns of long games block the event loop: `python -m bench.lag`.

Each turn uses games of 4,000 moves and transcripts of 80,000 characters, which the bot has to read and replay. A task
wakes every millisecond; its longest delay is how long everyone else waits. The simulated Discord runs in the same
process and adds to it. Each figure is the lowest of several repetitions.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
from pathlib import Path
from time import perf_counter

from tests.support.long_games import won
from tests.support.long_turns import TURNS, Act, long_room

REPETITIONS = 3
_PROBE_SECONDS = 0.001


async def longest_stop(turn: asyncio.Task[object]) -> float:
    """Run a task and return the longest time in seconds that the event loop was blocked."""
    longest = 0.0
    while not turn.done():
        due = perf_counter() + _PROBE_SECONDS
        await asyncio.sleep(_PROBE_SECONDS)
        longest = max(longest, perf_counter() - due)
    turn.result()
    return longest


async def measure(before: Act, act: Act) -> float:
    """Return the longest stop during a turn in a new room, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        async with long_room(Path(folder) / "patience.sqlite3") as room:
            await before(room)
            gc.collect()
            gc.freeze()  # the simulated Discord and the solver are large, and not part of the bot
            return await longest_stop(asyncio.ensure_future(act(room)))


def main() -> None:
    """Print a line for each turn."""
    gc.set_threshold(20_000, *gc.get_threshold()[1:])  # as in bot/app/run.py
    won()
    for name, (before, act) in TURNS.items():
        stops = [asyncio.run(measure(before, act)) for _ in range(REPETITIONS)]
        print(f"{name:<28} {1000 * min(stops):4.0f} ms", flush=True)


if __name__ == "__main__":
    main()
