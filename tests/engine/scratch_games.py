"""Games that only tests know: between them, they use every rule that no game for players uses."""

from __future__ import annotations

from dataclasses import replace

from engine import VARIANTS, Rank, Suit
from engine.rules import Build, BuildingRules, Opens, Spaces, StockRules, Together
from engine.variant import Option, Variant


def _scratch(name: str, title: str, rules: BuildingRules, *options: Option) -> Variant:
    known = VARIANTS["forty-thieves"]
    return replace(known, name=name, title=title, rules=rules, options=options, daily=None, short_searches={})


CELLS = _scratch(
    "scratch-cells",
    "Two Cells",
    BuildingRules(
        heights=(7, 7, 7, 7, 6, 6, 6, 6),
        decks=1,
        build=Build.ALTERNATING_COLOURS,
        together=Together.CARRIED,
        cells=2,
        foundation_base=Rank.ACE,
    ),
)
"""Like FreeCell."""

REDEALS = _scratch(
    "scratch-redeals",
    "Round and Round",
    BuildingRules(
        heights=(1, 2, 3, 4, 5, 6, 7),
        face_up=1,
        decks=1,
        build=Build.ALTERNATING_COLOURS,
        together=Together.SEQUENCE,
        spaces=Spaces.KINGS,
        stock=StockRules(redeals=True),
        foundation_base=Rank.ACE,
        foundations_return=True,
    ),
    Option(
        name="cards",
        values={"one": {}, "three": {"stock": StockRules(cards=3, redeals=True)}},
        labels={"one": "turn one card", "three": "turn three cards"},
    ),
)
"""Like Klondike."""

RUNS = _scratch(
    "scratch-runs",
    "Alike",
    BuildingRules(
        heights=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
        face_up=1,
        suits=(Suit.SPADES,),
        build=Build.ANY_SUIT,
        together=Together.RUN,
        stock=StockRules(deals=True, opens=Opens.WITHOUT_SPACES),
        foundation_base=None,
    ),
    Option(
        name="suits",
        values={"one": {}, "two": {"suits": (Suit.HEARTS, Suit.SPADES)}, "four": {"suits": tuple(Suit)}},
        labels={"one": "one suit", "two": "two suits", "four": "four suits"},
    ),
)
"""Like Spider."""

SCRATCH_GAMES = {variant.name: variant for variant in (CELLS, REDEALS, RUNS)}
