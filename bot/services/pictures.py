"""Pictures, drawn in threads, because Pillow takes too long for the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from cachetools import LRUCache

from bot.model.marks import NO_MARKS, Marks
from bot.pictures.colours import Colour
from bot.pictures.keepsake import Keepsake, draw_keepsake
from bot.pictures.replay import draw_replay
from bot.pictures.table import draw_table
from bot.pictures.title import draw_title
from engine import Card, Game, PatienceError, Variant, View

_CACHED_TABLES = 128  # of some 25 kB each
_CACHED_KEEPSAKES = 64  # of some 30 kB each


class Pictures:
    """Draws each kind of picture. Tables and keepsakes are cached, because the same ones are drawn again and again.

    Replays take seconds, so they have their own thread, and each user gets one at a time.
    """

    def __init__(self) -> None:
        self._quick_threads = ThreadPoolExecutor(2, thread_name_prefix="tables")
        self._replay_thread = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._tables: LRUCache[tuple[View, Colour, Marks, bool], bytes] = LRUCache(_CACHED_TABLES)
        self._keepsakes: LRUCache[Keepsake, bytes] = LRUCache(_CACHED_KEEPSAKES)
        self._replays_pending: set[int] = set()
        self._closed = threading.Event()

    def close(self) -> None:
        """Stop drawing, so that no thread keeps the process alive."""
        self._closed.set()
        for threads in (self._quick_threads, self._replay_thread):
            threads.shutdown(wait=False, cancel_futures=True)

    async def table(self, view: View, felt: Colour, *, four_colour: bool, marks: Marks = NO_MARKS) -> bytes:
        """As PNG."""
        table = self._tables.get((view, felt, marks, four_colour))
        if table is None:
            draw = partial(draw_table, view, felt, four_colour=four_colour, marks=marks)
            table = await _run(self._quick_threads, draw)
            self._tables[view, felt, marks, four_colour] = table
        return table

    async def replay(self, user_id: int, game: Game, *, four_colour: bool) -> bytes:
        """A user's game from its deal on, as an animated GIF that any Discord user may upload.

        Raises PatienceError while another replay of theirs is being drawn.
        """
        if user_id in self._replays_pending:
            raise PatienceError("Still making your replay, one moment.")

        def draw() -> bytes:
            views = [position.view() for position in game.positions]
            return draw_replay(views, game.variant.felt, four_colour=four_colour, is_stopped=self._closed.is_set)

        self._replays_pending.add(user_id)
        try:
            return await _run(self._replay_thread, draw)
        finally:
            self._replays_pending.discard(user_id)

    async def title(self, variant: Variant, cards: Sequence[Card], *, four_colour: bool) -> bytes:
        """As PNG."""
        return await _run(
            self._quick_threads, partial(draw_title, variant.title, variant.felt, cards, four_colour=four_colour)
        )

    async def keepsake(self, win: Keepsake) -> bytes:
        """As PNG."""
        keepsake = self._keepsakes.get(win)
        if keepsake is None:
            keepsake = await _run(self._quick_threads, lambda: draw_keepsake(win))
            self._keepsakes[win] = keepsake
        return keepsake


async def _run(threads: ThreadPoolExecutor, draw: Callable[[], bytes]) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(threads, draw)
