"""Forty Thieves, a classic: ten open piles of four, built in suit one card at a time."""

from engine.cards import Rank, Suit
from engine.rules import Build, BuildingRules, StockRules
from engine.variant import Colour, Difficulty, Variant

VARIANT = Variant(
    name="forty-thieves",
    title="Forty Thieves",
    rules=BuildingRules(
        heights=(4,) * 10,
        build=Build.SAME_SUIT,
        stock=StockRules(),
        foundation_base=Rank.ACE,
    ),
    minutes=15,
    difficulty=Difficulty.HARD,
    colour=Colour.VIOLET,
    sign=Suit.SPADES,
    felt=(97, 65, 33),  # brown
    summary="A classic: forty cards on the table, built down in suit, one card at a time.",
    lesson="""\
Bring all cards home, in suit, from ace to king.
A pile's last card goes on the next higher one of its suit, or on an empty pile.
You go through the stock only once.
A pile's button moves its last card, home if it can. “?” asks first.""",
    text="""\
**Goal.** Bring all 104 cards home to eight foundations, each built up in suit from ace to king.
**Deal.** Ten piles of four, all face up; 64 cards are the stock.
**Piles** build down in suit; nothing goes on an ace. You move one card at a time.
**Empty piles** take the last card of any pile or of the waste.
**Stock.** Draw one card to the waste whenever you like. You go through the stock only once.""",
)
