"""Dimes: two decks, eight piles, and foundations from the Ten; a space may take the next stock card unseen."""

from engine.cards import Rank
from engine.rules import Build, BuildingRules, Difficulty, Option, Stock, Variant

VARIANT = Variant(
    name="dimes",
    title="Dimes",
    rules=BuildingRules(
        piles=8,
        rows=1,
        build=Build.SAME_SUIT,
        wraps=True,
        stock=Stock.TO_WASTE,
        foundation_base=Rank.TEN,
        bases_dealt=True,
        spaces_take_stock=True,
    ),
    options=(
        Option(
            name="tens",
            values={"dealt": {}, "deck": {"bases_dealt": False}},
            labels={"dealt": "the Tens start on the foundations", "deck": "the Tens stay in the deck"},
        ),
    ),
    minutes=10,
    difficulty=Difficulty.MEDIUM,
    summary="Two decks, eight piles, and foundations that start from the Ten.",
    text="""\
**Goal.** Bring all 104 cards home: eight foundations, each building up in suit 10 J Q K A 2 … 9.
**Deal.** The eight Tens are home from the start. Eight piles get one card each; 88 cards are the stock.
**Piles** build down in suit, and a King may go on an Ace. One card moves at a time.
**Spaces** take any top card of a pile or the waste, or the next card of the stock unseen (`s>5`).
**Stock.** Turn one card to the waste whenever you like. There is no second round.
**Option** “the Tens stay in the deck”: the foundations start empty and wait for them, \
and a Nine may go on a Ten. Much harder.""",
)
