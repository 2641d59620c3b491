"""The unwinding bound: a position is proven lost if the tableau has no room to take the waste.

The bound holds for games that build in suit and turn the stock to a waste (Dimes and Cast Out Nines), with any number
of piles, any first card of the foundations, and whether or not runs continue past the Ace.

Call a card *out* once it has left the stock and the waste. It then lies on the tableau or is home, and stays out.

**What is out follows from the waste.** Take a card of the waste. Just before it leaves, all cards above it have left:
those that lie there now, and those turned since. So exactly these cards are out: those out now, the cards of the
waste above it, and the first n cards of the stock. It does not matter how they left, or that some went straight from
the stock into a space. Just after, the card is out too. The lower a card lies in the waste, the later it leaves, and
the more of the stock has been turned by then.

**What is out needs room.** A pile is a run in suit, since a card only ever takes the next card of its suit. (Piles made
up by tests may consist of several runs; the number of these additional runs never grows.) So the tableau never has
more runs than *room*: the piles and the additional runs.

**The runs that cards need.** Let t(c) be the number of cards of kind c on the tableau. Each of them is the last of its
run unless a card of the next lower kind c - 1 lies on it, so there are at least max(0, t(c) - t(c - 1)) last cards of
this kind, and the sum over all kinds is the least number of runs. The sum is smallest when every card that can go home
has gone. Suppose that a foundation stopped earlier. Then one more card of each place from h to r - 1 lies on the
tableau. The only term that this could reduce is that of place r. But no card of place r lies there: it, or the first
card of a foundation if one is full, would have gone home too. So that term is already zero.

**The proof.** Follow any line of play until all of the present waste has left. Each of its cards, from the top down,
left when enough of the stock was out for everything out to need no more runs than there is room, before and after.
Take, for each card, the smallest such number of stock cards that is not below the number for the card before: no line
can have turned fewer. If for some card even the whole stock is not enough, no line gets that far, and none can win.
"""

from __future__ import annotations

from engine.rules import Build, BuildingRules
from engine.solver.compiled import Integers, compiled
from engine.solver.tables import CARDS_IN_PLAY, HOME, KIND, NEXT, NEXT_IN_RUN, PILES, PLACE, TOPS


def is_bounded(rules: BuildingRules) -> bool:
    """Check whether the bound holds under these rules."""
    return rules.build is Build.SAME_SUIT and rules.has_waste and rules.has_foundations


SCRATCH = 12
"""The length of the scratch space. Each suit has three numbers: the places with at least one card out and those with
two, as bits, and how many runs these cards need."""

_PLACES = (1 << 13) - 1


@compiled
def cannot_unwind(g: Integers, rows: Integers, at: int, out: Integers) -> bool:
    """Check whether the waste can never be emptied. `out` is scratch space."""
    room = _take_out(g, rows, at, out)
    for suit in range(4):
        room -= out[3 * suit + 2]
    turned = rows[at + g[NEXT]]
    card = rows[at + g[TOPS] + g[PILES]]
    while card >= 0:
        # From here on, `room` counts further runs. The card may leave if there is room before and after.
        after = room - _runs_more(g, out, g[KIND + card])
        while room < 0 or after < 0:
            if turned == g[CARDS_IN_PLAY]:
                return True
            room -= _add(g, out, g[KIND + turned])
            turned += 1
            after = room - _runs_more(g, out, g[KIND + card])
        room -= _add(g, out, g[KIND + card])
        card = rows[at + card]
    return False


@compiled
def _take_out(g: Integers, rows: Integers, at: int, out: Integers) -> int:
    """Enter the cards that are out, and return how many runs the tableau has room for."""
    for suit in range(4):
        foundation = at + g[HOME] + 2 * suit
        out[3 * suit] = (1 << rows[foundation]) - 1
        out[3 * suit + 1] = (1 << rows[foundation + 1]) - 1
    room = g[PILES]
    for pile in range(g[PILES]):
        card = rows[at + g[TOPS] + pile]
        while card >= 0:
            kind = g[KIND + card]
            bit = 1 << g[PLACE + kind]
            copies = 3 * (kind // 13)
            out[copies + 1] |= out[copies] & bit
            out[copies] |= bit
            under = rows[at + card]
            if under >= 0 and g[NEXT_IN_RUN + g[KIND + under]] != kind:
                room += 1
            card = under
    for suit in range(4):
        out[3 * suit + 2] = _runs_needed(g, suit, out[3 * suit], out[3 * suit + 1])
    return room


@compiled
def _runs_more(g: Integers, out: Integers, kind: int) -> int:
    """Count the further runs needed if a card of this kind is out, too."""
    suit = kind // 13
    bit = 1 << g[PLACE + kind]
    once = out[3 * suit]
    twice = out[3 * suit + 1]
    return _runs_needed(g, suit, once | bit, twice | (once & bit)) - out[3 * suit + 2]


@compiled
def _add(g: Integers, out: Integers, kind: int) -> int:
    """Enter a card of this kind, and return how many further runs are needed."""
    more = _runs_more(g, out, kind)
    suit = kind // 13
    bit = 1 << g[PLACE + kind]
    out[3 * suit + 1] |= out[3 * suit] & bit
    out[3 * suit] |= bit
    out[3 * suit + 2] += more
    return more


@compiled
def _runs_needed(g: Integers, suit: int, once: int, twice: int) -> int:
    """Return the least number of runs that a suit needs once every card that can go home has gone.

    `once` and `twice` are the places of which at least one and two cards are out, as bits. The cards from place 0 up to
    the first gap can be home.
    """
    home = once & ~(once + 1)
    home_twice = twice & ~(twice + 1)
    lying_twice = twice & ~home
    lying = (once & ~home) | (twice & home & ~home_twice)
    return _last_cards(g, suit, lying) + _last_cards(g, suit, lying_twice)


@compiled
def _last_cards(g: Integers, suit: int, lying: int) -> int:
    """Count the places in `lying` whose run ends there, because the next card is not in it."""
    continued = (lying << 1 | lying >> 12) & _PLACES
    if g[NEXT_IN_RUN + 13 * suit] < 0:  # nothing lies on an Ace
        continued &= ~(1 << g[PLACE + 13 * suit])
    left = lying & ~continued
    count = 0
    while left:
        left &= left - 1
        count += 1
    return count
