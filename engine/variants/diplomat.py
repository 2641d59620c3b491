"""Diplomat: eight open piles of four, and a stock that opens only when nothing can be joined."""

from engine.cards import Rank, Suit
from engine.rules import Build, BuildingRules, Opens, StockRules
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="diplomat",
    title="Diplomat",
    rules=BuildingRules(
        heights=(4,) * 8,
        build=Build.ANY_SUIT,
        stock=StockRules(opens=Opens.WHEN_STUCK),
        foundation_base=Rank.ACE,
    ),
    options=(
        Option(
            name="stock",
            values={"stuck": {}, "free": {"stock": StockRules()}},
            labels={"stuck": "draw only when stuck (standard)", "free": "draw at any time"},
        ),
    ),
    daily=DailyTerms(weekdays=(0, 1)),
    short_searches={"": 60_000, "stock=free": 60_000},
    minutes=10,
    difficulty=Difficulty.EASY,
    colour=Colour.YELLOW,
    sign=Suit.CLUBS,
    felt=(34, 63, 108),  # navy
    summary="Eight open piles, built down in any suit. You may draw only when you're stuck.",
    lesson="""\
Bring all cards home, in suit, from ace to king.
A pile's last card goes on any last card one rank higher, or on an empty pile.
You can draw only if no pile's last card can go home or newly join another.
A pile's button moves its last card, home or in suit if it can. “?” asks first.""",
    text="""\
**Goal.** Bring all 104 cards home to eight foundations, each built up in suit from ace to king.
**Deal.** Eight piles of four, all face up; 72 cards are the stock.
**Piles** build down in any suit; nothing goes on an ace. You move one card at a time.
**Empty piles** take the last card of any pile or of the waste.
**Stock.** Draw one card to the waste, but only when you're stuck: no pile's last card can go home, and none can join \
another pile's last card. Moving a card that already lies on one a rank higher doesn't count, and neither do empty \
piles and the waste. You go through the stock only once.
**Option (easier)** “draw at any time”: you needn't be stuck to draw.""",
)
