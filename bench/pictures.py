"""What pictures cost: milliseconds of CPU and thousands of bytes, of each game's opening and largest positions.

Run `python bench/pictures.py`; the positions are those of random games, always the same.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from statistics import median

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

from bot.pictures.replay import MOST_FRAMES, UPLOAD_LIMIT, draw_replay  # noqa: E402 - needs the line above
from bot.pictures.table import draw_table  # noqa: E402
from engine import VARIANTS, View  # noqa: E402
from tests.engine.random_games import walk  # noqa: E402

MOVES = 400
ROUNDS = 20


def random_game(variant: str) -> list[View]:
    """What a player sees in a game."""
    return [game.position.view() for game in walk(variant, 1, moves=MOVES)]


def largest(views: list[View]) -> View:
    """The view with most cards in its piles, long piles counting for more."""
    return max(views, key=lambda view: sum(len(pile) ** 2 for pile in view.piles))


def milliseconds(draw: partial[bytes], rounds: int) -> float:
    """The CPU time of drawing, the cards having been drawn once."""
    draw()
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        draw()
        times.append(time.thread_time() - start)
    return median(times) * 1000


def costs(variant: str) -> str:
    """The numbers of one game."""
    views = random_game(variant)
    spread = variant == "tens"
    opening, late = (partial(draw_table, view, spread=spread, four_colour=True) for view in (views[0], largest(views)))
    replay = partial(draw_replay, views, spread=spread, four_colour=True, limit=UPLOAD_LIMIT)
    frames = min(len(views), MOST_FRAMES)
    tables = " ".join(f"{milliseconds(draw, ROUNDS):>8.1f} {len(draw()) / 1000:>4.0f}" for draw in (opening, late))
    return f"{tables} {milliseconds(replay, 1) / frames:>13.1f} {frames:>7} {len(replay()) / 1000:>5.0f}"


def main() -> None:
    """Print the table."""
    heads = (f"{'opening':>8} {'kB':>4} {'largest':>8} {'kB':>4}", f"{'replay, frame':>13} {'frames':>7} {'kB':>5}")
    print(f"{'game':<20}", *heads)
    for variant in VARIANTS:
        print(f"{variant:<20} {costs(variant)}")


if __name__ == "__main__":
    main()
