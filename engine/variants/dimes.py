"""Dimes: two decks, eight piles, and foundations from the Ten; a space may take the next stock card unseen."""

from engine.cards import Rank, Suit
from engine.rules import Build, BuildingRules, StockRules
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="dimes",
    title="Dimes",
    rules=BuildingRules(
        heights=(1,) * 8,
        build=Build.SAME_SUIT,
        wraps=True,
        stock=StockRules(fills_spaces=True),
        foundation_base=Rank.TEN,
        bases_dealt=True,
    ),
    options=(
        Option(
            name="tens",
            values={"dealt": {}, "deck": {"bases_dealt": False}},
            labels={"dealt": "the tens start on the foundations", "deck": "the tens stay in the deck"},
        ),
    ),
    daily=DailyTerms(weekdays=(2, 4)),
    short_searches={"": 40_000},
    minutes=10,
    difficulty=Difficulty.MEDIUM,
    colour=Colour.ORANGE,
    sign=Suit.DIAMONDS,
    felt=(38, 94, 72),  # green
    summary="Eight piles, built down in suit; eight foundations, built up from the ten.",
    lesson="""\
Bring all cards home, in suit: 10 J Q K A 2 … 9.
A pile's last card goes on the next higher of its suit (K on A), or an empty pile.
You go through the stock only once.
A pile's button moves its last card, home if it can. “?” asks first.""",
    text="""\
**Goal.** Bring all 104 cards home to eight foundations, each built up in suit: 10 J Q K A 2 … 9.
**Deal.** The eight tens start on the foundations. Eight piles get one card each; the other 88 cards are the stock.
**Piles** build down in suit, and a king may go on an ace. You move one card at a time.
**Empty piles** take the last card of any pile or of the waste, or the next stock card, unseen.
**Stock.** Draw one card to the waste whenever you like. You go through the stock only once.
**Option (much harder)** “the tens stay in the deck”: the foundations start empty, so you have to find the tens \
first, and a nine may go on a ten.""",
)
