"""The event loop: uvloop's where it is installed, which takes less of a processor than asyncio's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

new_event_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    import uvloop
except ModuleNotFoundError:
    new_event_loop = asyncio.new_event_loop
else:
    new_event_loop = uvloop.new_event_loop


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """Do what `asyncio.run` does."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)
