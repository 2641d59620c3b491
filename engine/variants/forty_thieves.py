"""Forty Thieves, a bonus game: ten open piles of four, built in suit one card at a time."""

from engine.cards import Rank
from engine.rules import Build, BuildingRules, Difficulty, Stock, Variant

VARIANT = Variant(
    name="forty-thieves",
    title="Forty Thieves",
    bonus=True,
    rules=BuildingRules(
        piles=10,
        rows=4,
        build=Build.SAME_SUIT,
        stock=Stock.TO_WASTE,
        foundation_base=Rank.ACE,
    ),
    minutes=15,
    difficulty=Difficulty.HARD,
    summary="A classic bonus game: forty cards on the table, built in suit, one at a time.",
    text="""\
**Goal.** Bring all 104 cards home: eight foundations, each building up in suit from Ace to King.
**Deal.** Ten piles of four, all face up; 64 cards are the stock.
**Piles** build down in suit; nothing goes on an Ace. One card moves at a time.
**Spaces** take any top card of a pile or the waste.
**Stock.** Turn one card to the waste whenever you like. There is no second round.""",
)
