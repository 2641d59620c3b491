"""A turn costs no more than the page about the architecture says."""

import re
from pathlib import Path

from tools.journey import measure_all

_PAGE = Path("docs/architecture.md")

_ROW = re.compile(r"\| (?P<name>[^|]+) \|(?P<figures>( \d+ \|)+)")


def quoted_figures() -> dict[str, list[int]]:
    """The figures that the page quotes, by turn."""
    rows = map(_ROW.fullmatch, _PAGE.read_text(encoding="utf-8").splitlines())
    return {row["name"]: list(map(int, re.findall(r"\d+", row["figures"]))) for row in rows if row}


async def test_no_turn_does_more_than_the_page_says() -> None:
    quoted = quoted_figures()
    for journey in await measure_all():
        grown = [figure for figure, most in zip(journey.figures, quoted[journey.name], strict=True) if figure > most]
        assert not grown, f"{journey.row()} is more than {quoted[journey.name]}: {journey.files}"
