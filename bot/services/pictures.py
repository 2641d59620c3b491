"""Drawing pictures off the event loop, each position once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from bot.pictures.chart import Bar, draw_chart
from bot.pictures.replay import UPLOAD_LIMIT, draw_replay
from bot.pictures.table import draw_table
from engine import View

_CACHED_TABLES = 128  # of some 40 kB each
_THREADS = 2


class Pictures:
    """Draws in threads. Tables are kept for a while, as the same position is often shown again: undo, redo, show."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="drawing")
        self._tables: OrderedDict[tuple[View, bool], bytes] = OrderedDict()

    def close(self) -> None:
        """Let no drawing that has not begun keep the process alive."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def table(self, view: View, *, spread: bool, four_colour: bool) -> bytes:
        """A table as PNG."""
        key = (view, four_colour)
        if key not in self._tables:
            self._tables[key] = await self._draw(lambda: draw_table(view, spread=spread, four_colour=four_colour))
            if len(self._tables) > _CACHED_TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]

    async def replay(self, views: Sequence[View], *, spread: bool, four_colour: bool) -> bytes:
        """A game from its deal on, as an animated GIF that Discord takes from everyone."""
        return await self._draw(lambda: draw_replay(views, spread=spread, four_colour=four_colour, limit=UPLOAD_LIMIT))

    async def chart(self, bars: Sequence[Bar]) -> bytes:
        """A chart as PNG."""
        return await self._draw(lambda: draw_chart(bars))

    async def _draw(self, drawing: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._threads, drawing)
