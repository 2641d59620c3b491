"""`python -m tools.grading`: grades the deals of a list by how hard they are, and prints the levels."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from textwrap import wrap

from engine.errors import PatienceError
from engine.variant import Difficulty, write_options
from engine.variants import find_variant
from engine.winnable import file_name, winnable_deals
from tools.grading import grade

_LINE = 116


def main(argv: list[str] | None = None) -> int:
    """Return the exit code."""
    parser = ArgumentParser(prog="python -m tools.grading", description=(__doc__ or "").partition(": ")[2])
    parser.add_argument("game", help="for example diplomat")
    parser.add_argument("--rules", help="for example free")
    parser.add_argument("--first", type=int, metavar="COUNT", help="grade only this many deals, the first ones")
    arguments = parser.parse_args(argv)
    try:
        variant = find_variant(arguments.game)
        options = variant.parse_option(arguments.rules) if arguments.rules else {}
    except PatienceError as error:
        parser.error(str(error))
    name = file_name(variant.name, options)
    if write_options(options) not in variant.short_searches:
        parser.error(f"{name} is no list of deals that differ in how hard they are")
    deals = winnable_deals(variant.name, options)[: arguments.first]
    file = Path(name).with_suffix(".graded")
    levels = _read(file)
    with file.open("a", encoding="ascii") as out:
        for deal in deals:
            if deal not in levels:
                levels[deal] = grade(variant.name, options, deal)
                print(deal, levels[deal], file=out, flush=True)
    print(*wrap("".join(levels[deal][0] for deal in deals), _LINE), sep="\n")
    counts = [f"{sum(levels[deal] is each for deal in deals)} {each}" for each in Difficulty]
    print(", ".join(counts), file=sys.stderr)
    return 0


def _read(file: Path) -> dict[int, Difficulty]:
    """Read the levels that an interrupted run has written."""
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return {int(deal): Difficulty(level) for deal, level in map(str.split, lines)}


if __name__ == "__main__":
    sys.exit(main())
