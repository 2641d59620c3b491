"""Check that no position on the way to a win is called lost: `python -m bench.soundness --lines 1000`.

It solves the listed deals, then all from 0 up. At every position of each winning line it asks the unwinding bound,
where that holds, and at every tenth the exact search.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from itertools import chain, count, islice

from engine import Game, Verdict
from engine.building import BuildingPosition
from engine.solver import solve
from engine.solver.exact import LOST, ExactSearch
from engine.solver.two_decks import is_proven_lost
from engine.winnable import winnable_deals
from tests.engine.positions import BUILDING_GAMES, label


def main() -> None:
    """Print how many positions of each game and option were checked; fail if one was called lost."""
    parser = ArgumentParser(prog="python -m bench.soundness", description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=20, help="winning lines of each game and option")
    parser.add_argument("--deals", type=int, default=2000, help="the most deals to try for them")
    parser.add_argument("--budget", type=int, default=1_000_000, help="positions to examine for each deal")
    parser.add_argument("--exact", type=int, default=20_000, help="positions that each exact search looks at")
    parser.add_argument("--games", default="", help="only games whose names start with this")
    arguments = parser.parse_args()
    wrong = 0
    for variant, options in BUILDING_GAMES:
        title = label(variant, options)
        if title.startswith(arguments.games):
            lines = positions = lost = 0
            for deal in islice(chain(_listed(variant, options), count()), arguments.deals):
                path = _winning_path(Game.new(variant, deal, options), arguments.budget)
                lines += bool(path)
                positions += len(path)
                lost += sum(map(is_proven_lost, path))
                lost += sum(_is_called_lost(position, arguments.exact) for position in path[::10])
                if lines == arguments.lines:
                    break
            print(f"{title:36} {lines:6,} lines  {positions:9,} positions  {lost} called lost", flush=True)
            wrong += lost
    sys.exit(wrong > 0)


def _listed(variant: str, options: dict[str, str]) -> tuple[int, ...]:
    """Return listed deals; without a list for these options, the default game's deals are as good."""
    return winnable_deals(variant, options) or winnable_deals(variant, {})


def _winning_path(game: Game, budget: int) -> list[BuildingPosition]:
    """Return the positions of a winning line; none if there is no such line."""
    solution = solve(game.position, budget)
    if solution.verdict is not Verdict.WON:
        return []
    path = game.position.path(*solution.moves)
    return [position for position in path if isinstance(position, BuildingPosition)]


def _is_called_lost(position: BuildingPosition, budget: int) -> bool:
    exact = ExactSearch(position, budget)
    exact.run(budget)
    return exact.outcome == LOST


if __name__ == "__main__":
    main()
