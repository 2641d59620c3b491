"""What pictures cost: milliseconds of CPU and thousands of bytes, of each game's opening and largest positions.

Run `python bench/pictures.py`; the positions are those of random games, always the same.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

from bot.pictures.replay import MOST_FRAMES, UPLOAD_LIMIT, draw_replay  # noqa: E402 - needs the line above
from bot.pictures.table import draw_table  # noqa: E402
from engine import DRAW, VARIANTS, Game, View  # noqa: E402

MOVES = 400
ROUNDS = 20


def random_game(variant: str) -> list[View]:
    """What a player sees who seldom draws, so that piles grow."""
    choose = Random(1)
    game = Game.new(variant, 1)
    seen = [game.position.view()]
    for _ in range(MOVES):
        legal = game.legal_moves()
        if not legal:
            break
        building = [move for move in legal if move != DRAW]
        game.play(choose.choice(building if building and choose.random() < 0.75 else legal))
        seen.append(game.position.view())
    return seen


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
