"""How fast the rules are: positions a second, a position being its legal moves and one move played.

Run `python bench/engine.py [seconds]`; the time is spent on each game with each of its options, on one core.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

sys.path[0] = str(Path(__file__).parents[1])  # run as a script, this file would be found in place of the package

from engine import VARIANTS, Game  # noqa: E402 - needs the line above

MOVES_A_GAME = 300  # some games allow moving a card to and fro for ever


def positions_per_second(variant: str, options: dict[str, str], seconds: float) -> tuple[float, float]:
    """Play random games; return the positions a second and the mean number of legal moves."""
    choose = Random(1)
    positions = choices = 0
    spent = 0.0
    deal = 0
    while spent < seconds:
        deal += 1
        game = Game.new(variant, deal, options)
        start = time.perf_counter()
        for _ in range(MOVES_A_GAME):
            moves = game.legal_moves()
            if not moves:
                break
            choices += len(moves)
            game.play(moves[int(choose.random() * len(moves))])
            positions += 1
        spent += time.perf_counter() - start
    return positions / spent, choices / positions


def main(seconds: float) -> None:
    """Print the table."""
    print(f"{'game':<38} {'positions/s':>12} {'legal moves':>12}")
    for variant in VARIANTS.values():
        for options in [{}, *({option.name: value} for option in variant.options for value in option.values)]:
            if options == {} or variant.resolve_options(options):
                rate, choices = positions_per_second(variant.name, options, seconds)
                label = variant.name + "".join(f" {name}={value}" for name, value in options.items())
                print(f"{label:<38} {rate:>12,.0f} {choices:>12.1f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
