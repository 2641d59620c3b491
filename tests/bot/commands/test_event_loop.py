"""Long games do not block the event loop, and so everybody else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.card_room import CardRoom
from tests.support.long_games import counting_steps
from tests.support.long_turns import TURNS, Act, long_room

MOST_STEPS = 300
"""The most steps of the engine in the loop's thread: boards take a few dozen, and a long game thousands."""


@pytest.fixture
async def room(path: Path) -> AsyncIterator[CardRoom]:
    async with long_room(path) as opened:
        yield opened


@pytest.mark.parametrize(("before", "turn"), TURNS.values(), ids=TURNS)
async def test_a_turn_of_a_long_game_does_not_hold_up_others(room: CardRoom, before: Act, turn: Act) -> None:
    await before(room)
    with counting_steps() as steps:
        await turn(room)
    assert steps[0] < MOST_STEPS
