"""Tens: thirteen cards, discarded in pairs that make ten and in fours of a kind; quick, and all luck."""

from engine.cards import Rank
from engine.rules import DiscardingRules
from engine.variant import Colour, DailyTerms, Difficulty, Variant

VARIANT = Variant(
    name="tens",
    title="Tens",
    rules=DiscardingRules(
        piles=13,
        sets=(
            (Rank.ACE, Rank.NINE),
            (Rank.TWO, Rank.EIGHT),
            (Rank.THREE, Rank.SEVEN),
            (Rank.FOUR, Rank.SIX),
            (Rank.FIVE, Rank.FIVE),
            (Rank.TEN,) * 4,
            (Rank.JACK,) * 4,
            (Rank.QUEEN,) * 4,
            (Rank.KING,) * 4,
        ),
    ),
    daily=DailyTerms(),
    minutes=2,
    difficulty=Difficulty.EASY,
    colour=Colour.BLUE,
    sign="10",
    felt=(18, 86, 100),  # petrol
    summary="Discard pairs that add up to ten, and four of a kind. Quick, and pure luck.",
    lesson="""\
It's pure luck, a warm-up: discard all 52 cards. The stock fills each gap.
Press a card to discard it with any other that makes ten, such as a 4 with a 6.
Tens, jacks, queens and kings go only as four of a kind.""",
    text="""\
**Goal.** Discard all 52 cards.
**Deal.** Thirteen piles of one card; 39 cards are the stock.
**Sets.** Press a card to discard it with another that makes ten (A+9, 2+8, 3+7, 4+6, 5+5). 10s, jacks, queens and \
kings go only as four of a kind. In writing, name the piles: `2+7` or `1+4+6+9`.
**Stock.** Empty piles refill from it automatically, the lowest pile first. There is nothing to draw.
**Luck.** The order of your discards never changes the outcome: about one random deal in eleven can be won. \
All you can do is be quick.""",
)
