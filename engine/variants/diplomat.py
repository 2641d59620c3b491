"""Diplomat: eight open piles of four, and a stock that opens only when nothing can be joined."""

from engine.cards import Rank
from engine.rules import Build, BuildingRules, Difficulty, Option, Stock, Variant

VARIANT = Variant(
    name="diplomat",
    title="Diplomat",
    rules=BuildingRules(
        piles=8,
        rows=4,
        build=Build.ANY_SUIT,
        stock=Stock.TO_WASTE_WHEN_STUCK,
        foundation_base=Rank.ACE,
    ),
    options=(
        Option(
            name="stock",
            values={"closed": {}, "free": {"stock": Stock.TO_WASTE}},
            labels={"closed": "draw only when no sequences can be joined", "free": "draw at any time"},
        ),
    ),
    minutes=10,
    difficulty=Difficulty.EASY,
    summary="Eight open piles, built down in any suit; you draw only when you must.",
    text="""\
**Goal.** Bring all 104 cards home: eight foundations, each building up in suit from Ace to King.
**Deal.** Eight piles of four, all face up; 72 cards are the stock.
**Piles** build down whatever the suit; nothing goes on an Ace. One card moves at a time.
**Spaces** take any top card of a pile or the waste.
**Stock.** One card to the waste, but only when you must: it is closed while the top card of a pile can go home, \
or can go onto another pile and does not already lie on a card one rank above it. There is no second round.
**Option** “draw at any time”: the stock is never closed. Easier.""",
)
