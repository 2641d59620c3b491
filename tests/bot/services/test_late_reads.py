"""What an interaction asks of the dailies is asked within its deadline."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest

from bot.model.daily.contest import daily_contest
from bot.services import StoreError, Turn
from bot.services.dailies import Dailies
from tests.support.daily_room import TODAY
from tests.support.processes import Process

DAILY = daily_contest(TODAY, "tens")

Ask = Callable[[Dailies, Turn], Awaitable[object]]

ASKED: dict[str, Ask] = {
    "its deals": lambda dailies, turn: dailies.of(turn, TODAY),
    "the chain": lambda dailies, turn: dailies.chain(turn, TODAY),
    "the first day": lambda dailies, turn: dailies.first_day(turn),
    "a key": lambda dailies, turn: dailies.reveal_due(turn, TODAY, time.time()),
    "the last key": lambda dailies, turn: dailies.last_revealed(turn),
    "a calendar": lambda dailies, turn: dailies.calendar(turn, TODAY),
    "a fingerprint": lambda dailies, turn: dailies.fingerprints(turn),
    "an attempt": lambda dailies, turn: dailies.enter(turn, DAILY.id, is_ranked=True),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
async def test_no_daily_is_read_after_the_deadline(here: Process, ask: Ask) -> None:
    late = here.turn()
    late.deadline = time.monotonic()
    with pytest.raises(StoreError):
        await ask(here.services.dailies, late)
