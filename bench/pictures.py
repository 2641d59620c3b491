"""Measures the CPU time and size of table pictures and replays of random games: `python -m bench.pictures`."""

from __future__ import annotations

import time
from functools import partial
from itertools import pairwise
from statistics import median

from bot.model.marks import Marks, changes
from bot.pictures.replay import MOST_FRAMES, UPLOAD_LIMIT, draw_replay
from bot.pictures.table import draw_table
from engine import VARIANTS, View
from tests.engine.random_games import walk

MOVES = 400
ROUNDS = 20


def largest(views: list[View]) -> tuple[View, View]:
    """Pick the view with the longest piles, and the one before it."""
    return max(pairwise(views), key=lambda pair: sum(len(pile) ** 2 for pile in pair[1].piles))


def milliseconds(draw: partial[bytes], rounds: int) -> float:
    """Measure the median CPU time of drawing, with the card faces cached."""
    draw()
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        draw()
        times.append(time.thread_time() - start)
    return median(times) * 1000


def table_cells(variant: str) -> str:
    """Measure one game, and format its row of the table."""
    views = [game.position.view() for game in walk(variant, 1, moves=MOVES)]
    opening, late = (
        partial(draw_table, view, four_colour=True, marks=Marks(changes(before, view)))
        for before, view in ((views[0], views[0]), largest(views))
    )
    replay = partial(draw_replay, views, four_colour=True, limit=UPLOAD_LIMIT)
    frames = min(len(views), MOST_FRAMES)
    tables = " ".join(f"{milliseconds(draw, ROUNDS):>8.1f} {len(draw()) / 1000:>4.0f}" for draw in (opening, late))
    return f"{tables} {milliseconds(replay, 1) / frames:>13.1f} {frames:>7} {len(replay()) / 1000:>5.0f}"


def main() -> None:
    """Print the table, in milliseconds and kilobytes."""
    heads = (f"{'opening':>8} {'kB':>4} {'largest':>8} {'kB':>4}", f"{'replay, frame':>13} {'frames':>7} {'kB':>5}")
    print(f"{'game':<20}", *heads)
    for variant in VARIANTS:
        print(f"{variant:<20} {table_cells(variant)}")


if __name__ == "__main__":
    main()
