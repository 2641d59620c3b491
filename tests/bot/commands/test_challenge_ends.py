"""The ends of challenges, and what their cards say then."""

from __future__ import annotations

import pytest

from bot.model.challenge import OPEN_SECONDS
from tests.support.card_room import CardRoom
from tests.support.challenge_room import card, open_challenge, press, shown
from tests.support.daily_room import play_on
from tests.support.kinds import ask


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_card_says_so_when_its_time_is_over(noon: CardRoom, *, restarts: bool) -> None:
    await open_challenge(noon, player=noon.bob.user)
    await press(noon, "Play")
    await play_on(noon, seconds=2)
    if restarts:
        await noon.restart()
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
    assert "💤 bob · didn't play" in shown(noon)
    assert list(card(noon).buttons) == ["Rematch"]


async def test_one_challenge_whose_card_cannot_be_drawn_does_not_keep_others_from_ending(noon: CardRoom) -> None:
    await open_challenge(noon)
    await ask(noon.url, "UPDATE challenges SET dealt = 'unreadable'")
    await open_challenge(noon)
    noon.advance_clock(OPEN_SECONDS)
    await noon.pass_time(61)
    assert "Ended <t:" in shown(noon)
