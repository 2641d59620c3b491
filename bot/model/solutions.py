"""What the solver is asked and what it answers: plain values for services and board, and the lines that carry them.

The engine's solver lives in a process of its own (`bot.solver.worker`). Nothing here imports it: with Numba it would
take the bot itself a second and 150 MB.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import Game, Move, Position, Verdict, parse_move
from engine.moves import shared_move

READY = "ready"
"""What the solver's process says once no answer has to wait for Numba."""

CANCEL = "cancel"
"""What it is told when nobody waits any more for the answer to come."""


@dataclass(frozen=True)
class Reached:
    """A position, by the deal and the moves that lead there."""

    variant: str
    deal: int
    options: Mapping[str, str]
    moves: tuple[Move, ...]

    @classmethod
    def in_game(cls, game: Game, count: int | None = None) -> Reached:
        """Where a game stood after so many of its moves; where it stands, if that is not said."""
        return cls(game.variant.name, game.deal, game.options, game.moves[:count])

    def position(self) -> Position:
        """The position itself."""
        return Game.new(self.variant, self.deal, self.options).position.path(*self.moves)[-1]


@dataclass(frozen=True)
class Solution:
    """A verdict, and the moves that win; where nothing is won, moves that bring many cards home, if any were found.

    `positions_searched` is how many positions the search has looked at.
    """

    verdict: Verdict = Verdict.UNKNOWN
    moves: tuple[Move, ...] = ()
    positions_searched: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Analysis:
    """Up to where a game could still be won, in moves played, as far as it is proven.

    It could after `winnable_until` moves, by playing `way` from there; None where nothing of the kind was proven. It
    could not after `lost_from` moves, nor after any more; None where that was not proven.
    """

    winnable_until: int | None = None
    way: tuple[Move, ...] = ()
    lost_from: int | None = None


def write_question(reached: Reached, budget: int) -> str:
    """Ask for the solution of a position, by looking at `budget` positions."""
    moves = list(map(str, reached.moves))
    return json.dumps([reached.variant, reached.deal, dict(reached.options), moves, budget])


def read_question(line: str) -> tuple[Reached, int]:
    """Read what `write_question` wrote.

    >>> reached = Reached("tens", 8, {}, (parse_move("4+8"),))
    >>> read_question(write_question(reached, 1000)) == (reached, 1000)
    True
    """
    variant, deal, options, moves, budget = json.loads(line)
    return Reached(variant, deal, options, tuple(map(parse_move, moves))), budget


def write_answer(verdict: str, moves: tuple[Move, ...], positions_searched: int) -> str:
    """Tell a solution."""
    return json.dumps([verdict, positions_searched, *map(str, moves)])


def read_answer(line: str) -> Solution:
    """Read what `write_answer` wrote.

    >>> read_answer(write_answer("won", (parse_move("4+8"),), 12))
    Solution(verdict=<Verdict.WON: 'won'>, moves=(Discard(piles=(4, 8)),), positions_searched=12)
    """
    verdict, positions_searched, *moves = json.loads(line)
    # Ways are kept, and so are made of the moves that all share.
    return Solution(Verdict(verdict), tuple(shared_move(parse_move(text)) for text in moves), positions_searched)
