"""Estimates say only what was measured."""

from __future__ import annotations

import pytest

from bot.model import estimates
from bot.model.daily.deals import METHODS
from bot.model.estimates import LEAST_SEARCHED, MEASURED, QUARTERS, Estimate, estimate
from engine import VARIANTS, Game

SOLVER = METHODS["dimes"].solver
CELLS = ((40, 6), (30, 2), (LEAST_SEARCHED - 1, 1), (20, 0))


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "MEASURED", {"dimes": (SOLVER, CELLS)})


def after_draws(draws: int, **options: str) -> Game:
    game = Game.new("dimes", 8, options)
    for _ in range(draws):
        game.play("draw")
    return game


def test_an_estimate_is_of_the_same_quarter_of_the_stock() -> None:
    stock = Game.new("dimes", 8).view().stock
    assert stock % QUARTERS == 0
    quarter = stock // QUARTERS
    assert [estimate(after_draws(draws)) for draws in (0, quarter - 1, quarter, 3 * quarter, stock)] == [
        Estimate(40, 6),
        Estimate(40, 6),
        Estimate(30, 2),
        Estimate(20, 0),
        Estimate(20, 0),
    ]


def test_there_is_no_estimate_from_too_few_positions() -> None:
    assert estimate(after_draws(50)) is None


def test_there_is_no_estimate_for_a_game_that_was_not_measured() -> None:
    assert estimate(after_draws(0, tens="deck")) is None
    assert estimate(Game.new("diplomat", 8)) is None


def test_a_table_that_another_solver_measured_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "MEASURED", {"dimes": (SOLVER + 1, CELLS)})
    assert estimate(after_draws(0)) is None


def test_the_table_is_of_games_that_exist_and_counts_no_more_wins_than_positions() -> None:
    titles = {
        " ".join([variant.name, *(f"{option}={value}" for option, value in options.items())])
        for variant in VARIANTS.values()
        for options in variant.option_sets()
    }
    assert set(MEASURED) <= titles
    for _, row in MEASURED.values():
        assert len(row) == QUARTERS
        assert all(0 <= won <= searched for searched, won in row)
