"""A building game as numbers: the tables that the search looks things up in, and positions as rows of small integers.

The cards in play are numbered: those on the tableau pile by pile, then the waste, then the stock in its order. A *row*
holds, for each card, the one it lies on (-1 for none); then, from the offsets that the header of the tables names, the
top card of each pile and of the waste, how many cards are home, each pile's uppermost face-down card, and the stock's
next card.
"""

from __future__ import annotations

import hashlib
import struct

from engine.building import BuildingPosition
from engine.cards import CARDS
from engine.moves import DRAW, FOUNDATION, WASTE, Move, Transfer
from engine.rules import SEQUENCE, Build, BuildingRules, Stock
from engine.solver.compiled import Integers, integers
from engine.solver.weights import Attempt

# The header: numbers of the game and of the deal, and offsets into a row.
(
    CARDS_IN_PLAY,
    PILES,  # also the number of the waste, which is searched like one pile more
    PACK,
    ROW,  # how long a row is
    TOPS,
    HOME,  # eight numbers: how many cards each foundation holds, two for a suit, the fuller first; else a sum
    DOWN,
    NEXT,
    HAS_FOUNDATIONS,
    ANY_SUIT,
    RUNS_MOVE,
    RUNS_MOVE_TO_SPACES,
    DEALS,
    DEALS_TO_FULL_ROWS,
    CLOSES,
    BASE_IS_SAFE,
    IS_EXACT,  # whether nothing may be left out that can only in rare cases matter
    CHANCE,  # how much, at most, chance adds to what a row is worth
    SEED,
) = range(19)

# Behind it tables by card, each so long; only KIND and CODE have more than 52 numbers.
_LENGTH = 128
KIND = 19
"""What card each of the numbered ones is."""
PLACE = KIND + _LENGTH
"""Where each kind of card lies on its foundation, from 0."""
SEAT = PLACE + _LENGTH
OFFER = SEAT + _LENGTH
FOLLOWING = OFFER + _LENGTH
"""The kind that continues a run, or -1."""
FIRST_DUE = FOLLOWING + _LENGTH
"""How late in the game the first card of each kind goes home; the unit is a card of the stock times four."""
SECOND_DUE = FIRST_DUE + _LENGTH
CODE = SECOND_DUE + _LENGTH
"""Random numbers for hashing: of each kind, and 64 further on of each that lies face down."""
WEIGHTS = CODE + _LENGTH
"""What counts how much in judging a row."""


def tables_of(position: BuildingPosition, attempt: Attempt, *, is_exact: bool) -> Integers:
    """The tables with which all rows of a game that goes on from here are searched."""
    rules = position.rules
    kinds = [*(card for pile in position.piles for card in pile), *position.waste, *position.stock]
    cards, piles = len(kinds), rules.piles
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
        int(rules.runs_move),
        int(rules.runs_move_to_spaces),
        int(not rules.has_waste),
        int(rules.stock is Stock.DEAL),
        int(rules.stock is Stock.TO_WASTE_WHEN_STUCK),
        int(rules.foundation_base is not None and not _takes_a_card(rules, rules.foundation_base)),
        int(is_exact),
        attempt.chance,
        attempt.seed,
    ]
    places = _places(rules)
    first, second = _due(position, places)
    columns: list[list[int]] = [
        list(map(int, kinds)),
        places,
        list(rules.seats),
        list(rules.offers),
        [-1 if card is None else int(card) for card in rules.run_next],
        first,
        second,
        list(_CODES),
    ]
    filled = [number for column in columns for number in column + [0] * (_LENGTH - len(column))]
    return integers([*header, *filled, *attempt.weights])


def row_of(position: BuildingPosition) -> list[int]:
    """A position as a row."""
    under: list[int] = []
    tops: list[int] = []
    down: list[int] = []
    for pile in (*position.piles, position.waste):
        first = len(under)
        under += [-1, *range(first, first + len(pile) - 1)] if pile else []
        tops.append(len(under) - 1 if pile else -1)
        hidden = position.face_down[len(down)] if len(down) < len(position.piles) else 0
        down.append(first + hidden - 1 if hidden else -1)
    next_card = len(under)
    under += [-1] * len(position.stock)
    home = list(position.foundations) or [len(position.discarded)] + [0] * 7
    return [*under, *tops, *home, *down[:-1], next_card]


DRAWN = -1
"""The code of turning the stock. Any other move's code holds its source, target and number of cards."""


def move_of(code: int, rules: BuildingRules) -> Move:
    """The move that a code of the search stands for."""
    if code == DRAWN:
        return DRAW
    source, target, count = code % 16, code // 16 % 16, code // 256
    return Transfer(WASTE if source == rules.piles else source + 1, FOUNDATION if target == 15 else target + 1, count)


def _takes_a_card(rules: BuildingRules, rank: int) -> bool:
    return any(rules.seats[card] == rules.offers[base] for base in CARDS if base.rank == rank for card in CARDS)


def _places(rules: BuildingRules) -> list[int]:
    base = rules.foundation_base or 1
    return [(card.rank - base) % SEQUENCE for card in CARDS]


def _due(position: BuildingPosition, places: list[int]) -> tuple[list[int], list[int]]:
    """When the first and the second card of each kind can go home at the earliest, by what the stock brings when.

    A card waits for all that go home before it on its foundation, so for the latest of these to leave the stock. Of
    cards with equal times the one that goes home first comes first.
    """
    arrivals: dict[int, list[int]] = {card: [] for card in CARDS}
    for pile in (*position.piles, position.waste):
        for card in pile:
            arrivals[card].append(0)
    for turn, card in enumerate(position.stock, 1):
        arrivals[card].append(turn)
    first, second = [0] * 52, [0] * 52
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
