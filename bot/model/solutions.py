"""Questions to the solver, and what its answers mean for a whole game: plain values.

Nothing here imports `engine.solver`: with Numba that takes a second and 150 MB, which is for the worker alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import Game, Move, Position, Solution


@dataclass(frozen=True)
class Reached:
    """A position, named by its deal and the moves that lead to it."""

    variant: str
    deal: int
    options: Mapping[str, str]
    moves: tuple[Move, ...]

    @classmethod
    def in_game(cls, game: Game, count: int | None = None) -> Reached:
        """The position after the first `count` moves of a game, by default after all."""
        return cls(game.variant.name, game.deal, game.options, game.moves[:count])

    def position(self) -> Position:
        return Game.new(self.variant, self.deal, self.options).position.path(*self.moves)[-1]


@dataclass(frozen=True)
class BlindGuess(Solution):
    """How to continue, judged without a search because the solver had no time."""


def first_move(
    game: Game, line: tuple[Move, ...] = (), is_barred: Callable[[Move], bool] = lambda _: False
) -> Move | None:
    """The first move of a line or of the board's list that leads to a new position; if none does, the first.

    None if all are barred.
    """
    moves = [move for move in (*line[:1], *game.listed_moves()) if not is_barred(move)]
    seen = game.positions
    return next((move for move in moves if game.position.play(move) not in seen), next(iter(moves), None))


@dataclass(frozen=True)
class Analysis:
    """Up to which move a game could still be won, as far as that is proven.

    After `winnable_until` moves, playing `way` wins; None if no win was found. After `lost_from` moves, and ever after,
    it cannot be won; None if no loss was proven.
    """

    winnable_until: int | None = None
    way: tuple[Move, ...] = ()
    lost_from: int | None = None

    def along_way(self, game: Game, step: int) -> Game:
        """The analysed game after this many moves of the way, or after all; each move is a step."""
        reached = Game.new(game.variant.name, game.deal, game.options)
        for move in (*game.moves[: self.winnable_until], *self.way[:step]):
            reached.play(move)
        return reached
