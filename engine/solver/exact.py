"""An exhaustive depth-first search, which can prove that a position is lost.

It leaves out only what cannot matter:

- rows that it has seen before, up to the order of the piles. Only a deal tells piles apart, so exchanging two of them
  in a row exchanges them in every line of play from there; while the stock still deals, the order counts
  (`engine.solver.evaluation.hash_row`);
- moves to all spaces but the first, for the same reason and with the same exception (`engine.solver.moves.list_moves`);
- all moves but one where a card can go home at no cost, in games with foundations; `engine.solver.rows.is_surely_safe`
  has the proof;
- rows that the unwinding bound calls lost, in the games for which it holds; `engine.solver.unwinding` has the proof.

Seen rows are stored as two hashes of 62 bits each. A row that shares both hashes with another would be left out
wrongly; among ten million rows, the chance of that is about 10 ** -24.

A search that runs out of memory has proved nothing. A search that reaches a win stops without returning its moves:
the beam search finds wins, and the wins that it finds within a budget must not depend on this search.
"""

from __future__ import annotations

from engine.building import BuildingPosition
from engine.solver.compiled import Integers, compiled, zeros
from engine.solver.evaluation import PILE_VALUES, hash_pile, hash_row
from engine.solver.moves import MOST_MOVES, list_moves, play_move
from engine.solver.plans import plan_for
from engine.solver.rows import safe_pile, stock_is_open, turn_stock
from engine.solver.tables import DEALS, DRAWN, HOME, PACK, PILES, ROW, TO_FOUNDATION, rows_from, tables_of
from engine.solver.unwinding import SCRATCH, cannot_unwind, is_bounded

WINNABLE = 1
UNFINISHED = 0
LOST = -1
OUT_OF_MEMORY = -2

MOST_DEEP = 1 << 16
"""The longest line of moves; each move takes up to 500 bytes."""

MOST_SEEN = 1 << 22
"""As many rows as half fill the largest hash table, at 32 bytes each. A table may become two thirds full."""

_MOST_CODES = 16 * MOST_DEEP

# The state of a search between its steps: the depth of the last row, the number of untried moves from all rows on the
# way to it, and the number of rows seen.
DEPTH, CODES, SEEN = range(3)


class ExactSearch:
    """An exact search that can be continued step by step.

    It has room for at least `budget` rows, or for a third more than MOST_SEEN if that is less.
    """

    def __init__(self, position: BuildingPosition, budget: int) -> None:
        self._rules = position.rules
        tables = self._tables = tables_of(position, plan_for(position.rules).attempt(0), is_exact=True)
        self._state = zeros(3)
        self._rows = rows_from(position, MOST_DEEP)
        self._pile_values = zeros(MOST_DEEP * PILE_VALUES * (tables[PILES] + 1))
        self._codes = zeros(_MOST_CODES)
        self._first = zeros(MOST_DEEP)
        slots = 1024
        while slots < 2 * min(MOST_SEEN, budget):
            slots *= 2
        self._seen = zeros(2 * slots)
        self._scratch = zeros(SCRATCH)
        self.outcome = UNFINISHED

    @property
    def rows_seen(self) -> int:
        return int(self._state[SEEN])

    def run(self, most: int) -> None:
        """Continue until about `most` more rows have been seen, or there is an outcome."""
        self.outcome = search_everything(
            self._tables,
            is_bounded(self._rules),
            self._state,
            self._rows,
            self._pile_values,
            self._codes,
            self._first,
            self._seen,
            self._scratch,
            most,
        )


@compiled
def search_everything(  # noqa: C901 - a hot loop, compiled as one function
    g: Integers,
    is_bounded: bool,  # noqa: FBT001 - compiled functions have no keywords
    state: Integers,
    rows: Integers,
    pile_values: Integers,
    codes: Integers,
    first: Integers,
    seen: Integers,
    scratch: Integers,
    most: int,
) -> int:
    """Visit up to `most` more rows, and return the outcome. A search starts with `state` zero and one row.

    `rows` are the rows on the way to the last one, and `pile_values` the hashes of their piles. `codes` are the untried
    moves; those of each row begin at its index in `first`. `seen` is a hash table for a power of two of pairs.
    """
    length = g[ROW]
    value_count = PILE_VALUES * (g[PILES] + 1)
    depth = state[DEPTH]
    end = state[CODES]
    count = state[SEEN]
    if count == 0:
        _hash_piles(g, rows, pile_values, 0, -1)
        _remember(seen, *hash_row(g, rows, 0, pile_values, 0))
        end = _list_codes(g, rows, 0, codes, 0)
        count = 1
    most += count
    outcome = UNFINISHED
    if _cards_home(g, rows, depth * length) == g[PACK]:
        outcome = WINNABLE
    while outcome == UNFINISHED and count < most:
        if end == first[depth]:
            depth -= 1
            if depth < 0:
                outcome = LOST
            continue
        if depth == MOST_DEEP - 1 or end > _MOST_CODES - MOST_MOVES or count > len(seen) // 3:
            outcome = OUT_OF_MEMORY
            continue
        end -= 1
        at = (depth + 1) * length
        to = (depth + 1) * value_count
        rows[at : at + length] = rows[at - length : at]
        pile_values[to : to + value_count] = pile_values[to - value_count : to]
        if codes[end] != DRAWN:
            changed = play_move(g, rows, at, codes[end])
        else:
            turn_stock(g, rows, at)
            changed = -1 if g[DEALS] else 1 << g[PILES]
        _hash_piles(g, rows, pile_values, depth + 1, changed)
        if not _remember(seen, *hash_row(g, rows, at, pile_values, to)):
            continue
        count += 1
        if is_bounded and cannot_unwind(g, rows, at, scratch):
            continue
        depth += 1
        first[depth] = end
        end = _list_codes(g, rows, at, codes, end)
        if _cards_home(g, rows, at) == g[PACK]:
            outcome = WINNABLE
    state[DEPTH] = depth
    state[CODES] = end
    state[SEEN] = count
    return outcome


@compiled
def _list_codes(g: Integers, rows: Integers, at: int, codes: Integers, end: int) -> int:
    """Append a row's moves, ending with those that turn no stock, which are tried first."""
    safe = safe_pile(g, rows, at)
    if safe >= 0:
        codes[end] = safe + 16 * TO_FOUNDATION + 256
        return end + 1
    if stock_is_open(g, rows, at):
        codes[end] = DRAWN
        end += 1
    return list_moves(g, rows, at, codes, end)


@compiled
def _hash_piles(g: Integers, rows: Integers, pile_values: Integers, depth: int, changed: int) -> None:
    """Hash the piles of a row whose bits are set in `changed`."""
    for pile in range(g[PILES] + 1):
        if changed >> pile & 1:
            value = PILE_VALUES * (depth * (g[PILES] + 1) + pile)
            pile_values[value], pile_values[value + 1] = hash_pile(g, rows, depth * g[ROW], pile)


@compiled
def _remember(seen: Integers, first: int, second: int) -> bool:
    """Enter two hashes into the table, and return False if they are there already."""
    slots = len(seen) // 2
    slot = first & (slots - 1)
    while seen[2 * slot] or seen[2 * slot + 1]:
        if seen[2 * slot] == first and seen[2 * slot + 1] == second:
            return False
        slot = (slot + 1) & (slots - 1)
    seen[2 * slot] = first
    seen[2 * slot + 1] = second
    return True


@compiled
def _cards_home(g: Integers, rows: Integers, at: int) -> int:
    home = 0
    for foundation in range(8):
        home += rows[at + g[HOME] + foundation]
    return home
