"""Discord in your browser, driven through its terminal."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.client import SolitaireClient
from bot.app.local.simcord_patches import use_real_ids
from bot.app.local.terminal import format_time
from bot.app.local.world import World
from bot.model.solutions import Reached
from bot.store import ClaimStore, Database, ProofStore
from engine import Solution, Verdict
from tests.support.shown import readable


@asynccontextmanager
async def running(database: Database) -> AsyncIterator[World]:
    world = World(database)
    async with world.open(0):
        yield world


async def test_each_person_plays_one_game_in_both_servers(database: Database) -> None:
    async with running(database) as world:
        assert "alice · Tens · deal 8" in await world.answer("/solitaire start tens deal:8")
        assert "bob · Dimes · deal 9" in await world.answer("/solitaire start dimes deal:9", "bob", "patience")
        assert "bob · Dimes · deal 9" in await world.answer("/solitaire show", "bob")
        assert "alice · Tens · deal 8" in await world.answer("/solitaire show", channel="patience")


async def test_a_slow_machine_gets_the_time_it_needs(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes twenty seconds: the start of the bot and each interaction."""
    loop = asyncio.get_running_loop()
    read, slowness = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: read() + slowness)

    def slow(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def work_slowly(*arguments: Any) -> Any:
            nonlocal slowness
            slowness += 20.0
            await asyncio.sleep(0.01)
            return await work(*arguments)

        return work_slowly

    for name in ("setup_hook", "begin_interaction"):
        monkeypatch.setattr(SolitaireClient, name, slow(getattr(SolitaireClient, name)))
    async with running(database) as world:
        assert "alice · Tens · deal 8" in await world.answer("/solitaire start tens deal:8")
        assert "2 of 52" in await world.answer("press 4")
    assert slowness == 60.0


async def test_a_start_waits_while_another_process_uploads_the_emoji(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.startup.EMOJI_POLL_SECONDS", 0.1)
    monkeypatch.setattr("bot.app.startup.UPLOAD_SECONDS", 0.5)
    await ClaimStore(database).claim("emoji", "a process that was killed", 0.5)
    async with asyncio.timeout(120), running(database) as world:
        assert "deal 8" in await world.answer("/solitaire start tens deal:8")


async def test_only_what_a_person_saw_in_a_channel_can_be_pressed_there(database: Database) -> None:
    async with running(database) as world:
        await world.answer("/solitaire start tens deal:8", channel="patience")
        for name, channel in (("alice", "solitaire"), ("bob", "patience")):
            missing = f"There is no button “menu” on what you were shown in #{channel}"
            assert missing in await world.answer("press menu", name, channel)
        assert "[Close menu]" in await world.answer("press menu", channel="patience")


async def test_nothing_on_a_deleted_message_can_be_pressed(database: Database) -> None:
    async with running(database) as world:
        await world.answer("/solitaire start tens deal:8")
        assert "[Close menu]" in await world.answer("press menu")
        await world.answer("/solitaire show")  # deletes the board with the open menu
        assert "There is no button “close menu”" in await world.answer("press close menu")


async def test_alice_manages_the_card_room_and_bob_the_tea_house(database: Database) -> None:
    async with running(database) as world:
        for who, channel in (("alice", "solitaire"), ("bob", "patience")):
            said = await world.answer("/solitaire-admin announce", who, channel)
            assert "I don't post the dailies in this server yet." in said
        for who, channel in (("bob", "solitaire"), ("alice", "patience")):
            said = await world.answer("/solitaire-admin announce", who, channel)
            assert said == "Command '/solitaire-admin' is not visible to this user here."


async def test_announcements_show_once_in_their_channels_and_can_be_pressed(database: Database) -> None:
    async with running(database) as world:
        for who, channel in (("alice", "solitaire"), ("bob", "patience")):
            said = await world.answer(f"/solitaire-admin announce channel:{channel} hour:0", who, channel)
            assert f"post the dailies in #{channel}" in said
        said = await world.answer("tomorrow")
        assert re.findall(r"\n\nIn #(\w+):\nToday's pick: ", said) == ["solitaire", "patience"]
        assert "daily for" in await world.answer("press play", "bob", "patience")
        assert "daily for" in await world.answer("press play")
        assert "Today's pick" not in await world.answer("/solitaire help")


class Sleeper(SolitaireClient):
    """Sleeps for a while in a task of its own."""

    has_woken = False

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self.sleeping = asyncio.create_task(self.sleep())

    async def sleep(self) -> None:
        await self._services.sleep(50.0)
        Sleeper.has_woken = True


async def test_tasks_that_sleep_delay_no_answer(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord would wait for tasks that sleep for less than a minute."""
    monkeypatch.setattr("bot.app.local.world.SolitaireClient", Sleeper)
    async with running(database) as world:
        await world.answer("/solitaire help")
        assert not Sleeper.has_woken


async def test_tomorrow_moves_the_bot_to_the_next_day(database: Database) -> None:
    async with running(database) as world:
        today = datetime.now(UTC)
        days = [await world.answer("tomorrow"), await world.answer("tomorrow")]
        for number, said in enumerate(days, start=1):
            day = (today + timedelta(days=number)).replace(hour=0, minute=0)
            assert said == f"It is now {format_time(day)}."
        in_two_days = today + timedelta(days=2)
        shown = readable(await world.answer("/solitaire daily tens"))
        assert f"daily for {in_two_days:%b} {in_two_days.day}, {in_two_days:%Y}" in shown


class Oracle:
    """Finds every deal of Diplomat winnable, which is proven first, and no other."""

    async def solve(self, reached: Reached, budget: int) -> Solution:
        assert budget > 0
        await asyncio.sleep(0)
        return Solution(Verdict.WON if reached.variant == "diplomat" else Verdict.UNKNOWN)

    async def close(self) -> None:
        pass


async def test_dailies_are_proven_in_the_background_and_others_come_from_the_list(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.proving.SolverProcess", lambda **_: Oracle())
    monkeypatch.setattr("bot.services.proving.wins", lambda *_: True)
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    world = World(database, is_proving=True)
    async with world.open(0):
        assert "winnable · started" in readable(await world.answer("/solitaire daily tens"))
        assert "from my list" in readable(await world.answer("/solitaire fair game:tens"))
        proofs = ProofStore()
        while (tomorrow, "tens") not in (found := await proofs.of(database, tomorrow, tomorrow)):
            await asyncio.sleep(0.01)
        assert found[tomorrow, "diplomat"].moves is not None
        await world.answer("tomorrow")
        for line in ("/solitaire move give up", "press Give up"):
            await world.answer(line)
        assert "winnable · started" in readable(await world.answer("/solitaire daily tens"))
        for line in ("/solitaire move give up", "press Give up"):
            await world.answer(line)
        assert "winnable · started" in readable(await world.answer("/solitaire daily diplomat"))


async def test_a_game_survives_days_and_restarts(database: Database) -> None:
    async with running(database) as world:
        await world.answer("/solitaire start tens deal:8")
        await world.answer("tomorrow")
        assert "2 of 52 discarded" in await world.answer("press 4")
        await world.answer("/solitaire show")
    async with running(database) as world:
        assert "2 of 52 discarded" in await world.answer("/solitaire show")
        assert "0 of 52 discarded" in await world.answer("press undo"), (
            "the board is live, though it is yesterday again"
        )
        await world.answer("tomorrow")
        assert "2 of 52 discarded" in await world.answer("press redo")


def test_two_runs_at_the_same_moment_have_different_ids() -> None:
    """Each “tomorrow” moves the clock to the same time of day, and the database remembers past interactions."""
    moment, made = datetime(2026, 11, 22, 0, 1, tzinfo=UTC), []
    for _ in range(2):
        env: Any = SimpleNamespace(backend=SimpleNamespace())
        use_real_ids(env, lambda: moment)
        ids = [env.backend.snowflake() for _ in range(3)]
        assert ids == sorted(ids)
        made += ids
    assert len(set(made)) == len(made)


async def test_people_and_channels_are_the_same_in_every_run(database: Database) -> None:
    """They are those of earlier versions too, so that local games are kept."""
    rooms = World(database)._rooms.values()  # noqa: SLF001
    ids = [(room.channel.id, *(member.id for member in room.members.values())) for room in rooms]
    alice, bob = 1456074443980800006, 1456074443980800007
    assert ids == [(1456074443980800005, alice, bob), (1456074443980800011, alice, bob)]
