"""Measures how many undecided positions can be won after all: `python -m bench.estimates`.

For each game and quarter of the stock it takes positions that a casual player reaches, keeps those that the solver
leaves undecided in about the time of a hint, and searches them `LONGER` times as long. After each round, with one more
position for each, it prints the table for `bot/model/estimates.py`: how many were searched, and how many were won.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping

from bench.casual import casual_positions
from bot.model.daily.deals import METHODS
from bot.model.estimates import LONGER, QUARTERS
from engine import VARIANTS
from engine.building import BuildingPosition
from engine.solver import Verdict, solve

HINT_BUDGET = 1_000_000
"""Positions that a hint looks at."""

_MOST_TRIED = 10_000
"""Casual positions to try for each game and quarter."""


def main() -> None:
    """Print the table after each round."""
    parser = ArgumentParser(prog="python -m bench.estimates", description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100, help="undecided positions of each game and quarter")
    parser.add_argument(
        "--most-decided", type=int, default=100, help="give a quarter up after so many decided in a row"
    )
    parser.add_argument("--games", default="", help="only games whose names start with this")
    parser.add_argument("--options", action="store_true", help="measure the games with options, too")
    arguments = parser.parse_args()
    cells: dict[str, list[Iterator[bool]]] = {}
    for variant in VARIANTS.values():
        for options in variant.option_sets() if arguments.options else ({},):
            title = " ".join([variant.name, *(f"{option}={value}" for option, value in options.items())])
            if title.startswith(arguments.games) and variant.name in METHODS and variant.name != "tens":
                cells[title] = [
                    undecided_wins(variant.name, options, (quarter + 0.5) / QUARTERS, arguments.most_decided)
                    for quarter in range(QUARTERS)
                ]
    table = {title: [(0, 0)] * QUARTERS for title in cells}
    for _ in range(arguments.positions):
        for title, quarters in cells.items():
            for quarter, wins in enumerate(quarters):
                searched, won = table[title][quarter]
                for is_won in (win for win in [next(wins, None)] if win is not None):
                    table[title][quarter] = (searched + 1, won + is_won)
        for title, row in table.items():
            print(f'    "{title}": ({METHODS[title.split()[0]].solver}, {tuple(row)}),', flush=True)


def undecided_wins(variant: str, options: Mapping[str, str], stage: float, most_decided: int) -> Iterator[bool]:
    """Yield whether each undecided position is won by a longer search, until too many in a row are decided."""
    decided = 0
    for position in casual_positions(variant, options, stage, _MOST_TRIED):
        assert isinstance(position, BuildingPosition)
        if solve(position, HINT_BUDGET).verdict is Verdict.UNKNOWN:
            decided = 0
            yield solve(position, LONGER * HINT_BUDGET).verdict is Verdict.WON
        else:
            decided += 1
            if decided == most_decided:
                return


if __name__ == "__main__":
    main()
