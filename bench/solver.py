"""Measures what share of fixed deals the solver decides, and how long it takes: `python -m bench.solver`.

The deals start at number 100,000; none of them was used to tune the solver's weights. Times are CPU seconds of one
core without the time to compile.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time

from engine import VARIANTS, Game
from engine.solver import COMPILED, DEFAULT_BUDGET, Verdict, solve

FIRST_DEAL = 100_000


def main() -> None:
    """Print a row for each game and option."""
    parser = ArgumentParser(prog="python -m bench.solver", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="positions to examine for each deal")
    parser.add_argument("--games", default="", help="only games whose names start with this")
    arguments = parser.parse_args()
    engine = "Numba" if COMPILED else "plain Python"
    print(f"{arguments.deals} deals, at most {arguments.budget:,} positions each, {engine}")
    print(f"{'':36} proved  impossible  median s  95 % s  positions/s")
    for variant in VARIANTS.values():
        for options in variant.option_sets():
            title = " ".join([variant.name, *(f"{option}={value}" for option, value in options.items())])
            if title.startswith(arguments.games):
                print(f"{title:36} {table_cells(variant.name, options, arguments.deals, arguments.budget)}", flush=True)


def table_cells(variant: str, options: dict[str, str], deals: int, budget: int) -> str:
    """Solve the deals of one game, and format its row of the table."""
    solve(Game.new(variant, 0, options).position, budget=1000)
    verdicts, times, positions = [], [], 0
    for deal in range(FIRST_DEAL, FIRST_DEAL + deals):
        position = Game.new(variant, deal, options).position
        start = process_time()
        solution = solve(position, budget)
        times.append(process_time() - start)
        verdicts.append(solution.verdict)
        positions += solution.positions_searched
    rate = positions / sum(times)
    times.sort()
    return (
        f"{verdicts.count(Verdict.WON) / deals:6.1%}  {verdicts.count(Verdict.IMPOSSIBLE) / deals:10.1%}"
        f"  {times[deals // 2]:8.2f}  {times[deals * 95 // 100]:6.2f}  {rate:11,.0f}"
    )


if __name__ == "__main__":
    main()
