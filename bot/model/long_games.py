"""Runs work that grows with the length of a game, such as replaying it, outside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

LONG_MOVES = 250
"""Games with more moves are long.

A move takes some 20 µs, so a shorter game takes at most five milliseconds. Python lets a thread keep the interpreter
that long anyway (`sys.getswitchinterval`), so another thread would save nothing.
"""

# A single thread: the event loop would have to wait for each of several in turn.
_thread = ThreadPoolExecutor(1, thread_name_prefix="long games")

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


async def off_loop(moves: int, work: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Run work on a game with this many moves: in a thread if the game is long, directly otherwise."""
    if moves <= LONG_MOVES:
        return work(*arguments)
    return await asyncio.get_running_loop().run_in_executor(_thread, work, *arguments)
