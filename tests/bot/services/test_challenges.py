"""Challenges: everyone plays the same deal once, and the card has the result of each attempt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.model.badges import Badge
from bot.model.challenge import OPEN_SECONDS, CardPlace, Duels, Placing
from bot.model.errors import StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.store import Change, Connection
from bot.store.queries import queries
from engine import PatienceError, Status
from engine.winnable import winnable_deals
from tests.support.card_room import wait_until_written
from tests.support.challenge_process import ALICE, BOB, CAROL, NOON, Process, alone, by, clock, elsewhere, numbers
from tests.support.kinds import ask, on_both
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

__all__ = ["alone", "clock", "elsewhere"]


async def test_everyone_plays_one_winnable_deal_and_the_card_ranks_them(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    first = await alone.enter(ALICE, challenge_id)
    assert first.game.deal in winnable_deals("tens", {})
    await alone.play(ALICE, most=3)
    assert [(entry.name, entry.home) for entry in (await alone.find(challenge_id)).entries] == [
        ("alice", (await GamesInTurns.of(alone.services).current(ALICE.id)).game.home),
        ("bob", None),
    ]
    await alone.play(ALICE)
    assert (await alone.find(challenge_id)).winners(alone.clock.now) == []
    second = await alone.enter(BOB, challenge_id)
    assert second.game.dealt == first.game.dealt
    await alone.play(BOB, most=1)
    await alone.give_up(BOB)
    found = await alone.find(challenge_id)
    assert [(rank, entry.name) for rank, entry in found.ranking()] == [(1, "alice"), (2, "bob")]
    assert [entry.name for entry in found.winners(alone.clock.now)] == ["alice"]
    assert await alone.services.challenges.duels(by(alone.services, ALICE), BOB.id) == Duels(won=1)
    assert await alone.services.challenges.duels(by(alone.services, BOB), ALICE.id) == Duels(lost=1)


async def test_a_challenge_counts_for_no_leaderboard_of_the_dailies(alone: Process) -> None:
    await alone.enter(ALICE, await alone.open())
    await alone.play(ALICE)
    assert await alone.services.leaderboards.results(turn_of(alone.services, ALICE.id)) == []
    assert await alone.services.leaderboards.streaks(turn_of(alone.services, ALICE.id), ALICE.id) is None


async def test_nobody_has_a_second_attempt_even_after_deleting_their_data(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    await alone.enter(BOB, challenge_id)
    await alone.play(BOB, most=2)
    with pytest.raises(PatienceError, match="already played"):
        await alone.enter(BOB, challenge_id)
    await alone.services.privacy.delete(turn_of(alone.services, BOB.id))
    assert (await alone.find(challenge_id)).entry(BOB.id) is None
    with pytest.raises(PatienceError, match="already played"):
        await alone.enter(BOB, challenge_id)
    await alone.enter(CAROL, challenge_id)


async def test_a_challenge_is_open_for_a_day_and_who_runs_out_of_time_loses(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    await alone.enter(ALICE, challenge_id)
    await alone.play(ALICE, most=1)
    await alone.give_up(ALICE)
    await alone.enter(BOB, challenge_id)
    alone.clock.now = NOON + OPEN_SECONDS - 1
    assert (await alone.find(challenge_id)).winners(alone.clock.now) == []
    alone.clock.now += 1
    for late in (
        alone.enter(CAROL, challenge_id),
        alone.services.challenges.join(by(alone.services, CAROL, next(numbers)), challenge_id),
    ):
        with pytest.raises(PatienceError, match="is over"):
            await late
    await alone.play(BOB)
    found = await alone.find(challenge_id)
    assert [entry.name for entry in found.winners(alone.clock.now)] == ["alice"]
    assert [(entry.name, entry.score is None) for entry in found.players] == [("alice", False), ("bob", True)]
    assert await alone.services.challenges.duels(by(alone.services, BOB), ALICE.id) == Duels(lost=1)


async def test_an_entry_can_be_declined_and_taken_back(alone: Process) -> None:
    challenges, challenge_id = alone.services.challenges, await alone.open(named=BOB)
    with pytest.raises(PatienceError, match="Only invited players"):
        await challenges.decline(by(alone.services, CAROL, next(numbers)), challenge_id)
    await challenges.decline(by(alone.services, BOB, next(numbers)), challenge_id)
    await challenges.join(by(alone.services, CAROL, next(numbers)), challenge_id)
    with pytest.raises(PatienceError, match="in already"):
        await challenges.join(by(alone.services, CAROL, next(numbers)), challenge_id)
    found = await alone.find(challenge_id)
    assert [(entry.name, entry.is_declined) for entry in found.entries] == [
        ("alice", False),
        ("bob", True),
        ("carol", False),
    ]
    await alone.enter(BOB, challenge_id)
    with pytest.raises(PatienceError, match="Only invited players"):
        await challenges.decline(by(alone.services, BOB, next(numbers)), challenge_id)
    assert not any(entry.is_declined for entry in (await alone.find(challenge_id)).entries)


async def test_a_rematch_is_dealt_once_to_the_same_people(alone: Process, elsewhere: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    for who in (ALICE, BOB):
        with pytest.raises(PatienceError, match="once you've played"):
            await alone.services.challenges.rematch(by(alone.services, who, next(numbers)), challenge_id)
        await alone.enter(who, challenge_id)
        with pytest.raises(PatienceError, match="Finish your own"):
            await alone.services.challenges.rematch(by(alone.services, who, next(numbers)), challenge_id)
        await alone.play(who)
    rematches = await asyncio.gather(
        alone.services.challenges.rematch(by(alone.services, BOB, next(numbers)), challenge_id),
        elsewhere.services.challenges.rematch(by(elsewhere.services, ALICE, next(numbers)), challenge_id),
    )
    assert rematches[0] == rematches[1]
    first, second = await alone.find(challenge_id), rematches[0]
    assert {entry.user_id for entry in second.entries} == {ALICE.id, BOB.id}
    assert second.deal != first.deal
    assert all(entry.may_decline == (entry.user_id != second.challenger.user_id) for entry in second.entries)  # type: ignore[union-attr]


async def test_challenges_that_nobody_has_played_are_deleted_a_week_after_their_end(
    alone: Process, elsewhere: Process, url: str
) -> None:
    unplayed, played, recent = await alone.open(named=BOB), await alone.open(), await alone.open()
    await alone.enter(CAROL, played)
    alone.clock.now = NOON + OPEN_SECONDS + 6 * 24 * 3600
    fresh = await alone.open(named=BOB)
    await alone.services.challenges.join(by(alone.services, CAROL, next(numbers)), fresh)
    assert (await alone.find(recent)).id == recent
    alone.clock.now += 2 * 24 * 3600
    newest = await elsewhere.open()
    await wait_until_written(elsewhere.database)
    assert {row[0] for row in await ask(url, "SELECT id FROM challenges")} == {played, fresh, newest}
    assert {row[0] for row in await ask(url, "SELECT challenge_id FROM entries")} == {played, fresh, newest}
    with pytest.raises(PatienceError, match="don't know this challenge any more"):
        await alone.find(unplayed)


async def test_challenges_that_were_played_are_passed_over_once_to_find_those_that_were_not(
    alone: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.challenges._OPENED_BETWEEN_CLEANUPS", 1)
    monkeypatch.setattr("bot.store.challenges._MOST_SWEPT", 2)
    for who in (ALICE, BOB, CAROL):
        await alone.enter(who, await alone.open())
        alone.clock.now += 1
    unplayed = await alone.open()
    alone.clock.now += OPEN_SECONDS + 8 * 24 * 3600
    read: list[int] = []
    ended_challenges = queries.ended_challenges

    async def counted(connection: Connection, **named: int) -> AsyncIterator[tuple[int, ...]]:
        async for row in ended_challenges(connection, **named):
            read.append(row[0])
            yield row

    monkeypatch.setattr(queries, "ended_challenges", counted)
    await alone.open()
    await wait_until_written(alone.database)
    with pytest.raises(PatienceError, match="don't know this challenge any more"):
        await alone.find(unplayed)
    before = len(read)
    await alone.open()
    await wait_until_written(alone.database)
    assert len(read) <= before + 1


async def test_a_repeated_interaction_opens_and_enters_once(alone: Process, elsewhere: Process) -> None:
    draft = await alone.services.challenges.draft(by(alone.services, ALICE, 500), "tens", named=BOB, language="en")
    opened = await asyncio.gather(
        *(
            process.services.challenges.open(by(process.services, ALICE, 500), draft)
            for process in (alone, elsewhere, alone)
        )
    )
    assert len({(each.id, each.deal.number) for each in opened}) == 1
    started = await asyncio.gather(
        *(process.enter(ALICE, opened[0].id, 501) for process in (alone, elsewhere, alone)), return_exceptions=True
    )
    games = [each for each in started if isinstance(each, UserGame)]
    assert len({game.id for game in games}) == 1
    assert all(isinstance(each, StaleBoardError) for each in started if not isinstance(each, UserGame))


async def test_two_processes_begin_one_attempt(url: str, alone: Process, elsewhere: Process) -> None:
    challenge_id = await alone.open()
    await asyncio.gather(*(process.enter(BOB, challenge_id) for process in (alone, elsewhere)), return_exceptions=True)
    assert await ask(url, "SELECT user_id, contest_key FROM games") == [(BOB.id, str(challenge_id))]
    assert len((await alone.find(challenge_id)).entries) == 2


async def test_pressing_play_twice_at_once_begins_one_attempt(url: str, alone: Process) -> None:
    challenge_id = await alone.open()
    await asyncio.gather(*(alone.enter(BOB, challenge_id) for _ in range(2)), return_exceptions=True)
    assert await ask(url, "SELECT user_id, contest_key FROM games") == [(BOB.id, str(challenge_id))]
    assert len((await alone.find(challenge_id)).entries) == 2


async def test_the_deal_stays_secret_until_the_challenge_is_over(alone: Process) -> None:
    challenge_id = await alone.open()
    begun = await alone.enter(ALICE, challenge_id)
    deal = f"|{begun.game.deal}|"
    await alone.play(ALICE)
    assert deal not in (await alone.services.privacy.export(turn_of(alone.services, ALICE.id))).content.decode()
    with pytest.raises(PatienceError, match="Others can still play this deal"):
        await alone.services.solving.analysable(turn_of(alone.services, ALICE.id))
    alone.clock.now = NOON + OPEN_SECONDS
    assert deal in (await alone.services.privacy.export(turn_of(alone.services, ALICE.id))).content.decode()
    await alone.services.solving.analysable(turn_of(alone.services, ALICE.id))


async def test_an_export_has_the_entries_of_its_user_alone(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    exported = (await alone.services.privacy.export(turn_of(alone.services, BOB.id))).content.decode()
    assert str(challenge_id) in exported
    assert '"role": "named"' in exported
    assert "alice" not in exported


async def test_the_place_of_a_card_is_remembered(alone: Process) -> None:
    challenge_id = await alone.open()
    assert (await alone.find(challenge_id)).place is None
    place = CardPlace(None, 7, 8)
    await alone.services.challenges.place(by(alone.services), challenge_id, place)
    assert (await alone.find(challenge_id)).place == place
    assert place.url == "https://discord.com/channels/@me/7/8"


async def test_an_attempt_on_the_shelf_that_is_given_up_counts(alone: Process) -> None:
    challenge_id = await alone.open()
    begun = await alone.enter(ALICE, challenge_id)
    await GamesInTurns.of(alone.services).start(ALICE.id, NewGame("dimes", 8), next(numbers))
    (shelved,) = await alone.services.shelf.of(by(alone.services, ALICE))
    assert shelved.board == begun.board
    assert shelved.is_at_stake(alone.clock.now)
    changed: list[Change] = []
    alone.services.games.on_change(lambda _, change: changed.append(change))
    await alone.services.shelf.give_up(turn_of(alone.services, ALICE.id, next(numbers)), shelved.board)
    entry = (await alone.find(challenge_id)).entry(ALICE.id)
    assert entry is not None
    assert entry.score is not None
    assert [each.after.id for each in changed] == [begun.id]


async def test_who_wins_a_challenge_by_its_last_result_has_come_from_behind(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    await alone.enter(ALICE, challenge_id)
    await alone.play(ALICE, most=3)
    first = await alone.give_up(ALICE)
    await alone.enter(BOB, challenge_id)
    last = await alone.play(BOB)
    assert last.game.status is Status.WON
    endings = alone.services.endings
    assert Badge.COMEBACK in (await endings.for_board(by(alone.services), last, None)).badges
    assert (await endings.for_board(by(alone.services), first, None)).badges == []


async def test_who_gives_up_last_with_the_most_cards_earns_no_badge(alone: Process) -> None:
    challenge_id = await alone.open("dimes", named=BOB)
    await alone.enter(ALICE, challenge_id)
    await alone.give_up(ALICE)
    await alone.enter(BOB, challenge_id)
    alone.clock.now += 60
    last = await alone.give_up(BOB)
    ending = await alone.services.endings.for_board(by(alone.services), last, None)
    assert isinstance(ending.summary, Placing)
    assert ending.summary.rank is None
    assert ending.badges == []


async def test_who_wins_a_challenge_by_the_first_result_has_not_come_from_behind(alone: Process) -> None:
    challenge_id = await alone.open(named=BOB)
    await alone.enter(BOB, challenge_id)
    won = await alone.play(BOB)
    await alone.enter(ALICE, challenge_id)
    alone.clock.now += 60
    await alone.give_up(ALICE)
    ending = await alone.services.endings.for_board(by(alone.services), won, None)
    assert isinstance(ending.summary, Placing)
    assert ending.summary.rank == 1
    assert Badge.COMEBACK not in ending.badges
