"""A beam search whose layers end where the stock is turned.

A game with 88 stock cards has 89 layers. Within a layer the search expands the rows with the best scores first, up to
a limit; then the best rows of all turn the stock and form the next layer. Where spaces close the stock and few rows
are without spaces, the best of the other rows fill theirs at the least cost to the score. Each of these moves lowers
the score, so single moves would hardly ever reach such a row. If no row or move was left out, the search was
exhaustive: a game that it did not win cannot be won.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from engine.solver.compiled import Integers, compiled
from engine.solver.evaluation import ALL_PILES, PILE_VALUES, evaluate
from engine.solver.moves import MOST_MOVES, list_moves, play_move
from engine.solver.rows import bring_home, is_surely_safe, safe_pile, stock_is_open, turn_stock
from engine.solver.tables import (
    CARDS_IN_PLAY,
    DEALS,
    DEALS_WITHOUT_SPACES,
    DRAWN,
    IS_EXACT,
    NEXT,
    PACK,
    PILES,
    ROW,
    TO_FOUNDATION,
    TOPS,
    WHOLE_RUNS,
)

WON = 1
UNKNOWN = 0
IMPOSSIBLE = -1
EXHAUSTED = -2
"""A search with short cuts found no win; an exact one still may."""


@compiled
def search_layers(  # noqa: C901, PLR0912, PLR0915 - a hot loop, compiled as one function
    g: Integers,
    rows: Integers,
    chosen: Integers,
    pile_values: Integers,
    dues: Integers,
    moves: Integers,
    room: int,
    width: int,
    expansions: int,
    budget: int,
) -> tuple[int, int, int, list[int]]:
    """Search from the row at the start of `rows`, which has room for `room` rows.

    In each layer it expands `expansions` rows and keeps the best `width`; it ends after `budget` rows. `chosen` has
    room for `width` rows, `pile_values` for the values of `room` rows, `dues` for one number for each card and `moves`
    for `MOST_MOVES` codes. Returns the outcome, the number of rows searched, the most cards home, and the codes of the
    moves that lead there.
    """
    length = g[ROW]
    # A step is a move and the step before it. Steps of this layer are numbered from 0 and kept in `from_step` and
    # `step_move`; those of earlier layers have negative numbers and are kept in `kept_from` and `kept_move`.
    kept_from = [0]
    kept_move = [0]
    step = [-1]
    scores = [0]
    count = 1
    searched = 1
    left_out = False
    took_shortcut = g[WHOLE_RUNS] > 0
    most_home = -1
    best_line = [0]
    best_line.clear()
    while True:
        seen = {(0, 0)}
        seen.clear()
        queue = [(0, 0)]
        queue.clear()
        from_step = [0]
        from_step.clear()
        step_move = [0]
        step_move.clear()
        best = -1
        best_score = 0
        for row in range(count):
            first, second, scores[row], home = evaluate(g, rows, pile_values, row, ALL_PILES, dues)
            seen.add((first, second))
            heappush(queue, (-scores[row], row))
            if home > most_home or (home == most_home and (best < 0 or scores[row] > best_score)):
                most_home = home
                best_score = scores[row]
                best = row
        left = expansions
        while len(queue) > 0 and most_home < g[PACK]:
            if left == 0 or count > room - MOST_MOVES or searched >= budget:
                left_out = True
                break
            left -= 1
            parent = heappop(queue)[1]
            at = parent * length
            # One space stands for all, which is a short cut while the stock deals cards from left to right.
            if g[DEALS] and rows[at + g[NEXT]] < g[CARDS_IN_PLAY]:
                spaces = 0
                for pile in range(g[PILES]):
                    spaces += int(rows[at + g[TOPS] + pile] < 0)
                took_shortcut |= spaces > 1
            for number in range(list_moves(g, rows, at, moves, 0)):
                searched += 1
                child = count * length
                copy_row(g, rows, pile_values, parent, count)
                from_step.append(step[parent])
                step_move.append(moves[number])
                changed = play_move(g, rows, child, moves[number])
                safe = safe_pile(g, rows, child)
                while safe >= 0:
                    took_shortcut |= not is_surely_safe(g, rows, child, safe)
                    bring_home(g, rows, child, safe)
                    from_step.append(len(from_step) - 1)
                    step_move.append(safe + 16 * TO_FOUNDATION + 256)
                    changed |= 1 << safe
                    safe = safe_pile(g, rows, child)
                first, second, new_score, home = evaluate(g, rows, pile_values, count, changed, dues)
                if (first, second) in seen:
                    continue
                seen.add((first, second))
                if count == len(step):
                    step.append(0)
                    scores.append(0)
                step[count] = len(from_step) - 1
                scores[count] = new_score
                heappush(queue, (-new_score, count))
                if home > most_home or (home == most_home and (best < 0 or new_score > best_score)):
                    most_home = home
                    best_score = new_score
                    best = count
                count += 1
        if best >= 0:
            best_line.clear()
            number = step[best]
            while number >= 0:
                best_line.append(step_move[number])
                number = from_step[number]
            number = -1 - number
            while number > 0:
                best_line.append(kept_move[number])
                number = kept_from[number]
        if most_home == g[PACK]:
            return WON, searched, most_home, best_line[::-1]
        queue = [(-scores[row], row) for row in range(count) if stock_is_open(g, rows, row * length)]
        if g[DEALS_WITHOUT_SPACES] and rows[g[NEXT]] < g[CARDS_IN_PLAY]:
            closed = [(-scores[row], row) for row in range(count) if not stock_is_open(g, rows, row * length)]
            heapify(closed)
            for _ in range(min(len(closed), width - len(queue))):
                row = heappop(closed)[1]
                for filler in fill_spaces(g, rows, pile_values, row, count, dues):
                    searched += g[PILES]
                    from_step.append(step[row])
                    step_move.append(filler)
                    step[row] = len(from_step) - 1
                if stock_is_open(g, rows, row * length):
                    scores[row] = evaluate(g, rows, pile_values, row, 0, dues)[2]
                    queue.append((-scores[row], row))
        if len(queue) == 0 or searched >= budget:
            if left_out or len(queue) > 0:
                outcome = UNKNOWN
            else:
                outcome = EXHAUSTED if took_shortcut and g[IS_EXACT] == 0 else IMPOSSIBLE
            return outcome, searched, most_home, best_line[::-1]
        heapify(queue)
        count = min(len(queue), width)
        left_out |= len(queue) > width
        steps = [0]
        steps.clear()
        for place in range(count):
            row = heappop(queue)[1]
            at = place * length
            chosen[at : at + length] = rows[row * length : row * length + length]
            line = [0]
            line.clear()
            number = step[row]
            while number >= 0:
                line.append(step_move[number])
                number = from_step[number]
            kept = -1 - number
            turn_stock(g, chosen, at)
            line.reverse()
            line.append(DRAWN)
            safe = safe_pile(g, chosen, at)
            while safe >= 0:
                took_shortcut |= not is_surely_safe(g, chosen, at, safe)
                bring_home(g, chosen, at, safe)
                line.append(safe + 16 * TO_FOUNDATION + 256)
                safe = safe_pile(g, chosen, at)
            for code in line:
                kept_from.append(kept)
                kept_move.append(code)
                kept = len(kept_from) - 1
            steps.append(-1 - kept)
        rows[: count * length] = chosen[: count * length]
        for place in range(count):
            step[place] = steps[place]


@compiled
def fill_spaces(g: Integers, rows: Integers, pile_values: Integers, row: int, trial: int, dues: Integers) -> list[int]:
    """Fill the spaces of a row, from left to right, each with the card that leaves the best score.

    Returns the codes of the moves. A space stays empty if every pile has one card only. The row `trial` is overwritten.
    """
    tops = row * g[ROW] + g[TOPS]
    codes = [0]
    codes.clear()
    for space in range(g[PILES]):
        if rows[tops + space] >= 0:
            continue
        best = -1
        best_score = 0
        for pile in range(g[PILES]):
            card = rows[tops + pile]
            if card < 0 or rows[row * g[ROW] + card] < 0:
                continue
            code = pile + 16 * space + 256
            copy_row(g, rows, pile_values, row, trial)
            changed = play_move(g, rows, trial * g[ROW], code)
            score = evaluate(g, rows, pile_values, trial, changed, dues)[2]
            if best < 0 or score > best_score:
                best = code
                best_score = score
        if best >= 0:
            evaluate(g, rows, pile_values, row, play_move(g, rows, row * g[ROW], best), dues)
            codes.append(best)
    return codes


@compiled
def copy_row(g: Integers, rows: Integers, pile_values: Integers, row: int, to: int) -> None:
    length = g[ROW]
    rows[to * length : (to + 1) * length] = rows[row * length : (row + 1) * length]
    values = PILE_VALUES * (g[PILES] + 1)
    pile_values[to * values : (to + 1) * values] = pile_values[row * values : (row + 1) * values]
