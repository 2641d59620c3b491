"""A reader meets no more than the page about the architecture says."""

import re
from pathlib import Path

from tools.simplicity import BOT, OPERATION, measure

_PAGE = Path("docs/architecture.md")

_ROW = re.compile(r"\| ([^|]+) \| ([\d.,]+) \|")


def quoted_figures() -> dict[str, float]:
    """The figures that the page quotes, by name."""
    rows = map(_ROW.fullmatch, _PAGE.read_text(encoding="utf-8").splitlines())
    return {row[1]: float(row[2].replace(",", "")) for row in rows if row}


def test_nothing_grows_unless_the_page_says_so() -> None:
    quoted = quoted_figures()
    grown = [figure.row() for figure in measure() if figure.number > quoted[figure.name]]
    assert not grown, f"more than {_PAGE} says: correct it, or take something away"


def test_the_files_of_operation_exist() -> None:
    assert [pattern for pattern in OPERATION if not any(BOT.glob(pattern))] == []
