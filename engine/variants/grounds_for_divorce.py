"""Grounds for Divorce: ten piles and no foundations; a finished sequence of one suit leaves by itself."""

from engine.rules import Build, BuildingRules, Difficulty, Option, Stock, Variant

VARIANT = Variant(
    name="grounds-for-divorce",
    title="Grounds for Divorce",
    rules=BuildingRules(
        piles=10,
        rows=5,
        face_down_rows=4,
        build=Build.ANY_SUIT,
        stock=Stock.DEAL,
        foundation_base=None,
        runs_move=True,
        runs_move_to_spaces=True,
    ),
    options=(
        Option(
            name="rules",
            values={"standard": {}, "classic": {"wraps": True, "stock": Stock.DEAL_TO_OCCUPIED}},
            labels={
                "standard": "King to Ace, and deals only while no pile is empty",
                "classic": "Kings go on Aces, and deals skip empty piles",
            },
        ),
    ),
    minutes=15,
    difficulty=Difficulty.MEDIUM,
    summary="Build King-to-Ace runs of one suit on ten piles that hide their cards.",
    text="""\
**Goal.** Discard all 104 cards: a run of one suit from King to Ace at the end of a pile leaves by itself.
**Deal.** Ten piles of five, the last card face up; 54 cards are the stock. A hidden card turns up when uncovered.
**Piles** build down whatever the suit; nothing goes on an Ace. Cards of one suit in sequence move together (`3>5*4`).
**Spaces** take any card or run.
**Stock.** `draw` deals one card on each pile, only while no pile is empty; the last deal has four cards, \
for the first four piles. With fewer than ten cards left on the table the stock could never be dealt again: \
you are warned before that happens.
**Option** “Kings go on Aces, and deals skip empty piles”: any thirteen cards in suit and sequence leave, \
and a deal gives one card to each pile that has any. Much easier.""",
)
