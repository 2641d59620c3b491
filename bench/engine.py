"""Measures how many moves per second random play makes, finding all legal moves each time: `python -m bench.engine`.

It plays each game with each of its options on one core, for the given number of seconds.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from engine import VARIANTS, Game

MOST_MOVES = 300
"""Moves after which a game is abandoned: in some games cards can move back and forth without end."""


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


def main() -> None:
    """Print a row for each game and option."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each game and option")
    seconds = parser.parse_args().seconds
    print(f"{'game':<38} {'moves/s':>12} {'legal moves':>12}")
    for variant in VARIANTS.values():
        for options in variant.option_sets():
            rate, choices = measure(variant.name, options, seconds)
            label = variant.name + "".join(f" {name}={value}" for name, value in options.items())
            print(f"{label:<38} {rate:>12,.0f} {choices:>12.1f}")


if __name__ == "__main__":
    main()
