"""Cast Out Nines: seven piles built in suit, and eight foundations that only a Nine can start."""

from engine.cards import Rank
from engine.rules import Build, BuildingRules, Spaces, StockRules, Together
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="cast-out-nines",
    title="Cast Out Nines",
    rules=BuildingRules(
        heights=(1,) * 7,
        build=Build.SAME_SUIT,
        together=Together.RUN,
        spaces=Spaces.CARD,
        stock=StockRules(),
        foundation_base=Rank.NINE,
    ),
    options=(
        Option(
            name="tableau",
            values={"strict": {}, "wrap": {"wraps": True}},
            labels={"strict": "nothing goes on an ace", "wrap": "a king may go on an ace"},
        ),
    ),
    daily=DailyTerms(weekdays=(6,), budget=1_000_000),
    short_searches={"": 100_000},
    minutes=15,
    difficulty=Difficulty.HARD,
    colour=Colour.RED,
    sign="9",
    felt=(75, 51, 112),  # violet
    summary="Seven piles, built down in suit; eight foundations, built up from the nine.",
    lesson="""\
Bring all cards home, in suit: 9 10 J Q K A 2 … 8.
Piles build down in suit (7 6 5). Runs move as one; an empty pile takes one card.
You go through the stock only once.
A pile's button moves its last card or run, home if it can. “?” asks first.""",
    text="""\
**Goal.** Bring all 104 cards home to eight foundations, each built up in suit: 9 10 J Q K A 2 … 8. \
Only a nine can start one.
**Deal.** Seven piles of one card; 97 cards are the stock.
**Piles** build down in suit; nothing goes on an ace. A run moves as one onto a card one rank higher.
**Empty piles** take one card from a pile or the waste.
**Stock.** Draw one card to the waste whenever you like. You go through the stock only once.
**Option (a little easier)** “a king may go on an ace”: runs continue past it, too.""",
)
