"""Cast Out Nines: seven piles built in suit, and eight foundations that only a Nine can start."""

from engine.cards import Rank
from engine.rules import Build, BuildingRules, Difficulty, Option, Stock, Variant

VARIANT = Variant(
    name="cast-out-nines",
    title="Cast Out Nines",
    rules=BuildingRules(
        piles=7,
        rows=1,
        build=Build.SAME_SUIT,
        stock=Stock.TO_WASTE,
        foundation_base=Rank.NINE,
        runs_move=True,
    ),
    options=(
        Option(
            name="tableau",
            values={"strict": {}, "wrap": {"wraps": True}},
            labels={"strict": "nothing goes on an Ace", "wrap": "a King may go on an Ace"},
        ),
    ),
    minutes=15,
    difficulty=Difficulty.HARD,
    summary="Seven piles built in suit, eight foundations from the Nine. Hard.",
    text="""\
**Goal.** Bring all 104 cards home: eight foundations, each building up in suit 9 10 J Q K A 2 … 8. \
Only a Nine starts one.
**Deal.** Seven piles of one card; 97 cards are the stock.
**Piles** build down in suit; nothing goes on an Ace. A run moves as one onto a card one rank higher (`3>5*4`).
**Spaces** take one card of a pile or the waste.
**Stock.** Turn one card to the waste whenever you like. There is no second round.
**Option** “a King may go on an Ace”: runs go on past it, too. A little easier.""",
)
