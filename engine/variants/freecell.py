"""FreeCell, a classic: every card is open, and four cells hold one card each."""

from engine.cards import Rank, Suit
from engine.deal import Shuffle
from engine.rules import Build, BuildingRules, Together
from engine.variant import Colour, DailyTerms, Difficulty, Variant

VARIANT = Variant(
    name="freecell",
    title="FreeCell",
    rules=BuildingRules(
        heights=(7,) * 4 + (6,) * 4,
        decks=1,
        shuffle=Shuffle.MICROSOFT,
        build=Build.ALTERNATING_COLOURS,
        together=Together.CARRIED,
        cells=4,
        foundation_base=Rank.ACE,
    ),
    daily=DailyTerms(turn=1, budget=1_000_000),
    short_searches={"": 2_000},
    minutes=10,
    difficulty=Difficulty.MEDIUM,
    colour=Colour.BLUE,
    sign=Suit.CLUBS,
    felt=(60, 72, 92),  # slate
    summary="A classic without luck: every card is open, and four cells help to sort them.",
    lesson="""\
Bring all cards home, in suit, from ace to king.
A card goes on any last card one higher of the other colour, or an empty pile.
A cell holds one card. Empty cells and piles let a sequence move as one.
A button moves what fits: home, to a card, empty pile or cell. “?” asks first.""",
    text="""\
**Goal.** Bring all 52 cards home to four foundations, each built up in suit from ace to king.
**Deal.** Four piles of seven and four of six, all face up. Deals 1 to 1,000,000 are those of Microsoft FreeCell.
**Piles** build down in alternating colours (♣♠/♦♥); nothing goes on an ace.
**Cells.** Each of the four holds one card. It can go home or to any pile that takes it.
**Sequences.** Cards in order move as one if you could move them one by one using empty cells and piles: one more than \
the empty cells, doubled for each other empty pile.
**Empty piles** take any card or sequence.""",
)
