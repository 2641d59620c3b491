"""The rules of building games on rows of integers; see `engine.solver.tables` for what a row holds.

`g` is the tables of the game, and `at` the index in `rows` where a row begins.
"""

from __future__ import annotations

from engine.rules import RUN
from engine.solver.compiled import Integers, compiled
from engine.solver.tables import (
    ACCEPTED_KEY,
    ANY_SUIT,
    BASE_IS_SAFE,
    BUILD_KEY,
    CARDS_IN_PLAY,
    CLOSES,
    DEALS,
    DEALS_WITHOUT_SPACES,
    DOWN,
    HAS_FOUNDATIONS,
    HOME,
    IS_EXACT,
    KIND,
    NEXT,
    NEXT_IN_RUN,
    PILES,
    PLACE,
    TOPS,
)


@compiled
def goes_home(g: Integers, rows: Integers, at: int, kind: int) -> bool:
    """Check whether a foundation takes a card of this kind."""
    if not g[HAS_FOUNDATIONS]:
        return False
    fuller = at + g[HOME] + 2 * (kind // 13)
    return g[PLACE + kind] == rows[fuller] or g[PLACE + kind] == rows[fuller + 1]


@compiled
def bring_home(g: Integers, rows: Integers, at: int, pile: int) -> None:
    """Move the top card of a pile to its foundation, the fuller one if both take it."""
    top = at + g[TOPS] + pile
    card = rows[top]
    kind = g[KIND + card]
    foundation = at + g[HOME] + 2 * (kind // 13)
    if g[PLACE + kind] != rows[foundation]:
        foundation += 1
    rows[foundation] += 1
    rows[top] = rows[at + card]


@compiled
def safe_pile(g: Integers, rows: Integers, at: int) -> int:
    """Return a pile whose top card can go home because no other card needs it as a place to go, or -1.

    The cards that could be built on it are home, or go there next. An exact search only accepts cards that are also
    `is_surely_safe`.
    """
    home = at + g[HOME]
    shortest = min(rows[home + 1], rows[home + 3], rows[home + 5], rows[home + 7])
    for pile in range(g[PILES] + 1):
        card = rows[at + g[TOPS] + pile]
        if card < 0 or not goes_home(g, rows, at, g[KIND + card]):
            continue
        if g[IS_EXACT] and not is_surely_safe(g, rows, at, pile):
            continue
        lowest = g[PLACE + g[KIND + card]] - 1
        if lowest < 0:
            if g[BASE_IS_SAFE]:
                return pile
        elif g[ANY_SUIT]:
            if shortest >= lowest:
                return pile
        elif rows[home + 2 * (g[KIND + card] // 13) + 1] >= lowest:
            return pile
    return -1


@compiled
def is_surely_safe(g: Integers, rows: Integers, at: int, pile: int) -> bool:
    """Check that a card that `safe_pile` accepts goes home at no cost: if the row can be won, it still can be.

    Call the card c. The equal card must be home or able to go home too; otherwise it would have to wait, and it may be
    in the way. The card under c must not close the stock.

    The proof, for games with foundations whose stock is turned to a waste: take a line that wins from the row, and play
    it with c home already. Leave out all moves of c. A move onto c brings its card home instead: `safe_pile` checked
    that the cards that fit on c are home or go there next, both copies of each; so what the line would put on that card
    is home, too. Leave out the later moves of these cards. All others stay possible: the pile of c and the places that
    these cards would have taken are only freer than in the line, no foundation is shorter, and the stock is turned as
    before.
    """
    kind = g[KIND + rows[at + g[TOPS] + pile]]
    if rows[at + g[HOME] + 2 * (kind // 13) + 1] < g[PLACE + kind]:
        return False
    return not g[CLOSES] or rows[at + g[NEXT]] >= g[CARDS_IN_PLAY]


@compiled
def move_cards(g: Integers, rows: Integers, at: int, pile: int, card: int, target: int) -> None:
    """Move a card and all cards on it to another pile, turn up a hidden card and discard a finished run."""
    source = at + g[TOPS] + pile
    onto = at + g[TOPS] + target
    moved = rows[source]
    rows[source] = rows[at + card]
    rows[at + card] = rows[onto]
    rows[onto] = moved
    if not g[HAS_FOUNDATIONS]:
        if pile < g[PILES]:
            _turn_up(g, rows, at, pile)
        _discard_finished(g, rows, at, target)


@compiled
def stock_is_open(g: Integers, rows: Integers, at: int) -> bool:  # noqa: C901 - two rules that close it
    if rows[at + g[NEXT]] >= g[CARDS_IN_PLAY]:
        return False
    tops = at + g[TOPS]
    if g[DEALS_WITHOUT_SPACES]:
        for pile in range(g[PILES]):
            if rows[tops + pile] < 0:
                return False
    if g[CLOSES]:
        for pile in range(g[PILES]):
            card = rows[tops + pile]
            if card < 0:
                continue
            kind = g[KIND + card]
            if goes_home(g, rows, at, kind):
                return False
            under = rows[at + card]
            if under >= 0 and g[ACCEPTED_KEY + g[KIND + under]] == g[BUILD_KEY + kind]:
                continue
            for target in range(g[PILES]):
                taker = rows[tops + target]
                if target != pile and taker >= 0 and g[ACCEPTED_KEY + g[KIND + taker]] == g[BUILD_KEY + kind]:
                    return False
    return True


@compiled
def turn_stock(g: Integers, rows: Integers, at: int) -> None:
    """Turn a stock card to the waste, or deal one onto each pile that gets one."""
    tops = at + g[TOPS]
    card = rows[at + g[NEXT]]
    if not g[DEALS]:
        rows[at + card] = rows[tops + g[PILES]]
        rows[tops + g[PILES]] = card
        rows[at + g[NEXT]] = card + 1
        return
    is_empty = True
    for pile in range(g[PILES]):
        if rows[tops + pile] >= 0:
            is_empty = False
    for pile in range(g[PILES]):
        if card < g[CARDS_IN_PLAY] and (rows[tops + pile] >= 0 or (is_empty and pile == 0)):
            rows[at + card] = rows[tops + pile]
            rows[tops + pile] = card
            card += 1
            _discard_finished(g, rows, at, pile)
    rows[at + g[NEXT]] = card


@compiled
def _turn_up(g: Integers, rows: Integers, at: int, pile: int) -> None:
    """Turn up the top card of a pile if it is face down."""
    card = rows[at + g[TOPS] + pile]
    if card >= 0 and card == rows[at + g[DOWN] + pile]:
        rows[at + g[DOWN] + pile] = rows[at + card]


@compiled
def _discard_finished(g: Integers, rows: Integers, at: int, pile: int) -> None:
    card = rows[at + g[TOPS] + pile]
    for _ in range(RUN - 1):
        under = rows[at + card]
        if under < 0 or under == rows[at + g[DOWN] + pile] or g[NEXT_IN_RUN + g[KIND + under]] != g[KIND + card]:
            return
        card = under
    rows[at + g[TOPS] + pile] = rows[at + card]
    rows[at + g[HOME]] += RUN
    _turn_up(g, rows, at, pile)
