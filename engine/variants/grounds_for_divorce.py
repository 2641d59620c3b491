"""Grounds for Divorce: ten piles and no foundations; a full run of one suit is discarded automatically."""

from engine.cards import Suit
from engine.rules import Build, BuildingRules, Opens, StockRules, Together
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="grounds-for-divorce",
    title="Grounds for Divorce",
    rules=BuildingRules(
        heights=(5,) * 10,
        face_up=1,
        build=Build.ANY_SUIT,
        together=Together.RUN,
        stock=StockRules(deals=True, opens=Opens.WITHOUT_SPACES),
        foundation_base=None,
    ),
    options=(
        Option(
            name="rules",
            values={"standard": {}, "classic": {"wraps": True, "stock": StockRules(deals=True)}},
            labels={
                "standard": "Standard: runs king to ace; deal only when no pile is empty",
                "classic": "Classic: deal at any time",
            },
        ),
    ),
    daily=DailyTerms(weekdays=(3, 5)),
    short_searches={"": 20_000, "rules=classic": 9_000},
    minutes=15,
    difficulty=Difficulty.MEDIUM,
    colour=Colour.GREEN,
    sign=Suit.HEARTS,
    felt=(112, 38, 58),  # wine
    summary="Build king-to-ace runs in suit on ten piles with hidden cards.",
    lesson="""\
Build eight runs in suit from king to ace; full runs are discarded.
A pile's last card or run goes on any last card one higher, or on an empty pile.
Deal puts a card on each pile, but only if no pile is empty.
A button moves a whole run: in suit first, to an empty pile last. “?” asks first.""",
    text="""\
**Goal.** Discard all 104 cards: a full run from king to ace in one suit at the end of a pile is discarded \
automatically.
**Deal.** Ten piles of five, the last card face up; 54 cards are the stock. A hidden card turns face up when you \
uncover it.
**Piles** build down in any suit; nothing goes on an ace. A run in one suit moves as one; a pile's button \
moves all of it.
**Empty piles** take any card or run.
**Stock.** A deal puts one card on each pile, but only when no pile is empty; the last deal has four cards, for the \
first four piles. With fewer than ten cards left on the table you can never deal again: I warn you before such a move.
**Option (much easier)** “Classic: deal at any time”: a deal puts one card on each pile that isn't empty, a king \
may go on an ace, and any thirteen cards in suit and sequence are discarded.""",
)
