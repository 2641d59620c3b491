"""Spider, a classic: ten piles of hidden and open cards; full runs of one suit are discarded."""

from engine.cards import Suit
from engine.rules import Build, BuildingRules, Opens, StockRules, Together
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="spider",
    title="Spider",
    rules=BuildingRules(
        heights=(6,) * 4 + (5,) * 6,
        face_up=1,
        suits=(Suit.SPADES,),
        build=Build.ANY_SUIT,
        together=Together.RUN,
        stock=StockRules(deals=True, opens=Opens.WITHOUT_SPACES),
        foundation_base=None,
    ),
    options=(
        Option(
            name="suits",
            values={"one": {}, "two": {"suits": (Suit.HEARTS, Suit.SPADES)}, "four": {"suits": tuple(Suit)}},
            labels={"one": "one suit", "two": "two suits", "four": "four suits"},
        ),
    ),
    daily=DailyTerms(turn=2, budget=1_000_000),
    short_searches={"": 10_000, "suits=two": 6_000, "suits=four": 85_000},
    minutes=10,
    difficulty=Difficulty.EASY,
    colour=Colour.RED,
    sign=Suit.SPADES,
    felt=(128, 58, 40),  # rust
    summary="A classic: build king-to-ace runs on ten piles with hidden cards. One suit, or two or four with “rules:”.",
    lesson="""\
Build eight runs in suit from king to ace; full runs are discarded.
A pile's last card or run goes on any last card one higher, or on an empty pile.
Deal puts a card on each pile, but only if no pile is empty.
A button moves a whole run: in suit first, to an empty pile last. “?” asks first.""",
    text="""\
**Goal.** Discard all 104 cards: a full run from king to ace in one suit at the end of a pile is discarded \
automatically.
**Deal.** Four piles of six and six of five, the last card face up; 50 cards are the stock. A hidden card turns face \
up when you uncover it.
**Piles** build down in any suit; nothing goes on an ace. A run in one suit moves as one; a pile's button \
moves all of it.
**Empty piles** take any card or run.
**Stock.** A deal puts one card on each pile, but only when no pile is empty: five deals in all.
**Options.** Usually all cards are spades. “two suits”: spades and hearts. “four suits”: all four.""",
)
