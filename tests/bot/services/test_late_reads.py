"""What an interaction asks of the dailies is asked within its deadline."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

import pytest

from bot.model.daily.contest import daily_contest
from bot.model.daily.days import start_of
from bot.services import Services, StoreError, Turn
from bot.services.dailies import Dailies
from bot.store import open_database
from tests.support.turns import turn_of

ALICE = 1
TODAY = date(2026, 11, 21)
DAILY = daily_contest(TODAY, "tens")

Ask = Callable[[Dailies, Turn], Awaitable[object]]

ASKED: dict[str, Ask] = {
    "its deals": lambda dailies, turn: dailies.of(turn, TODAY),
    "the chain": lambda dailies, turn: dailies.chain(turn, TODAY),
    "the first day": lambda dailies, turn: dailies.first_day(turn),
    "a key": lambda dailies, turn: dailies.reveal_due(turn, TODAY, time.time()),
    "the last key": lambda dailies, turn: dailies.last_revealed(turn),
    "the games of a month": lambda dailies, turn: dailies.games(turn, TODAY),
    "a fingerprint": lambda dailies, turn: dailies.fingerprints(turn),
    "an attempt": lambda dailies, turn: dailies.enter(turn, DAILY.id, is_ranked=True),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
async def test_nothing_is_asked_of_the_dailies_after_the_deadline(tmp_path: Path, ask: Ask) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'patience.sqlite3'}")
    services = Services(database, clock=lambda: float(start_of(TODAY)))
    late = turn_of(services, ALICE, 1)
    late.deadline = time.monotonic()
    with pytest.raises(StoreError):
        await ask(services.dailies, late)
    services.pictures.close()
    await database.close()
