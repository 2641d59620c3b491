"""The local Discord, without its pages' browser."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import simcord

from bot.app.client import SolitaireClient
from bot.app.local.simcord_patches import use_real_ids
from bot.app.local.world import World
from bot.model.solutions import Reached
from bot.store import Claim, Database, ProofStore
from engine import Solution, Verdict
from tests.support.guest import Guest, MovableClock


@asynccontextmanager
async def running(database: Database, clock: MovableClock | None = None) -> AsyncIterator[World]:
    world = World(database, present=clock or MovableClock())
    async with world.open(0):
        yield world


async def test_each_person_plays_one_game_in_both_servers(database: Database) -> None:
    async with running(database) as world:
        assert "alice · Tens · deal 8" in (await Guest(world).say("start", game="tens", deal="8")).text
        bob_elsewhere = Guest(world, "bob", "patience")
        assert "bob · Dimes · deal 9" in (await bob_elsewhere.say("start", game="dimes", deal="9")).text
        assert "bob · Dimes · deal 9" in (await Guest(world, "bob").say("show")).text
        assert "alice · Tens · deal 8" in (await Guest(world, channel="patience").say("show")).text


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
        alice = Guest(world)
        assert "alice · Tens · deal 8" in (await alice.say("start", game="tens", deal="8")).text
        assert "**2** of 52" in (await alice.press("4")).text
    assert slowness == 60.0


async def test_a_start_waits_while_another_process_uploads_the_emoji(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.startup.EMOJI_POLL_SECONDS", 0.1)
    monkeypatch.setattr("bot.app.client.UPLOAD_SECONDS", 0.5)
    await Claim(database, "emoji", 0.5).make()  # in a process that was killed
    async with asyncio.timeout(120), running(database) as world:
        assert "deal 8" in (await Guest(world).say("start", game="tens", deal="8")).text


async def test_alice_manages_the_card_room_and_bob_the_tea_house(database: Database) -> None:
    async with running(database) as world:
        for who, channel in (("alice", "solitaire"), ("bob", "patience")):
            said = await Guest(world, who, channel).call("solitaire-admin announce")
            assert "I don't post the dailies in this server yet." in said.text
        for who, channel in (("bob", "solitaire"), ("alice", "patience")):
            with pytest.raises(simcord.SetupError, match="not visible to this user"):
                await Guest(world, who, channel).call("solitaire-admin announce")


async def test_announcements_show_in_their_channels_and_can_be_pressed(database: Database) -> None:
    clock = MovableClock()
    async with running(database, clock) as world:
        for who, channel in (("alice", "solitaire"), ("bob", "patience")):
            await Guest(world, who, channel).call("solitaire-admin announce", channel=channel, hour=0)
        clock.go_to_tomorrow()
        await world.redraw()
        for who, channel in (("alice", "solitaire"), ("bob", "patience")):
            guest = Guest(world, who, channel)
            announced = guest.messages()[-1]
            assert "Today's table" in announced.text
            play, _ = announced.buttons
            assert "daily for" in (await guest.press(play)).text


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
        await Guest(world).say("help")
        assert not Sleeper.has_woken


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
    clock = MovableClock()
    world = World(database, is_proving=True, present=clock)
    async with world.open(0):
        alice = Guest(world)
        assert "winnable · started" in (await alice.say("daily", game="tens")).text
        assert "from my list" in (await alice.say("fair")).text
        proofs = ProofStore()
        while (tomorrow, "tens") not in (found := await proofs.of(database, tomorrow, tomorrow)):
            await asyncio.sleep(0.01)
        assert found[tomorrow, "diplomat"].moves is not None
        clock.go_to_tomorrow()
        for game in ("tens", "diplomat"):
            await alice.say("give-up")
            await alice.press("Give up")
            assert "winnable · started" in (await alice.say("daily", game=game)).text


async def test_a_game_survives_days_and_restarts(database: Database) -> None:
    clock = MovableClock()
    async with running(database, clock) as world:
        await Guest(world).say("start", game="tens", deal="8")
        clock.go_to_tomorrow()
        assert "**2** of 52 discarded" in (await Guest(world).press("4")).text
    clock = MovableClock()
    async with running(database, clock) as world:
        assert "**2** of 52 discarded" in (await Guest(world).say("show")).text
        undone = await Guest(world).press("Undo")
        assert "**0** of 52 discarded" in undone.text, "the board is live, though it is yesterday again"
        clock.go_to_tomorrow()
        assert "**2** of 52 discarded" in (await Guest(world).press("Redo")).text


def test_two_runs_at_the_same_moment_have_different_ids() -> None:
    """A clock may show the same time again, and the database remembers past interactions."""
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
    rooms = World(database).rooms.values()
    ids = [(room.channel.id, *(member.id for member in room.members.values())) for room in rooms]
    alice, bob = 1456074443980800006, 1456074443980800007
    assert ids == [(1456074443980800005, alice, bob), (1456074443980800011, alice, bob)]
