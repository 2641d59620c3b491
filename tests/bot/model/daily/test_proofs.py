"""The filter on a day's candidates, as far as others rely on it."""

from __future__ import annotations

import hashlib

from bot.model.daily.deals import GAMES, METHODS, SOLVER, wins
from engine import Game
from engine.solver import solve

FOUND = {1: "9f9c9b4aacca55c4"}
"""What each solver finds, by its number."""


def test_a_solver_that_finds_something_else_has_another_number() -> None:
    """Else who checks which candidates were passed over would blame the bot for it."""
    found = []
    for variant in METHODS:
        for deal in (1, 2):
            solution = solve(Game.new(variant, deal).position, 10_000)
            moves = " ".join(map(str, solution.moves))
            found.append(f"{variant} {deal} {solution.verdict} {solution.positions_searched} {moves}")
    assert hashlib.sha256("\n".join(found).encode()).hexdigest()[:16] == FOUND[SOLVER]


def test_every_game_is_proven_and_by_the_same_solver() -> None:
    assert set(METHODS) == set(GAMES)
    assert {method.solver for method in METHODS.values()} == {SOLVER}


def test_only_all_of_the_winning_moves_win() -> None:
    solution = solve(Game.new("tens", 13).position, 1)
    moves = [str(move) for move in solution.moves]
    assert wins("tens", 13, " ".join(moves))
    assert not wins("tens", 13, " ".join(moves[:-1]))
    assert not wins("tens", 13, " ".join(moves[1:]))
    assert not wins("tens", 14, " ".join(moves))
    assert not wins("tens", 13, "nonsense")
    assert not wins("chess", 38, "1+2")
