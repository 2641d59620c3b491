"""The unwinding bound: a waste that no tableau has room to take is the proof that a position is lost.

It holds for games that build in suit and turn the stock to a waste (Dimes and Cast Out Nines), with any
number of piles, any first card of the foundations, and whether or not runs continue past the Ace.

Call a card *out* once it has left the stock and the waste. It then lies on the tableau or is home, and stays out.

**What is out follows from the waste.** Take a card of the waste. Just before it leaves, all cards above it have left:
those that lay there now, and those turned since. So out are exactly the cards that are out now, the cards of the waste
above it, and the first so many cards of the stock; it does not matter how they left, or that some went straight from
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


@compiled
def cannot_unwind(g: Integers, rows: Integers, at: int, out: Integers) -> bool:
    """Check whether the waste cannot be taken off. `out` is scratch space for a number for each of the 52 kinds."""
    room = _count_out(g, rows, at, out)
    turned = rows[at + g[NEXT]]
    card = rows[at + g[TOPS] + g[PILES]]
    while card >= 0:
        fits_before = _runs_needed(g, out) <= room
        out[g[KIND + card]] += 1
        if fits_before and _runs_needed(g, out) <= room:
            card = rows[at + card]
            continue
        out[g[KIND + card]] -= 1
        if turned == g[CARDS_IN_PLAY]:
            return True
        out[g[KIND + turned]] += 1
        turned += 1
    return False


@compiled
def _count_out(g: Integers, rows: Integers, at: int, out: Integers) -> int:
    """Count the cards of each kind that are out, and return how many runs the tableau has room for."""
    for kind in range(52):
        foundation = at + g[HOME] + 2 * (kind // 13)
        out[kind] = int(g[PLACE + kind] < rows[foundation]) + int(g[PLACE + kind] < rows[foundation + 1])
    room = g[PILES]
    for pile in range(g[PILES]):
        card = rows[at + g[TOPS] + pile]
        while card >= 0:
            out[g[KIND + card]] += 1
            under = rows[at + card]
            if under >= 0 and g[NEXT_IN_RUN + g[KIND + under]] != g[KIND + card]:
                room += 1
            card = under
    return room


@compiled
def _runs_needed(g: Integers, out: Integers) -> int:
    """Return how many runs these cards need at least when all have gone home that can."""
    runs = 0
    for suit in range(4):
        fuller = _height(g, out, suit, 1)
        other = _height(g, out, suit, 2)
        for kind in range(13 * suit, 13 * suit + 13):
            left = _on_tableau(g, out, kind, fuller, other)
            following = g[NEXT_IN_RUN + kind]
            if left > 0 and following >= 0:
                left -= _on_tableau(g, out, following, fuller, other)
            runs += max(0, left)
    return runs


@compiled
def _height(g: Integers, out: Integers, suit: int, copies: int) -> int:
    """Return how many places, from the first up, have at least this many cards out."""
    ace = 13 * suit
    for place in range(13):
        if out[ace + (place - g[PLACE + ace]) % 13] < copies:
            return place
    return 13


@compiled
def _on_tableau(g: Integers, out: Integers, kind: int, fuller: int, other: int) -> int:
    """Return how many cards of a kind are out but not on foundations of these heights."""
    return out[kind] - int(g[PLACE + kind] < fuller) - int(g[PLACE + kind] < other)
