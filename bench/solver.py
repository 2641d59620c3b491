"""How many of 200 fixed deals of each game and option are proved winnable, and what that takes.

`--budget` positions are looked at for each deal at most. The deals are numbers 100,000 and on, which were not used in
finding the solver's weights. Times are CPU seconds of one core, without those of compiling.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import process_time

sys.path[0] = str(Path(__file__).parents[1])  # run as a script, engine.py here would be found in place of the package

from engine import VARIANTS, Game  # noqa: E402 - needs the line above
from engine.solver import COMPILED, DEFAULT_BUDGET, Verdict, solve  # noqa: E402

FIRST_DEAL = 100_000


def every_game() -> list[tuple[str, dict[str, str]]]:
    """Each game alone and with each of its options."""
    return [
        (variant.name, options)
        for variant in VARIANTS.values()
        for options in [{}, *({option.name: value} for option in variant.options for value in list(option.values)[1:])]
    ]


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET)
    parser.add_argument("--games", default="", help="only games whose names begin so")
    asked = parser.parse_args()
    print(f"{asked.deals} deals, {asked.budget:,} positions each at most, {'Numba' if COMPILED else 'plain Python'}")
    print(f"{'':36} proved  impossible  median s  95 % s  positions/s")
    for name, options in every_game():
        title = " ".join([name, *(f"{option}={value}" for option, value in options.items())])
        if not title.startswith(asked.games):
            continue
        solve(Game.new(name, 0, options).position, budget=1000)
        verdicts, times, looked_at = [], [], 0
        for deal in range(FIRST_DEAL, FIRST_DEAL + asked.deals):
            position = Game.new(name, deal, options).position
            began = process_time()
            solution = solve(position, asked.budget)
            times.append(process_time() - began)
            verdicts.append(solution.verdict)
            looked_at += solution.looked_at
        rate = looked_at / sum(times)
        times.sort()
        print(
            f"{title:36} {verdicts.count(Verdict.WON) / len(verdicts):6.1%}"
            f"  {verdicts.count(Verdict.IMPOSSIBLE) / len(verdicts):10.1%}"
            f"  {times[len(times) // 2]:8.2f}  {times[len(times) * 95 // 100]:6.2f}  {rate:11,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
