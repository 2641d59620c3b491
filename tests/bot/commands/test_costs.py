"""The cost of an interaction for the rate limits: a command or a word costs as much as a button."""

from __future__ import annotations

import pytest

from tests.support.card_room import CardRoom


@pytest.fixture
def costs(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The costs of all interactions so far."""
    taken: list[float] = []

    def take(_user_id: int, cost: float, *, is_completion: bool) -> None:
        taken.append(cost)
        assert is_completion == (cost < 1)

    monkeypatch.setattr(room.client.limits, "take", take)
    return taken


async def test_a_word_costs_as_much_as_its_button(room: CardRoom, costs: list[float]) -> None:
    board = await room.start("tens", 8)
    await room.press(board, "Hint")
    await room.say("move", move="hint")
    await room.say("move", move="Undo")
    await room.complete("hint")
    assert costs == [1, 4, 4, 1, 0.5]


async def test_a_command_costs_as_much_as_its_button(room: CardRoom, costs: list[float]) -> None:
    board = await room.open_more(await room.start("tens", 8))
    await room.press(board, "Statistics")
    await room.say("stats")
    await room.say("leaderboard")
    assert costs == [1, 1, 1, 3, 3, 2]
