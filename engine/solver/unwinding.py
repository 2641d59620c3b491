"""The unwinding bound: a waste that no tableau has room to take is the proof that a position is lost.

It holds for games that build in suit and turn the stock to a waste (Dimes and Cast Out Nines), with any
number of piles, any first card of the foundations, and whether or not runs continue past the Ace.

Call a card *out* once it has left the stock and the waste. It then lies on the tableau or is home, and stays out.

**What is out follows from the waste.** Take a card of the waste. Just before it leaves, all cards above it have left:
those that lay there now, and those turned since. So out are exactly the cards that are out now, the cards of the waste
above it, and the first n cards of the stock; it does not matter how they left, or that some went straight from
the stock into a space. Just after, the card is out too. The lower a card lies in the waste, the later it leaves, and
the more of the stock has been turned by then.

**What is out needs room.** A pile is a run in suit, as only the next card in suit ever goes onto a card. (Piles that
tests make up may be several runs; that number of additional runs never grows, either.) So the runs on the tableau are
never more than the room: the piles and those additional runs.

**The runs that cards need.** Let t(c) be how many cards of kind c lie on the tableau. Each of them is the last of its
run unless a card of the next lower kind c - 1 lies on it, so there are at least max(0, t(c) - t(c - 1)) last cards of
this kind, and the sum over all kinds is the least number of runs. It is smallest when all cards have gone home that
can. Suppose that a foundation has stopped earlier. Then one card each of some places in a row, from h to r - 1, lies on
the tableau besides. This makes no term smaller but that of place r, which had no card there: otherwise that card, or
where a foundation is full a first one, would have gone home too. So that term is zero, and cannot become smaller.

**The proof.** Follow any line of play until the waste of now has left. Each of its cards, from the top down, left at a
moment when so many cards of the stock were out that all that was out needed no more runs than there is room, before and
after. Take the smallest such number for each card that is not below the number for the card before: no line can have
turned fewer. If for some card even the whole stock does not help, no line gets that far, and none can win.
"""

from __future__ import annotations

from engine.rules import Build, BuildingRules
from engine.solver.compiled import Integers, compiled
from engine.solver.tables import CARDS_IN_PLAY, HOME, KIND, NEXT, NEXT_IN_RUN, PILES, PLACE, TOPS


def applies_to(rules: BuildingRules) -> bool:
    """Check whether the bound holds under these rules."""
    return rules.build is Build.SAME_SUIT and rules.has_waste and rules.foundation_base is not None


SCRATCH = 12
"""The length of the scratch space. Each suit has three numbers: the places of which one card is out, and those of which
two are, as bits, and how many runs these cards need."""

_PLACES = (1 << 13) - 1


@compiled
def cannot_unwind(g: Integers, rows: Integers, at: int, out: Integers) -> bool:
    """Check whether the waste cannot be taken off. `out` is scratch space."""
    room = _take_out(g, rows, at, out)
    for suit in range(4):
        room -= out[3 * suit + 2]
    turned = rows[at + g[NEXT]]
    card = rows[at + g[TOPS] + g[PILES]]
    while card >= 0:
        # `room` is for further runs now. The card may leave if there was room before, and there is after.
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
    """Return how many more runs are needed if a card of this kind is out, too."""
    suit = kind // 13
    bit = 1 << g[PLACE + kind]
    once = out[3 * suit]
    twice = out[3 * suit + 1]
    return _runs_needed(g, suit, once | bit, twice | (once & bit)) - out[3 * suit + 2]


@compiled
def _add(g: Integers, out: Integers, kind: int) -> int:
    """Enter a card of this kind, and return how many more runs are needed."""
    more = _runs_more(g, out, kind)
    suit = kind // 13
    bit = 1 << g[PLACE + kind]
    out[3 * suit + 1] |= out[3 * suit] & bit
    out[3 * suit] |= bit
    out[3 * suit + 2] += more
    return more


@compiled
def _runs_needed(g: Integers, suit: int, once: int, twice: int) -> int:
    """Return how many runs a suit needs at least when all of its cards have gone home that can.

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
    """Count the places in `lying` for which the card that continues a run is not in it."""
    continued = (lying << 1 | lying >> 12) & _PLACES
    if g[NEXT_IN_RUN + 13 * suit] < 0:  # nothing lies on an Ace
        continued &= ~(1 << g[PLACE + 13 * suit])
    left = lying & ~continued
    count = 0
    while left:
        left &= left - 1
        count += 1
    return count
