"""Drawing pictures off the event loop, each position once."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from bot.monitoring import metrics
from bot.pictures.chart import Bar, draw_chart
from bot.pictures.replay import UPLOAD_LIMIT, draw_replay
from bot.pictures.table import draw_table
from engine import PatienceError, Position, View

_CACHED_TABLES = 128  # of some 40 kB each


class Pictures:
    """Draws in threads. Tables are kept for a while, as the same position is often shown again: undo, redo, show.

    Replays, which take seconds, are drawn one after another, and keep no table waiting.
    """

    def __init__(self) -> None:
        self._table_threads = ThreadPoolExecutor(2, thread_name_prefix="tables")
        self._replay_thread = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._tables: OrderedDict[tuple[View, bool], bytes] = OrderedDict()
        self._replay_pending: set[int] = set()
        self._closed = threading.Event()

    def close(self) -> None:
        """Let no drawing keep the process alive."""
        self._closed.set()
        for threads in (self._table_threads, self._replay_thread):
            threads.shutdown(wait=False, cancel_futures=True)

    async def table(self, view: View, *, spread: bool, four_colour: bool) -> bytes:
        """A table as PNG."""
        key = (view, four_colour)
        is_kept = key in self._tables
        metrics.PICTURES.labels("table", "cache" if is_kept else "drawn").inc()
        if not is_kept:
            drawn = await _run(self._table_threads, lambda: draw_table(view, spread=spread, four_colour=four_colour))
            self._tables[key] = drawn
            if len(self._tables) > _CACHED_TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]

    async def replay(self, user_id: int, positions: Sequence[Position], *, spread: bool, four_colour: bool) -> bytes:
        """A user's game from its deal on, as an animated GIF that Discord takes from everyone.

        Raises PatienceError while another replay of theirs is being drawn.
        """
        if user_id in self._replay_pending:
            raise PatienceError("Your replay is still being drawn. Please wait for it.")

        def draw() -> bytes:
            views = [position.view() for position in positions]
            return draw_replay(
                views, spread=spread, four_colour=four_colour, limit=UPLOAD_LIMIT, is_stopped=self._closed.is_set
            )

        self._replay_pending.add(user_id)
        metrics.PICTURES.labels("replay", "drawn").inc()
        try:
            return await _run(self._replay_thread, draw)
        finally:
            self._replay_pending.discard(user_id)

    async def chart(self, bars: Sequence[Bar]) -> bytes:
        """A chart as PNG."""
        metrics.PICTURES.labels("chart", "drawn").inc()
        return await _run(self._table_threads, lambda: draw_chart(bars))


async def _run(threads: ThreadPoolExecutor, drawing: Callable[[], bytes]) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(threads, drawing)
