"""Measure the search of games with one deck beside other programs: `python -m bench.classics`.

It plays Klondike's deals from number 0 and Microsoft's deals of FreeCell from number 1. Times are CPU seconds of one
core without the time to compile. The same deals go to `pyksolve`, if that package is installed, and to `fc-solve`
(Debian's `freecell-solver-bin`). Each win is played on the engine.
"""

from __future__ import annotations

import resource
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean
from time import process_time

from engine.building import BuildingPosition
from engine.solver import Verdict, solve
from tests.engine.solver.one_deck_games import IMPOSSIBLE_DEALS, free_cell_deal, klondike
from tests.support.referees import HAS_FC_SOLVE, HAS_PYKSOLVE, fc_solve, klondike_solve

_UNLIMITED = 10**12

Measured = tuple[Verdict, float, int]
"""A verdict, CPU seconds, and the number of positions if it is known."""


def main() -> None:
    """Print a row for each game and program."""
    parser = ArgumentParser(prog="python -m bench.classics", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100, help="deals of each game")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each deal")
    arguments = parser.parse_args()
    deals = range(arguments.deals)
    seconds = arguments.seconds
    free_cells = [free_cell_deal(deal + 1) for deal in deals]
    hopeless = [free_cell_deal(deal) for deal in IMPOSSIBLE_DEALS]
    print(f"{arguments.deals} deals, {seconds:g} CPU seconds each")
    print(f"{'':36}   won  lost  unknown  mean s  longest s  positions")
    _print_row("FreeCell", [_solved(position, seconds) for position in free_cells])
    _print_row("FreeCell, impossible deals", [_solved(position, seconds) for position in hopeless])
    if HAS_FC_SOLVE:
        _print_row("FreeCell, fc-solve", _by_others(fc_solve, free_cells))
        _print_row("FreeCell, impossible deals, fc-solve", _by_others(fc_solve, hopeless))
    for cards in (1, 3):
        klondikes = [BuildingPosition.deal(klondike(cards), deal) for deal in deals]
        title = f"Klondike, {cards} turned"
        _print_row(title, [_solved(position, seconds) for position in klondikes])
        if HAS_PYKSOLVE:
            _print_row(f"{title}, pyksolve", _by_others(klondike_solve, klondikes))


def _print_row(title: str, results: Sequence[Measured]) -> None:
    verdicts = Counter(verdict for verdict, _, _ in results)
    times = [seconds for _, seconds, _ in results]
    positions = mean(count for _, _, count in results)
    print(
        f"{title:36} {verdicts[Verdict.WON]:5} {verdicts[Verdict.IMPOSSIBLE]:5} {verdicts[Verdict.UNKNOWN]:8} "
        f"{mean(times):7.3f} {max(times):10.2f} {positions:10,.0f}",
        flush=True,
    )


def _solved(position: BuildingPosition, seconds: float) -> Measured:
    solve(position, budget=100)  # to compile
    start = process_time()
    solution = solve(position, _UNLIMITED, lambda: process_time() - start > seconds)
    taken = process_time() - start
    end = position
    for move in solution.moves:
        assert move in end.legal_moves()
        end = end.play(move)
    assert (end.cards_home == end.pack) is (solution.verdict is Verdict.WON)
    return solution.verdict, taken, solution.positions_searched


def _by_others(
    solver: Callable[[BuildingPosition], Verdict], positions: Sequence[BuildingPosition]
) -> Sequence[Measured]:
    results = []
    for position in positions:
        start = _cpu_seconds()
        verdict = solver(position)
        results.append((verdict, _cpu_seconds() - start, 0))
    return results


def _cpu_seconds() -> float:
    """Of this process and the ones that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
