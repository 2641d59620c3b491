"""Klondike, the classic that most people call solitaire."""

from engine.cards import Rank, Suit
from engine.rules import Build, BuildingRules, Spaces, StockRules, Together
from engine.variant import Colour, DailyTerms, Difficulty, Option, Variant

VARIANT = Variant(
    name="klondike",
    title="Klondike",
    rules=BuildingRules(
        heights=(1, 2, 3, 4, 5, 6, 7),
        face_up=1,
        decks=1,
        build=Build.ALTERNATING_COLOURS,
        together=Together.SEQUENCE,
        spaces=Spaces.KINGS,
        stock=StockRules(redeals=True),
        foundation_base=Rank.ACE,
        foundations_return=True,
    ),
    options=(
        Option(
            name="draw",
            values={"one": {}, "three": {"stock": StockRules(cards=3, redeals=True)}},
            labels={"one": "draw one card", "three": "draw three cards"},
        ),
    ),
    daily=DailyTerms(turn=0, budget=1_000_000),
    short_searches={"": 1_000, "draw=three": 2_000},
    minutes=5,
    difficulty=Difficulty.EASY,
    colour=Colour.GREEN,
    sign=Suit.DIAMONDS,
    felt=(82, 90, 34),  # olive
    summary="The classic that most people call solitaire: seven piles in alternating colours.",
    lesson="""\
Bring all cards home, in suit, from ace to king.
A pile's last cards go on any last card one higher of the other colour (♣♠/♦♥).
Kings go to empty piles. When the stock is empty, its button turns the waste over.
A button moves what fits best: home, to a card, to an empty pile. “?” asks first.""",
    text="""\
**Goal.** Bring all 52 cards home to four foundations, each built up in suit from ace to king.
**Deal.** Seven piles of one to seven cards, the last card face up; 24 cards are the stock. A hidden card turns face \
up when you uncover it.
**Piles** build down in alternating colours (♣♠/♦♥); nothing goes on an ace. Any number of face-up cards at the end \
of a pile move as one.
**Empty piles** take a king, alone or with the cards on it.
**Stock.** Draw one card to the waste whenever you like. When the stock is empty, turn the waste over and go on, as \
often as you like.
**Foundations.** A card may come back from its foundation: pick it in the list, or type `fh>3` for the hearts.
**Option (harder)** “draw three cards”: you draw three cards at a time, and can play only the last of them.""",
)
