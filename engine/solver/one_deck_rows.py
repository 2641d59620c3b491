"""Games with one deck, built in alternating colours, as rows of small integers, and moves that change them.

A *row* holds for each card what it lies on: another card, nothing, a cell, the talon or its foundation. The *talon* is
the waste and the stock as one: its order never changes, as the waste is turned over without a shuffle. Then follow the
number of cards on each foundation, the number of talon cards that are in the waste, the top card of each pile and cell,
and the topmost face-down card of each pile.

`g` is the tables of the game, and `at` the index in `rows` where a row begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, pairwise

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.deal import random_words
from engine.solver.compiled import Integers, compiled, integers

# What a card lies on, if it is no card.
NOTHING, IN_CELL, IN_TALON, IS_HOME = range(52, 56)

# Offsets into a row; the face-down cards follow the tops.
HOME, WASTE, TOPS = 52, 56, 57

# The header of the tables: numbers that describe the game and the search, and an offset into a row.
(
    PILES,
    PLACES,  # piles and cells
    DOWN,
    ROW,  # the length of a row
    TURNED,  # the number of cards that a turn of the stock brings to the waste, or 0 in games without one
    TALON,  # the number of cards in the talon at the beginning
    CHANCE,  # the bound of the random number that is added to a row's value
    SEED,
) = range(8)

BUILD_KEY = 8
ACCEPTED_KEY = BUILD_KEY + 52
TAKEN = ACCEPTED_KEY + 52
"""For each card, a bit for each card that may lie on it."""
TALON_CARDS = TAKEN + 52
WEIGHTS = TALON_CARDS + 52
CODES = WEIGHTS + 8
"""Two random words for each pair of a card and what it lies on."""

# Further values that have codes beside each card: that it is face down, and the number of cards in the waste.
_FACE_DOWN, _IN_WASTE = 56, 57

_CODES = tuple(word - 2**63 for word in islice(random_words("a card and what it lies on"), 52 * 64 * 2))

# A move: the lowest of the cards that move, where they lie, and where they go.
FROM, TO = 1 << 6, 1 << 10
TALON_PLACE, FOUNDATION_PLACE = 14, 15
THEN_HOME = 1 << 14
"""Added to a move whose uncovered card goes home at once."""


def tables_of(position: BuildingPosition, weights: tuple[int, ...], chance: int, seed: int) -> Integers:
    """Return the tables for searching every row that can be reached from a position under known rules."""
    rules = position.rules
    places = rules.piles + rules.cells
    talon = [*position.waste, *position.stock]
    header = [
        rules.piles,
        places,
        TOPS + places,
        TOPS + places + rules.piles,
        rules.stock.cards if rules.stock else 0,
        len(talon),
        chance,
        seed,
    ]
    return integers(
        [
            *header,
            *rules.build_keys,
            *rules.accepted_keys,
            *(_set_of(card for card in CARDS if rules.build_keys[card] == key) for key in rules.accepted_keys),
            *_padded(tuple(talon), TALON_CARDS, WEIGHTS),
            *_padded(weights, WEIGHTS, CODES),
            *_CODES,
        ]
    )


def _set_of(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def row_of(position: BuildingPosition) -> list[int]:
    rules = position.rules
    under = [IS_HOME] * len(CARDS)
    for pile in position.piles:
        for lower, card in pairwise((NOTHING, *pile)):
            under[card] = lower
    for held in position.cells:
        if held is not None:
            under[held] = IN_CELL
    for card in (*position.waste, *position.stock):
        under[card] = IN_TALON
    talon = len(position.waste) + len(position.stock)
    waste = waste_that_counts(len(position.waste), talon, rules.stock.cards) if rules.stock else 0
    tops = [pile[-1] if pile else NOTHING for pile in position.piles]
    cells = [IN_CELL if card is None else card for card in position.cells]
    down = [
        pile[hidden - 1] if hidden else NOTHING for pile, hidden in zip(position.piles, position.face_down, strict=True)
    ]
    return [*map(int, [*under, *position.foundations, waste, *tops, *cells, *down])]


def _padded(values: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    return (*values, *(0,) * (end - start - len(values)))


@compiled
def fits(g: Integers, card: int, onto: int) -> bool:
    """Check whether a card builds on another one."""
    return g[BUILD_KEY + card] == g[ACCEPTED_KEY + onto]


@compiled
def goes_home(rows: Integers, at: int, card: int) -> bool:
    return rows[at + HOME + card // 13] == card % 13


@compiled
def is_safe(rows: Integers, at: int, card: int) -> bool:
    """Check that a card that can go home, or is home, is not needed to build on.

    The *low* cards are this one, the rest of its suit below it, the other suit of its colour up to two ranks below it,
    and the other colour up to one rank below it. Only low cards build on low cards. The card is safe if each suit has
    at most one low card that is not home, which is then the next to go home.

    Proof that bringing a safe card home cannot lose a win, nor leaving it there: follow any line that wins, with the
    card home. When the line moves a low card onto one that is home here, bring it home instead, after the low cards
    that lie on it. Skip the line's moves of low cards that are home here, and its returns of low cards. All other moves
    stay legal: nothing but low cards lies on the cards that are home only here, and there are as many cells and spaces
    or more. Moves that bring no card home become no more, and one fewer if a safe card's return was skipped.

    Taking a card out of the talon may change which other cards can be reached. There, a card is safe only if all of
    them can.
    """
    suit = card // 13
    lowest = card % 13 - 1
    home = at + HOME
    return bool(
        rows[home + (suit ^ 1)] >= lowest
        and rows[home + (3 - suit ^ 1)] >= lowest
        and rows[home + 3 - suit] >= lowest - 1
    )


@compiled
def is_won(rows: Integers, at: int) -> bool:
    return cards_home(rows, at) == 52


@compiled
def cards_home(rows: Integers, at: int) -> int:
    home = at + HOME
    return rows[home] + rows[home + 1] + rows[home + 2] + rows[home + 3]


@compiled
def waste_that_counts(waste: int, talon: int, turned: int) -> int:
    """Return the number of cards in the waste, or 0 if the same cards of the talon can be reached with none."""
    return 0 if waste % turned == 0 or waste == talon else waste


@compiled
def play(g: Integers, rows: Integers, at: int, move: int) -> tuple[int, int]:
    """Change a row by a move, and return by what its key changes."""
    source = move // FROM % 16
    first, second = _transfer(g, rows, at, move % FROM, source, move // TO % 16)
    if move & THEN_HOME:
        uncovered = rows[at + TOPS + source]
        then_first, then_second = _transfer(g, rows, at, uncovered, source, FOUNDATION_PLACE)
        first ^= then_first
        second ^= then_second
    return first, second


@compiled
def _transfer(g: Integers, rows: Integers, at: int, card: int, source: int, target: int) -> tuple[int, int]:
    tops = at + TOPS
    top = card
    first, second = _code(g, card, rows[at + card])
    if source == TALON_PLACE:
        taken_first, taken_second = _take_from_talon(g, rows, at, card)
        first ^= taken_first
        second ^= taken_second
    elif source == FOUNDATION_PLACE:
        rows[at + HOME + card // 13] -= 1
    else:
        top = rows[tops + source]
        uncovered = rows[at + card]
        rows[tops + source] = uncovered
        if source < g[PILES] and uncovered != NOTHING and uncovered == rows[at + g[DOWN] + source]:
            rows[at + g[DOWN] + source] = rows[at + uncovered]
            up_first, up_second = _code(g, uncovered, _FACE_DOWN)
            first ^= up_first
            second ^= up_second
    if target == FOUNDATION_PLACE:
        rows[at + card] = IS_HOME
        rows[at + HOME + card // 13] += 1
    else:
        rows[at + card] = rows[tops + target]
        rows[tops + target] = top
    put_first, put_second = _code(g, card, rows[at + card])
    return first ^ put_first, second ^ put_second


@compiled
def _take_from_talon(g: Integers, rows: Integers, at: int, card: int) -> tuple[int, int]:
    below = 0
    left = -1
    is_below = True
    for index in range(g[TALON]):
        other = g[TALON_CARDS + index]
        if other == card:
            is_below = False
        if rows[at + other] == IN_TALON:
            below += is_below
            left += 1
    before_first, before_second = _code(g, rows[at + WASTE], _IN_WASTE)
    rows[at + WASTE] = waste_that_counts(below, left, g[TURNED])
    after_first, after_second = _code(g, rows[at + WASTE], _IN_WASTE)
    return before_first ^ after_first, before_second ^ after_second


@compiled
def key_of(g: Integers, rows: Integers, at: int) -> tuple[int, int]:
    """Hash a row to 128 bits, the same for rows that differ only in the order of piles or cells.

    What each card lies on, which cards are face down, and the size of the waste have random codes. Rows are taken for
    equal if the exclusive or of their codes is: among ten million rows, the chance that two different ones agree is
    about 10 ** -25.
    """
    first, second = _code(g, rows[at + WASTE], _IN_WASTE)
    for card in range(52):
        on_first, on_second = _code(g, card, rows[at + card])
        first ^= on_first
        second ^= on_second
    for pile in range(g[PILES]):
        card = rows[at + g[DOWN] + pile]
        while card != NOTHING:
            down_first, down_second = _code(g, card, _FACE_DOWN)
            first ^= down_first
            second ^= down_second
            card = rows[at + card]
    return first, second


@compiled
def _code(g: Integers, card: int, on: int) -> tuple[int, int]:
    code = CODES + 2 * (64 * card + on)
    return g[code], g[code + 1]
