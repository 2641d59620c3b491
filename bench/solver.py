"""Measure what share of fixed deals the solver decides, and how long it takes: `python -m bench.solver`.

The deals start at number 100,000; none of them was used to tune the solver's weights. Times are CPU seconds of one
core without the time to compile.

With `--casual` it instead measures positions of casual players after a quarter, half and three quarters of the stock:
how many of them the solver proves won or impossible within two CPU seconds.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time

from bench.casual import STAGES, casual_positions
from engine import VARIANTS, Game, Position
from engine.solver import COMPILED, DEFAULT_BUDGET, Verdict, solve
from tests.engine.positions import EVERY_GAME, label

FIRST_DEAL = 100_000

CASUAL_SECONDS = 2.0
"""About as long as a hint takes."""

_UNLIMITED = 10**12


def main() -> None:
    """Print a row for each game and option."""
    parser = ArgumentParser(prog="python -m bench.solver", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200, help="deals, or casual positions of each stage")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="positions to examine for each deal")
    parser.add_argument("--games", default="", help="only games whose names start with this")
    parser.add_argument("--casual", action="store_true", help="measure casual positions")
    arguments = parser.parse_args()
    engine = "Numba" if COMPILED else "plain Python"
    if arguments.casual:
        print(
            f"{arguments.deals} casual positions of each stage, {CASUAL_SECONDS:g} s each, {engine}: won + impossible"
        )
        print(f"{'':36}" + "".join(f"{f'{stage:.0%} of the stock':>20}" for stage in STAGES))
    else:
        print(f"{arguments.deals} deals, at most {arguments.budget:,} positions each, {engine}")
        print(f"{'':36} proved  impossible  median s  95 % s  positions/s")
    for variant, options in EVERY_GAME:
        title = label(variant, options)
        if not title.startswith(arguments.games) or (arguments.casual and VARIANTS[variant].rules.is_luck):
            continue
        if arguments.casual:
            cells = casual_cells(variant, options, arguments.deals)
        else:
            cells = table_cells(variant, options, arguments.deals, arguments.budget)
        print(f"{title:36} {cells}", flush=True)


def casual_cells(variant: str, options: dict[str, str], count: int) -> str:
    """Solve casual positions of one game, and format its row of the table."""
    solve(Game.new(variant, 0, options).position, budget=1000)
    cells = []
    for stage in STAGES:
        verdicts = [_quick_verdict(position) for position in casual_positions(variant, options, stage, count)]
        won = verdicts.count(Verdict.WON)
        impossible = verdicts.count(Verdict.IMPOSSIBLE)
        cells.append(f"{f'{won} + {impossible} = {(won + impossible) / count:.0%}':>20}")
    return "".join(cells)


def _quick_verdict(position: Position) -> Verdict:
    """Solve a position in CASUAL_SECONDS; a later verdict does not count."""
    end = process_time() + CASUAL_SECONDS
    solution = solve(position, _UNLIMITED, lambda: process_time() >= end)
    return solution.verdict if process_time() <= end else Verdict.UNKNOWN


def table_cells(variant: str, options: dict[str, str], deals: int, budget: int) -> str:
    """Solve the deals of one game, and format its row of the table."""
    solve(Game.new(variant, 0, options).position, budget=1000)
    verdicts = []
    times = []
    positions = 0
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
