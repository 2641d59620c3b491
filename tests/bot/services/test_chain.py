"""The chain of keys over the life of an installation: begun once, kept through all changes, and followed by another."""

import asyncio
import contextlib
import io
import re
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import date
from pathlib import Path

import pytest

from bot.cli.migrate_database import migrate_database
from bot.cli.new_chain import begin_new_chain
from bot.cli.verify import verify
from bot.model.daily import chain as chains
from bot.model.daily.chain import Chain
from bot.model.daily.days import ONE_DAY, day_of, start_of
from bot.services import Services
from bot.services.dailies import new_chain
from bot.store import DailyStore, Turns, open_database
from tests.support.kinds import on_both

PAGE = Path(__file__).parents[3] / "docs" / "fairness.md"
FIRST = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def real_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin chains from random seeds, as the bot does."""
    monkeypatch.setattr("bot.services.dailies.new_chain", new_chain)


@asynccontextmanager
async def running(url: str, day: date) -> AsyncIterator[Services]:
    database = await open_database(url)
    services = Services(database, clock=lambda: start_of(day) + 12 * 3600.0)
    yield services
    services.pictures.close()
    await database.close()


async def announced(url: str, day: date) -> tuple[date, str] | None:
    """The key that the announcement of this day carries, after playing through the day."""
    async with running(url, day) as services:
        turn = services.turns.background()
        await services.dailies.find(turn, day)
        await services.dailies.reveal_over(turn, services.clock())
        return await services.dailies.last_revealed(turn)


async def chains_of(url: str, day: date) -> list[Chain]:
    async with running(url, day) as services:
        return await services.dailies.chains(services.turns.background())


def holds(later: str, days: int, earlier: str) -> bool:
    """What the page's own lines of Python say about two keys."""
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["chain.py", later, str(days), earlier])
        exec(code, {})  # noqa: S102 - it is what users are told to run
    return {"The chain holds.\n": True, "The chain is BROKEN!\n": False}[printed.getvalue()]


async def test_the_keys_of_a_month_are_one_chain_through_restarts_a_move_and_a_restored_backup(
    path: Path, tmp_path: Path, target: str
) -> None:
    """Each day is another process, so each begins with a restart."""
    url, backup = f"sqlite:///{path}", tmp_path / "backup.sqlite3"
    (chain,) = await chains_of(url, FIRST)
    told: dict[date, str] = {}
    for number in range(31):
        day = FIRST + number * ONE_DAY
        if number == 9:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute(f"VACUUM INTO '{backup}'")
        if number == 12:
            backup.rename(path)
        if number == 20:
            assert await migrate_database(url, target) == 0
            url = target
        found = await announced(url, day)
        if found is not None:
            told.setdefault(*found)
            assert told[found[0]] == found[1]
    assert list(told) == sorted(told)
    assert max(told) == FIRST + 28 * ONE_DAY
    assert FIRST not in told
    earlier = (FIRST, chain.anchor)
    for day, key in told.items():
        assert holds(key, (day - FIRST).days, chain.anchor)
        assert holds(key, (day - earlier[0]).days, earlier[1])
        assert not holds(key[::-1], 1, earlier[1])
        earlier = (day, key)
    assert await verify(url) == 0


@on_both
async def test_processes_that_start_at_once_agree_on_one_seed(url: str) -> None:
    days = [FIRST, FIRST + ONE_DAY] * 3  # some see midnight pass
    first, *others = await asyncio.gather(*(chains_of(url, day) for day in days))
    assert len(first) == 1
    assert others == [first] * 5


async def test_a_chain_that_ends_is_followed_by_another_without_a_gap(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chains, "DAYS", 4)
    anchors = set()
    for number in range(9):
        day = FIRST + number * ONE_DAY
        async with running(f"sqlite:///{path}", day) as services:
            turn = services.turns.background()
            assert len(await services.dailies.find(turn, day)) == (6 if number else 0)
            chain = await services.dailies.chain(turn, day)
            anchors.add(None if chain is None else chain.anchor)
            assert len(await services.dailies.draw(turn, day + ONE_DAY)) == 6
    assert len(anchors - {None}) == 3
    assert await verify(path) == 0


async def test_a_host_can_begin_a_new_chain(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, today = f"sqlite:///{path}", day_of(time.time())
    database = await open_database(url)
    (old,) = await DailyStore().begin_chain(Turns(database).background(), new_chain(FIRST))
    await database.close()
    assert await begin_new_chain(url) == 0
    async with running(url, today) as services:
        turn = services.turns.background()
        first, second = await services.dailies.chains(turn)
        assert first == old
        assert second.anchor in capsys.readouterr().out
        assert await services.dailies.chain(turn, second.begun) == old
        assert await services.dailies.chain(turn, second.begun + ONE_DAY) == second
    assert await verify(path) == 0
