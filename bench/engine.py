"""Measure the moves per second of random play, listing all legal moves each time: `python -m bench.engine`.

It plays each game with each of its options on one core, for the given number of seconds. It also times, late in games,
the check whether plain play wins, which boards of unranked games make.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from engine import VARIANTS, Game, plain_moves
from engine.variant import write_options
from tests.engine.late_tables import late_table
from tests.engine.positions import EVERY_GAME, engine_position, label

MOST_MOVES = 300
"""Moves after which a game is abandoned: in some games cards can move back and forth without end."""

LATE_POSITIONS = 300
"""Positions with half-built foundations in which to time plain play, which is not tried earlier."""


def measure(variant: str, options: dict[str, str], seconds: float) -> tuple[float, float]:
    """Play random games; return moves per second and the mean number of legal moves."""
    dice = Random(1)
    moves = choices = 0
    elapsed = 0.0
    deal = 0
    while elapsed < seconds:
        deal += 1
        game = Game.new(variant, deal, options)
        start = time.perf_counter()
        for _ in range(MOST_MOVES):
            legal = game.legal_moves()
            if not legal:
                break
            choices += len(legal)
            game.play(legal[int(dice.random() * len(legal))])
            moves += 1
        elapsed += time.perf_counter() - start
    return moves / elapsed, choices / moves


def measure_plain_play(variant: str, options: dict[str, str]) -> str:
    """Format the mean and the longest time, in milliseconds, to check in late positions whether plain play wins."""
    if VARIANTS[variant].rules.is_luck:
        return ""
    times = []
    for seed in range(LATE_POSITIONS):
        position = engine_position(late_table(Random(seed), variant, write_options(options)))
        start = time.process_time()
        plain_moves(position)
        times.append(1000 * (time.process_time() - start))
    return f"{sum(times) / len(times):>16.2f} {max(times):>8.2f}"


def main() -> None:
    """Print a row for each game and option."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each game and option")
    seconds = parser.parse_args().seconds
    print(f"{'game':<38} {'moves/s':>12} {'legal moves':>12} {'plain play, ms':>16} {'at most':>8}")
    for variant, options in EVERY_GAME:
        rate, choices = measure(variant, options, seconds)
        plain = measure_plain_play(variant, options)
        print(f"{label(variant, options):<38} {rate:>12,.0f} {choices:>12.1f} {plain}".rstrip())


if __name__ == "__main__":
    main()
