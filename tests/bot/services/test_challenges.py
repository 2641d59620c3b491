"""Challenges: everyone plays the same deal once, and the card has the result of each attempt."""

from __future__ import annotations

import asyncio

import pytest

from bot.model.badges import Badge
from bot.model.challenge import OPEN_SECONDS, Duels, Placing
from bot.model.errors import StaleBoardError
from bot.model.game import UserGame
from engine import PatienceError, Status
from tests.support.kinds import ask, on_both
from tests.support.processes import ALICE, BOB, CAROL, NOON, Process

pytestmark = on_both

ONE_DAY = 24 * 60 * 60


async def test_a_challenge_is_open_for_a_day_and_players_who_run_out_of_time_lose(here: Process) -> None:
    challenge_id = await here.open(named=BOB)
    await here.enter(ALICE, challenge_id)
    await here.play(ALICE, most=1)
    await here.give_up(ALICE)
    await here.enter(BOB, challenge_id)
    here.clock.now = NOON + OPEN_SECONDS - 1
    assert (await here.find(challenge_id)).winners(here.clock.now) == []
    here.clock.now += 1
    with pytest.raises(PatienceError, match="is over"):
        await here.enter(CAROL, challenge_id)
    with pytest.raises(PatienceError, match="is over"):
        await here.challenges.join(here.turn(CAROL), challenge_id)
    await here.play(BOB)
    found = await here.find(challenge_id)
    assert [entry.name for entry in found.winners(here.clock.now)] == ["alice"]
    assert [(entry.name, entry.score is None) for entry in found.players] == [("alice", False), ("bob", True)]
    assert await here.challenges.store.duels(here.turn(BOB), ALICE.id) == Duels(lost=1)


async def test_a_rematch_is_dealt_once_to_the_same_people(here: Process, elsewhere: Process) -> None:
    challenge_id = await here.open(named=BOB)
    for who in (ALICE, BOB):
        with pytest.raises(PatienceError, match="once you've played"):
            await here.challenges.rematch(here.turn(who), challenge_id)
        await here.enter(who, challenge_id)
        with pytest.raises(PatienceError, match="Finish your own"):
            await here.challenges.rematch(here.turn(who), challenge_id)
        await here.play(who)
    first, second = await asyncio.gather(
        here.challenges.rematch(here.turn(BOB), challenge_id),
        elsewhere.challenges.rematch(elsewhere.turn(ALICE), challenge_id),
    )
    assert first == second
    assert {entry.user_id for entry in first.entries} == {ALICE.id, BOB.id}
    assert first.deal != (await here.find(challenge_id)).deal
    assert first.maker is not None
    assert [entry.user_id for entry in first.entries if not entry.may_decline] == [first.maker.user_id]


async def test_challenges_that_nobody_has_played_are_deleted_a_week_after_their_end(here: Process, url: str) -> None:
    unplayed, played, recent = await here.open(named=BOB), await here.open(), await here.open()
    await here.enter(CAROL, played)
    here.clock.now = NOON + OPEN_SECONDS + 6 * ONE_DAY
    fresh = await here.open(named=BOB)
    await here.services.cleanup.run(here.clock.now)
    assert (await here.find(recent)).id == recent
    here.clock.now += 1.5 * ONE_DAY
    await here.services.cleanup.run(here.clock.now)
    assert {row[0] for row in await ask(url, "SELECT id FROM challenges")} == {played, fresh}
    assert {row[0] for row in await ask(url, "SELECT challenge_id FROM entries")} == {played, fresh}
    with pytest.raises(PatienceError, match="don't know this challenge any more"):
        await here.find(unplayed)


async def test_unplayed_challenges_are_deleted_however_late_the_cleanup_comes(here: Process, url: str) -> None:
    await here.open(named=BOB)
    here.clock.now = NOON + OPEN_SECONDS + 30 * ONE_DAY
    await here.services.cleanup.run(here.clock.now)
    assert not await ask(url, "SELECT id FROM challenges")


async def test_a_repeated_interaction_opens_and_enters_once(here: Process, elsewhere: Process) -> None:
    deliveries = (here, elsewhere, here)
    draft = await here.challenges.draft(here.turn(ALICE, 500), "tens", named=BOB, language="en")
    opened = await asyncio.gather(*(process.challenges.open(process.turn(ALICE, 500), draft) for process in deliveries))
    assert len({(each.id, each.deal.number) for each in opened}) == 1
    started = await asyncio.gather(
        *(process.enter(ALICE, opened[0].id, 501) for process in deliveries), return_exceptions=True
    )
    games = [each for each in started if isinstance(each, UserGame)]
    assert len({game.id for game in games}) == 1
    assert all(isinstance(each, StaleBoardError) for each in started if not isinstance(each, UserGame))


@pytest.mark.parametrize("is_other_process", [True, False], ids=["two processes", "two presses"])
async def test_playing_twice_at_once_begins_one_attempt(
    url: str, here: Process, elsewhere: Process, *, is_other_process: bool
) -> None:
    challenge_id = await here.open()
    processes = (here, elsewhere if is_other_process else here)
    await asyncio.gather(*(process.enter(BOB, challenge_id) for process in processes), return_exceptions=True)
    assert await ask(url, "SELECT user_id, contest_key FROM games") == [(BOB.id, str(challenge_id))]
    assert len((await here.find(challenge_id)).entries) == 2


async def test_the_deal_stays_secret_until_the_challenge_is_over(here: Process) -> None:
    begun = await here.enter(ALICE, await here.open())
    deal = f"|{begun.game.deal}|"
    await here.play(ALICE)
    assert deal not in await here.export(ALICE)
    with pytest.raises(PatienceError, match="Others can still play this deal"):
        await here.services.solving.analysable(here.turn(ALICE))
    here.clock.now = NOON + OPEN_SECONDS
    assert deal in await here.export(ALICE)
    await here.services.solving.analysable(here.turn(ALICE))


async def test_winning_a_challenge_with_its_last_result_is_a_comeback(here: Process) -> None:
    challenge_id = await here.open(named=BOB)
    await here.enter(ALICE, challenge_id)
    await here.play(ALICE, most=3)
    first = await here.give_up(ALICE)
    await here.enter(BOB, challenge_id)
    last = await here.play(BOB)
    assert last.game.status is Status.WON
    endings = here.services.endings
    assert Badge.COMEBACK in (await endings.for_board(here.turn(), last, None)).badges
    assert (await endings.for_board(here.turn(), first, None)).badges == []


async def test_winning_a_challenge_with_its_first_result_is_no_comeback(here: Process) -> None:
    challenge_id = await here.open(named=BOB)
    await here.enter(BOB, challenge_id)
    won = await here.play(BOB)
    await here.enter(ALICE, challenge_id)
    here.clock.now += 60
    await here.give_up(ALICE)
    ending = await here.services.endings.for_board(here.turn(), won, None)
    assert isinstance(ending.summary, Placing)
    assert ending.summary.rank == 1
    assert Badge.COMEBACK not in ending.badges
