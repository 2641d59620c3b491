"""A best-first search of games with one deck, which finds wins and, once it has seen everything, proves losses.

It keeps each row that it has seen, and how it got there. The rows that are still to be expanded wait in buckets, one
for each value that a row may have; the last one in is the first out. It never sees a row twice, up to the order of
piles and cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.solver import free_cell, klondike
from engine.solver.compiled import Integers, compiled, small_zeros, zeros
from engine.solver.one_deck_rows import (
    CHANCE,
    DOWN,
    NOTHING,
    PILES,
    ROW,
    SEED,
    TURNED,
    cards_home,
    is_won,
    key_of,
    play,
)

WON = 1
UNFINISHED = 0
EXHAUSTED = -1
OUT_OF_ROOM = -2

_BUCKETS = 2048
_OFFSET = 128
"""Added to values, some of which are negative."""

MOST_MOVES = 512
"""More than any row allows."""

_MOVE = 1 << 16
"""More than any move's code."""

# The state of a search between its steps: the number of rows seen, the first bucket that may hold rows, and the row
# that makes the most progress, which is the won one if there is one.
SEEN, BUCKET, FURTHEST, PROGRESS = range(4)


class BestFirstSearch:
    """A search that can be continued step by step, with room for this many rows.

    A row takes about 120 bytes.
    """

    def __init__(self, tables: Integers, row: Sequence[int], room: int) -> None:
        self._tables = tables
        self._state = zeros(4)
        self._rows = small_zeros((room + MOST_MOVES) * len(row))
        self._came_from = zeros(room + MOST_MOVES)
        self._following = zeros(room + MOST_MOVES)
        self._seen = zeros(2 * (room + MOST_MOVES + room // 2))
        self._heads = zeros(_BUCKETS)
        self._moves = zeros(MOST_MOVES)
        self._room = room
        self.outcome = UNFINISHED
        for index, value in enumerate(row):
            self._rows[index] = value

    @property
    def rows_seen(self) -> int:
        return int(self._state[SEEN])

    @property
    def furthest(self) -> tuple[int, int]:
        """The progress of the row that makes the most, and its index."""
        return int(self._state[PROGRESS]), int(self._state[FURTHEST])

    def run(self, most: int) -> None:
        """Continue until about `most` more rows have been seen, or there is an outcome."""
        self.outcome = search_rows(
            self._tables,
            self._state,
            self._rows,
            self._came_from,
            self._following,
            self._seen,
            self._heads,
            self._moves,
            self._room,
            most,
        )

    def line_to(self, node: int) -> list[int]:
        """Return the moves that lead to a row."""
        line = []
        while node > 0:
            node, move = divmod(int(self._came_from[node]), _MOVE)
            line.append(move)
        return line[::-1]


@compiled
def search_rows(
    g: Integers,
    state: Integers,
    rows: Integers,
    came_from: Integers,
    following: Integers,
    seen: Integers,
    heads: Integers,
    moves: Integers,
    room: int,
    most: int,
) -> int:
    """See up to `most` more rows, and return the outcome. A search starts with `state` zero and one row.

    `came_from` holds for each row the one before it and the move between them. `heads` holds the last row of each
    bucket, and `following` the next one of its bucket after each row, counted from 1.
    """
    length = g[ROW]
    count = state[SEEN]
    if count == 0:
        _remember(seen, *key_of(g, rows, 0))
        state[PROGRESS] = progress_of(g, rows, 0)
        heads[0] = 1
        count = 1
    most = min(most + count, room)
    bucket = state[BUCKET]
    outcome = UNFINISHED
    while outcome == UNFINISHED and count < most:
        while bucket < _BUCKETS and heads[bucket] == 0:
            bucket += 1
        if bucket == _BUCKETS:
            outcome = EXHAUSTED
            break
        node = heads[bucket] - 1
        heads[bucket] = following[node]
        start = node * length
        start_first, start_second = key_of(g, rows, start)
        for index in range(list_moves(g, rows, start, moves)):
            at = count * length
            rows[at : at + length] = rows[start : start + length]
            first, second = play(g, rows, at, moves[index])
            first ^= start_first
            second ^= start_second
            if not _remember(seen, first, second):
                continue
            came_from[count] = node * _MOVE + moves[index]
            progress = progress_of(g, rows, at)
            if progress > state[PROGRESS]:
                state[PROGRESS] = progress
                state[FURTHEST] = count
            value = _OFFSET + value_of(g, rows, at) + (second ^ g[SEED]) % g[CHANCE]
            value = min(max(value, 0), _BUCKETS - 1)
            following[count] = heads[value]
            count += 1
            heads[value] = count
            bucket = min(bucket, value)
            if is_won(rows, at):
                outcome = WON
                break
    if outcome == UNFINISHED and count >= room:
        outcome = OUT_OF_ROOM
    state[SEEN] = count
    state[BUCKET] = bucket
    return outcome


@compiled
def list_moves(g: Integers, rows: Integers, at: int, moves: Integers) -> int:
    if g[TURNED]:
        return klondike.list_moves(g, rows, at, moves)
    return free_cell.list_moves(g, rows, at, moves)


@compiled
def value_of(g: Integers, rows: Integers, at: int) -> int:
    if g[TURNED]:
        return klondike.value_of(g, rows, at)
    return free_cell.value_of(g, rows, at)


@compiled
def progress_of(g: Integers, rows: Integers, at: int) -> int:
    """Count cards home, then face-down cards turned up: lines that increase this never lead back to one another."""
    face_down = 0
    for pile in range(g[PILES]):
        card = rows[at + g[DOWN] + pile]
        while card != NOTHING:
            face_down += 1
            card = rows[at + card]
    return 64 * cards_home(rows, at) - face_down


@compiled
def _remember(seen: Integers, first: int, second: int) -> bool:
    """Enter two hashes into the table, and return False if they are there already."""
    slots = len(seen) // 2
    slot = first % slots
    while seen[2 * slot] or seen[2 * slot + 1]:
        if seen[2 * slot] == first and seen[2 * slot + 1] == second:
            return False
        slot = slot + 1 if slot + 1 < slots else 0
    seen[2 * slot] = first
    seen[2 * slot + 1] = second
    return True
