"""Count what a reader of the code meets: `make simplicity`.

This prints the path of a few turns, as `tools.journey` counts it, and the number of things a reader has to know.
`docs/architecture.md` quotes the figures, and a test fails if one of them grows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cachetools

from tools import journey
from tools.architecture import PAGE, ROOT

BOT = ROOT / "bot"

OPERATION = (
    "__main__.py",
    "settings.py",
    "app/**/*.py",
    "cli/*.py",
    "monitoring/*.py",
    "solver/*.py",
    "store/claims.py",
    "store/database.py",
    "store/errors.py",
    "store/factory.py",
    "store/postgresql*.py",
    "store/schema.py",
    "store/sqlite*.py",
    "store/turn.py",
    "store/verification.py",
)
"""Code that runs, stores and watches the bot, whatever the game. All other code in `bot/` is for players."""

DERIVED = {"leaderboards", "standings", "streaks", "totals"}
"""Tables that could be computed from others."""

HEADER = """\
| what there is | number |
|---|---:|"""

_TABLE = re.compile(r"^(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)", re.MULTILINE)
_CACHES = {name for name, each in vars(cachetools).items() if isinstance(each, type)}


@dataclass(frozen=True)
class Figure:
    """A number that should not grow."""

    name: str
    number: float

    def row(self) -> str:
        """The figure as a row of the table."""
        return f"| {self.name} | {self.number:,} |"


def measure() -> list[Figure]:
    """Measure all figures but those of `tools.journey`."""
    tables = _tables()
    return [
        Figure("tables", len(tables)),
        Figure("tables that are derived", len(tables & DERIVED)),
        Figure("caches in memory", sum(map(_caches, _trees()))),
        Figure("lines of operation for one of product", _operation()),
        Figure("parameters of the widest function", max(map(_widest, _trees()))),
        Figure("words of this page", len(PAGE.read_text(encoding="utf-8").split())),
    ]


def _tables() -> set[str]:
    """The tables that exist after all migrations."""
    tables: set[str] = set()
    for migration in sorted((BOT / "store" / "migrations").glob("*.sql")):
        for verb, name in _TABLE.findall(migration.read_text(encoding="utf-8")):
            (tables.add if verb == "CREATE" else tables.discard)(name)
    return tables


def _operation() -> float:
    """Lines of Python for operation per line of the rest."""
    operation = _lines({file for pattern in OPERATION for file in BOT.glob(pattern)})
    return round(operation / (_lines(BOT.rglob("*.py")) - operation), 2)


def _lines(files: Iterable[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def _trees() -> Iterator[ast.Module]:
    return (ast.parse(file.read_text(encoding="utf-8")) for file in BOT.rglob("*.py"))


def _caches(module: ast.Module) -> int:
    """Count the caches of cachetools that a module makes."""
    calls = [node.func for node in ast.walk(module) if isinstance(node, ast.Call)]
    return sum(isinstance(called, ast.Name) and called.id in _CACHES for called in calls)


def _widest(module: ast.Module) -> int:
    """The most parameters of any function in a module, without `self` and `cls`."""
    functions = [node.args for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    names = ([each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)] for args in functions)
    return max((len({*each} - {"self", "cls"}) for each in names), default=0)


def main() -> None:
    """Print both tables, and the lines of code."""
    journey.main()
    print(f"\n{HEADER}")
    for figure in measure():
        print(figure.row())
    for folder, ending in (("bot", "py"), ("bot", "sql"), ("engine", "py"), ("tests", "py")):
        print(f"| lines of {folder}/**/*.{ending} | {_lines((ROOT / folder).rglob(f'*.{ending}')):,} |")


if __name__ == "__main__":
    main()
