"""The exact search agrees with a plain one that tries every legal move, and calls nothing on the way to a win lost."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game
from engine.building import BuildingPosition
from engine.solver.exact import LOST, OUT_OF_MEMORY, UNFINISHED, WINNABLE, ExactSearch
from tests.engine.positions import TWO_DECK_GAMES, TWO_DECK_LABELS, WINNING_LINES, played_line, split_options
from tests.engine.solver.small_packs import can_be_won, small_position
from tests.engine.solver.test_unwinding import GAMES as IN_SUIT
from tests.engine.solver.test_unwinding import random_position
from tests.support.thorough import times

LINES = [line for line in WINNING_LINES if (line[0], split_options(line[1])) in TWO_DECK_GAMES]


def search(position: BuildingPosition, most: int = 100_000) -> ExactSearch:
    """Run an exact search to the end, or until it has seen so many rows."""
    exact = ExactSearch(position, most)
    exact.run(most)
    return exact


@pytest.mark.parametrize(("game", "options"), TWO_DECK_GAMES, ids=TWO_DECK_LABELS)
def test_it_agrees_with_a_plain_search_of_small_packs(game: str, options: dict[str, str]) -> None:
    random = Random(f"exact {game}")
    outcomes: Counter[int] = Counter()
    while outcomes.total() < times(12):
        position = small_position(game, options, random)
        is_winnable = can_be_won(position, most=3000)
        if is_winnable is not None:
            outcome = search(position).outcome
            assert outcome == (WINNABLE if is_winnable else LOST), position
            outcomes[outcome] += 1
    assert min(outcomes[WINNABLE], outcomes[LOST]) >= times(1)


@given(st.sampled_from(IN_SUIT), st.randoms(use_true_random=False), st.integers(1, 3), st.integers(8, 20))
def test_it_agrees_with_a_plain_search_of_runs_and_a_waste(
    game: tuple[str, str], random: Random, piles: int, most_left: int
) -> None:
    position = random_position(*game, random, piles=piles, most_left=most_left)
    is_winnable = can_be_won(position, most=2000)
    if is_winnable is not None:
        assert search(position).outcome == (WINNABLE if is_winnable else LOST)


@pytest.mark.parametrize(("name", "option", "deal", "moves"), LINES)
def test_no_position_of_a_winning_line_is_lost(name: str, option: str, deal: str, moves: str) -> None:
    for position in played_line(name, option, deal, moves).positions[::40]:
        assert isinstance(position, BuildingPosition)
        assert search(position, times(600)).outcome != LOST


def test_a_search_may_go_on_step_by_step() -> None:
    position = small_position("dimes", {}, Random(3))
    steps = ExactSearch(position, 100_000)
    while steps.outcome == UNFINISHED:
        steps.run(1)
    whole = search(position)
    assert (steps.outcome, steps.rows_seen) == (whole.outcome, whole.rows_seen)


def test_a_search_without_room_proves_nothing() -> None:
    position = Game.new("dimes", 1).position
    assert isinstance(position, BuildingPosition)
    exact = ExactSearch(position, budget=1)
    exact.run(10_000)
    assert exact.outcome == OUT_OF_MEMORY
