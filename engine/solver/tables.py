"""Building games as integers: lookup tables for the search, and positions as rows of small integers.

The cards in play are numbered: the tableau pile by pile, then the waste, then the stock in order. A *row* holds the
card that each card lies on (-1 for none), followed, at offsets named by the header of the tables, by the top card of
each pile and of the waste, the number of cards on each foundation, the topmost face-down card of each pile and the next
stock card.
"""

from __future__ import annotations

import hashlib
import struct

from engine.building import BuildingPosition
from engine.cards import CARDS
from engine.moves import DRAW, Move, transfer
from engine.places import FOUNDATION, WASTE, pile
from engine.rules import RUN, Build, BuildingRules, Opens, Spaces, Together
from engine.solver.compiled import Integers, integers, small_zeros
from engine.solver.plans import SearchParameters

# The header of the tables: numbers that describe the game and the deal, and offsets into a row.
(
    CARDS_IN_PLAY,
    PILES,  # also the index of the waste, which is searched like another pile
    PACK,
    ROW,  # the length of a row
    TOPS,
    HOME,  # the sizes of eight foundations, two for each suit, the fuller first; without foundations the first is a sum
    DOWN,
    NEXT,
    HAS_FOUNDATIONS,
    ANY_SUIT,
    RUNS_MOVE,
    RUNS_MOVE_TO_SPACES,
    DEALS,
    DEALS_WITHOUT_SPACES,
    CLOSES,
    BASE_IS_SAFE,
    IS_EXACT,  # whether shortcuts that are wrong in rare cases are forbidden
    CHANCE,  # the bound of the random number that is added to a row's score
    SEED,
    WHOLE_RUNS,  # whether only whole runs move, which is such a shortcut
) = range(20)

# Tables by card follow, each of this length; only KIND and CODE use more than 52 entries.
_LENGTH = 128
KIND = 20
"""The kind of each numbered card: its index in a new pack."""
PLACE = KIND + _LENGTH
"""The index of each kind on its foundation."""
BUILD_KEY = PLACE + _LENGTH
ACCEPTED_KEY = BUILD_KEY + _LENGTH
NEXT_IN_RUN = ACCEPTED_KEY + _LENGTH
"""The kind that continues a run, or -1."""
FIRST_DUE = NEXT_IN_RUN + _LENGTH
"""When the first card of each kind can go home at the earliest, in quarters of a stock card."""
SECOND_DUE = FIRST_DUE + _LENGTH
"""The same for the second card of each kind."""
CODE = SECOND_DUE + _LENGTH
"""A random number for hashing each kind, and 64 entries further on for each kind face down."""
WEIGHTS = CODE + _LENGTH
"""The weights of the evaluation."""


def tables_of(position: BuildingPosition, attempt: SearchParameters, *, is_exact: bool) -> Integers:
    """Return the tables for searching every row that can be reached from a position under known rules."""
    rules = position.rules
    assert rules.stock is not None, "no search without a stock knows these tables"
    kinds = [*(card for pile in position.piles for card in pile), *position.waste, *position.stock]
    cards = len(kinds)
    piles = rules.piles
    tops = cards
    home = tops + piles + 1
    down = home + 8
    following = down + piles
    header = [
        cards,
        piles,
        position.pack,
        following + 1,
        tops,
        home,
        down,
        following,
        int(rules.foundation_base is not None),
        int(rules.build is Build.ANY_SUIT),
        int(rules.together is Together.RUN),
        int(rules.together is Together.RUN and rules.spaces is Spaces.ANY),
        int(rules.deals_to_piles),
        int(rules.stock.opens is Opens.WITHOUT_SPACES),
        int(rules.stock.opens is Opens.WHEN_STUCK),
        int(rules.foundation_base is not None and not _accepts_any(rules, rules.foundation_base)),
        int(is_exact),
        attempt.chance,
        attempt.seed,
        int(attempt.moves_whole_runs and not is_exact),
    ]
    places = _places(rules)
    first, second = _due(position, places)
    columns: list[list[int]] = [
        list(map(int, kinds)),
        places,
        list(rules.build_keys),
        list(rules.accepted_keys),
        [-1 if card is None else int(card) for card in rules.next_in_run],
        first,
        second,
        list(_CODES),
    ]
    filled = [number for column in columns for number in column + [0] * (_LENGTH - len(column))]
    return integers([*header, *filled, *attempt.weights])


def rows_from(position: BuildingPosition, room: int) -> Integers:
    """Allocate `room` rows, the first of which holds this position."""
    row = _row_of(position)
    rows = small_zeros(room * len(row))
    for index, value in enumerate(row):
        rows[index] = value
    return rows


def _row_of(position: BuildingPosition) -> list[int]:
    under: list[int] = []
    tops: list[int] = []
    down: list[int] = []
    for lying in (*position.piles, position.waste):
        first = len(under)
        under += [-1, *range(first, first + len(lying) - 1)] if lying else []
        tops.append(len(under) - 1 if lying else -1)
        hidden = position.face_down[len(down)] if len(down) < len(position.piles) else 0
        down.append(first + hidden - 1 if hidden else -1)
    next_card = len(under)
    under += [-1] * len(position.stock)
    home = list(position.foundations) or [len(position.discarded)] + [0] * 7
    return [*under, *tops, *home, *down[:-1], next_card]


DRAWN = -1
"""The code of turning the stock; any other code contains a source, a target and a number of cards."""

TO_FOUNDATION = 15
"""The target in the code of a move to a foundation."""


def move_of(code: int, rules: BuildingRules) -> Move:
    if code == DRAWN:
        return DRAW
    source = code % 16
    target = code // 16 % 16
    count = code // 256
    return transfer(
        WASTE if source == rules.piles else pile(source + 1),
        FOUNDATION if target == TO_FOUNDATION else pile(target + 1),
        count,
    )


def _accepts_any(rules: BuildingRules, rank: int) -> bool:
    """Check whether any card can be put on a card of this rank."""
    return any(
        rules.build_keys[card] == rules.accepted_keys[base] for base in CARDS if base.rank == rank for card in CARDS
    )


def _places(rules: BuildingRules) -> list[int]:
    base = rules.foundation_base or 1
    return [(card.rank - base) % RUN for card in CARDS]


def _due(position: BuildingPosition, places: list[int]) -> tuple[list[int], list[int]]:
    """Return the earliest time at which the first and the second card of each kind can go home.

    A card has to wait until all cards below it on its foundation have left the stock. Cards that would be due at
    the same time are spread out by their place on the foundation.
    """
    arrivals: dict[int, list[int]] = {card: [] for card in CARDS}
    for lying in (*position.piles, position.waste):
        for card in lying:
            arrivals[card].append(0)
    for turn, card in enumerate(position.stock, 1):
        arrivals[card].append(turn)
    first = [0] * 52
    second = [0] * 52
    for suit in range(4):
        early = late = 0
        for card in sorted(CARDS[suit * 13 : suit * 13 + 13], key=lambda card: places[card]):
            times = sorted(arrivals[card])
            if len(times) == 2:
                early = max(early, times[0])
            late = max(early, late, *times)
            first[card] = 4 * (early + places[card])
            second[card] = 4 * (late + places[card])
    return first, second


_CODES = tuple(word >> 2 for word in struct.unpack(">128Q", hashlib.shake_256(b"cards in a pile").digest(128 * 8)))
