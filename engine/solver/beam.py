"""The search itself: best first within a layer, and from each layer only the best go on to the next.

A layer ends where the stock is turned: a game with 88 cards in the stock has 89 layers. Within one the most promising
rows are played on first, up to a number; of all that were reached the most promising turn the stock. Where no row was
ever left out, the search has seen everything: a game that it has not won then cannot be won.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from engine.solver.compiled import Integers, compiled
from engine.solver.judging import ALL_PILES, NOTES, judge
from engine.solver.rows import bring_home, goes_home, is_surely_safe, move_cards, safe_pile, stock_is_open, turn_stock
from engine.solver.tables import (
    CARDS_IN_PLAY,
    DEALS,
    DOWN,
    DRAWN,
    FOLLOWING,
    IS_EXACT,
    KIND,
    NEXT,
    OFFER,
    PACK,
    PILES,
    ROW,
    RUNS_MOVE,
    RUNS_MOVE_TO_SPACES,
    SEAT,
    TOPS,
)

WON = 1
UNKNOWN = 0
IMPOSSIBLE = -1
EXHAUSTED = -2
"""Nothing was found by the short cuts of a search that is not exact; an exact one may still find something."""

MOST_CHILDREN = 1100
"""More than any row has moves: 104 cards, each with all that lie on it, to ten places."""

_FOUNDATION = 15


@compiled
def search(  # noqa: C901, PLR0912, PLR0915 - the hot loop, compiled as one
    g: Integers,
    rows: Integers,
    chosen: Integers,
    notes: Integers,
    dues: Integers,
    room: int,
    width: int,
    expansions: int,
    budget: int,
) -> tuple[int, int, int, list[int]]:
    """Search on from the row at the start of `rows`, which has room for `room` rows.

    `chosen` has room for `width` rows, `notes` for the notes of `room`, `dues` for a number for each card. In each
    layer `expansions` rows are played on and `width` of those reached go on; the search ends once it has looked at
    `budget` rows. Returns the outcome, how many rows were looked at, the most cards that were home, and the codes of
    the moves that lead there, or to the win.
    """
    length = g[ROW]
    noted = NOTES * (g[PILES] + 1)
    # The steps that led to rows of earlier layers; those of this layer are in `from_step` and `step_move`. A step is
    # known by its number: of this layer from 0, of earlier ones below.
    kept_from = [0]
    kept_move = [0]
    step = [-1]
    value = [0]
    count = 1
    positions_searched = 1
    left_out = False
    took_shortcut = False
    most_home = -1
    best_line = [0]
    best_line.clear()
    while True:
        known = {(0, 0)}
        known.clear()
        ahead = [(0, 0)]
        ahead.clear()
        from_step = [0]
        from_step.clear()
        step_move = [0]
        step_move.clear()
        best = -1
        most_worth = 0
        for row in range(count):
            first, second, value[row], home = judge(g, rows, notes, row, ALL_PILES, dues)
            known.add((first, second))
            heappush(ahead, (-value[row], row))
            if home > most_home or (home == most_home and (best < 0 or value[row] > most_worth)):
                most_home, most_worth, best = home, value[row], row
        left = expansions
        while len(ahead) > 0 and most_home < g[PACK]:
            if left == 0 or count > room - MOST_CHILDREN or positions_searched >= budget:
                left_out = True
                break
            left -= 1
            parent = heappop(ahead)[1]
            at = parent * length
            tops = at + g[TOPS]
            has_stock = rows[at + g[NEXT]] < g[CARDS_IN_PLAY]
            # All spaces are alike, but for where cards are still dealt from left to right.
            space = -1
            all_spaces = g[IS_EXACT] > 0 and g[DEALS] > 0 and has_stock
            for pile in range(g[PILES]):
                if rows[tops + pile] < 0:
                    took_shortcut |= space >= 0 and g[DEALS] > 0 and has_stock
                    space = pile if space < 0 else space
            for pile in range(g[PILES] + 1):
                card = rows[tops + pile]
                cards = 0
                while card >= 0:
                    cards += 1
                    for target in range(g[PILES] + 1):
                        if target == g[PILES]:
                            if cards > 1 or not goes_home(g, rows, at, g[KIND + card]):
                                continue
                        elif target == pile:
                            continue
                        elif rows[tops + target] >= 0:
                            if g[OFFER + g[KIND + rows[tops + target]]] != g[SEAT + g[KIND + card]]:
                                continue
                        elif (
                            (target != space and not all_spaces)
                            or (cards > 1 and not g[RUNS_MOVE_TO_SPACES])
                            or (pile < g[PILES] and rows[at + card] < 0)
                        ):
                            continue
                        positions_searched += 1
                        child = count * length
                        rows[child : child + length] = rows[at : at + length]
                        notes[count * noted : count * noted + noted] = notes[parent * noted : parent * noted + noted]
                        from_step.append(step[parent])
                        changed = 1 << pile
                        if target == g[PILES]:
                            bring_home(g, rows, child, pile)
                            step_move.append(pile + 16 * _FOUNDATION + 256)
                        else:
                            changed |= 1 << target
                            move_cards(g, rows, child, pile, card, target)
                            step_move.append(pile + 16 * target + 256 * cards)
                        safe = safe_pile(g, rows, child)
                        while safe >= 0:
                            took_shortcut |= not is_surely_safe(g, rows, child, safe)
                            bring_home(g, rows, child, safe)
                            from_step.append(len(from_step) - 1)
                            step_move.append(safe + 16 * _FOUNDATION + 256)
                            changed |= 1 << safe
                            safe = safe_pile(g, rows, child)
                        first, second, worth, home = judge(g, rows, notes, count, changed, dues)
                        if (first, second) in known:
                            continue
                        known.add((first, second))
                        if count == len(step):
                            step.append(0)
                            value.append(0)
                        step[count] = len(from_step) - 1
                        value[count] = worth
                        heappush(ahead, (-worth, count))
                        if home > most_home or (home == most_home and (best < 0 or worth > most_worth)):
                            most_home, most_worth, best = home, worth, count
                        count += 1
                    if not g[RUNS_MOVE] or pile == g[PILES]:
                        break
                    under = rows[at + card]
                    if under < 0 or under == rows[at + g[DOWN] + pile]:
                        break
                    card = under if g[FOLLOWING + g[KIND + under]] == g[KIND + card] else -1
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
            return WON, positions_searched, most_home, best_line[::-1]
        ahead = [(-value[row], row) for row in range(count) if stock_is_open(g, rows, row * length)]
        if len(ahead) == 0 or positions_searched >= budget:
            if left_out or len(ahead) > 0:
                outcome = UNKNOWN
            else:
                outcome = EXHAUSTED if took_shortcut and g[IS_EXACT] == 0 else IMPOSSIBLE
            return outcome, positions_searched, most_home, best_line[::-1]
        heapify(ahead)
        count = min(len(ahead), width)
        left_out |= len(ahead) > width
        steps = [0]
        steps.clear()
        for place in range(count):
            row = heappop(ahead)[1]
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
                line.append(safe + 16 * _FOUNDATION + 256)
                safe = safe_pile(g, chosen, at)
            for code in line:
                kept_from.append(kept)
                kept_move.append(code)
                kept = len(kept_from) - 1
            steps.append(-1 - kept)
        rows[: count * length] = chosen[: count * length]
        for place in range(count):
            step[place] = steps[place]
