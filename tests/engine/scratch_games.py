"""A game that only tests know: with few cells, these matter sooner than in FreeCell."""

from __future__ import annotations

from dataclasses import replace

from engine import VARIANTS
from engine.deal import Shuffle
from engine.rules import BuildingRules


def _with_two_cells(rules: object) -> BuildingRules:
    assert isinstance(rules, BuildingRules)
    return replace(rules, cells=2, shuffle=Shuffle.STANDARD)


_FREECELL = VARIANTS["freecell"]
SCRATCH_GAMES = {
    "two-cells": replace(
        _FREECELL, name="two-cells", title="Two Cells", rules=_with_two_cells(_FREECELL.rules), short_searches={}
    )
}
