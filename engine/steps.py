"""Steps: the moves that one press plays and one undo takes back, as hints suggest them and buttons name them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from engine.draw_on import draws
from engine.game import Game
from engine.moves import DRAW, Move, goes_home
from engine.position import Position, Turn
from engine.solution import Solution, Verdict

Step = tuple[Move, ...]

StepReader = Callable[[Game, str], Step]
"""Reads a text as moves that are legal in their turn."""

_MOST_MOVES = 3
"""The moves of a hint between its draws and the cards that go home: a board can name them."""

_LONGEST_STEP = 50
"""In characters: as many as a button has room for."""

_DRAWS = re.compile(r"draw\*([1-9][0-9]?)")


def hint_step(position: Position, hint: Solution) -> Step:
    """The first moves of a hint, for one press: draws, then a few moves of cards, then all that goes home.

    Without a proof that it wins, it draws no further than a press on *Draw*, and moves at most one card or run.
    """
    line = hint.moves
    is_won = hint.verdict is Verdict.WON
    drawn = _count(_draws, line)
    if position.rules.discards or (drawn and position.turn is not Turn.DRAW):
        return line[:1]
    if drawn and not is_won:
        return line[: min(drawn, len(draws(position)))]
    end = drawn + _count(_moves_cards, line[drawn:][: _MOST_MOVES if is_won else 1])
    end += _count(goes_home, line[end:])
    while len(write_step(line[:end])) > _LONGEST_STEP:
        end -= 1
    return line[:end]


def write_step(step: Step) -> str:
    """Write the moves of a step, and several draws as one.

    >>> write_step((DRAW, DRAW, DRAW))
    'draw*3'
    """
    drawn = _count(_draws, step)
    return "&".join(map(str, (f"draw*{drawn}", *step[drawn:]) if drawn > 1 else step))


def read_step(game: Game, text: str) -> Step:
    """Read a move, or what `write_step` wrote. Raises what `Game.play` raises."""
    first, *others = text.split("&")
    several = _DRAWS.fullmatch(first)
    if not several and not others:
        return (game.find_move(text),)
    played = game.copy()
    played.play(*(["draw"] * int(several[1]) if several else [first]), *others)
    return played.steps[-1]


def _count(is_meant: Callable[[Move], bool], moves: Step) -> int:
    """Count the moves before the first that is not meant."""
    return len(list(takewhile(is_meant, moves)))


def _draws(move: Move) -> bool:
    return move == DRAW


def _moves_cards(move: Move) -> bool:
    return not _draws(move) and not goes_home(move)
