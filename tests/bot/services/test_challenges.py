"""Challenges: everyone plays the same deal once, and the card has what each attempt came to."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from bot.model.badges import Badge
from bot.model.challenge import OPEN_SECONDS, CardPlace, Challenge, Duels, Placing, UnansweredChallengeError
from bot.model.challenge import challenge_id as challenge_name
from bot.model.errors import ChallengeOverError, StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.services import Services, Turn
from bot.services.challenges import Person
from bot.store import Change, Connection, Database, open_database
from bot.store.queries import queries
from engine import PatienceError, Status
from engine.winnable import winnable_deals
from tests.support.card_room import wait_until_written
from tests.support.challenges import open_challenge, open_challenge_on
from tests.support.clock import Clock
from tests.support.kinds import ask, on_both
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

ALICE, BOB, CAROL = Person(1, "alice"), Person(2, "bob"), Person(3, "carol")
NOON = 1_795_262_400
numbers = itertools.count(1000)


def by(services: Services, who: Person = ALICE, interaction_id: int | None = None) -> Turn:
    """A turn of someone's."""
    return turn_of(services, who.id, interaction_id, name=who.name)


@dataclass(frozen=True)
class Process:
    """One of the processes that share a database."""

    services: Services
    clock: Clock
    database: Database

    async def open(self, game: str = "tens", named: Person | None = None) -> int:
        opened = await open_challenge(self.services, by(self.services, ALICE, next(numbers)), game, named=named)
        return opened.id

    async def find(self, challenge_id: int) -> Challenge:
        return await self.services.challenges.find(by(self.services), challenge_id)

    async def enter(self, who: Person, challenge_id: int, number: int | None = None) -> UserGame:
        variant = (await self.find(challenge_id)).deal.variant
        new = NewGame(variant, contest=challenge_name(challenge_id), is_ranked=True)
        return await self.services.games.start(by(self.services, who, next(numbers) if number is None else number), new)

    async def play(self, who: Person, *, most: int = 99, seconds: int = 2) -> UserGame:
        """Play first legal moves, `seconds` apart."""
        current = await GamesInTurns.of(self.services).current(who.id)
        for _ in range(most):
            if current.game.status is not Status.PLAYING:
                break
            self.clock.now += seconds
            current = await GamesInTurns.of(self.services).play(
                who.id, str(current.game.legal_moves()[0]), next(numbers)
            )
        return current

    async def give_up(self, who: Person) -> UserGame:
        return await GamesInTurns.of(self.services).give_up(who.id, next(numbers), is_sure=True)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
async def alone(database: Database, clock: Clock) -> AsyncIterator[Process]:
    services = Services.create(database, clock=clock, solver=SolverHere())
    yield Process(services, clock, database)
    services.pictures.close()


@pytest.fixture
async def elsewhere(url: str, database: Database, clock: Clock) -> AsyncIterator[Process]:
    """A second process with the same database."""
    database = await open_database(url)
    services = Services.create(database, clock=clock, solver=SolverHere())
    yield Process(services, clock, database)
    services.pictures.close()
    await database.close()


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
        with pytest.raises(ChallengeOverError):
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


async def test_a_win_is_the_mark_and_who_knows_the_deal_only_watches(alone: Process) -> None:
    deal = winnable_deals("tens", {})[3]
    services = alone.services
    await GamesInTurns.of(services).start(ALICE.id, NewGame("tens", deal), next(numbers))
    game = await GamesInTurns.of(services).current(ALICE.id)
    with pytest.raises(PatienceError, match="Win this game"):
        await open_challenge_on(services, by(services, ALICE, next(numbers)), game.id)
    won = await GamesInTurns.of(services).current(ALICE.id)
    for seed in range(200):
        won = await alone.play(ALICE)
        if won.game.status is Status.WON:
            break
        deal = winnable_deals("tens", {})[4 + seed]
        await GamesInTurns.of(services).start(ALICE.id, NewGame("tens", deal), next(numbers))
    assert await services.challenges.winner_of(by(services), won.id) == ALICE.id
    opened = await open_challenge_on(services, by(services, ALICE, next(numbers)), won.id, winner=ALICE)
    assert opened.mark is not None
    assert opened.mark.score is not None
    assert opened.mark.score.is_won
    await GamesInTurns.of(services).start(CAROL.id, NewGame("tens", won.game.deal), next(numbers))
    for knowing in (ALICE, CAROL):
        with pytest.raises(PatienceError, match="already know this deal"):
            await alone.enter(knowing, opened.id)
    entered = await alone.enter(BOB, opened.id)
    assert entered.game.dealt == won.game.dealt
    with pytest.raises(PatienceError, match="these very cards"):
        await GamesInTurns.of(services).start(BOB.id, NewGame("tens", won.game.deal), next(numbers))
    final = await alone.play(BOB, seconds=1)
    found = await alone.find(opened.id)
    bob = found.entry(BOB.id)
    assert bob is not None
    assert found.beats_mark(bob) == (final.game.status is Status.WON)


async def test_a_win_whose_player_has_deleted_their_data_is_no_mark_of_a_challenge_that_is_opened_then(
    alone: Process,
) -> None:
    services = alone.services
    won = await GamesInTurns.of(services).start(ALICE.id, NewGame("tens", 13), next(numbers))
    won = await alone.play(ALICE)
    draft = await services.challenges.draft_on(by(services, BOB), won.id, winner=ALICE, language="en")
    await services.privacy.delete(by(services, ALICE))
    with pytest.raises(PatienceError, match="can't be played in a challenge"):
        await services.challenges.open(by(services, BOB, next(numbers)), draft)


async def test_a_game_of_the_same_deal_waits_until_the_attempt_is_over(alone: Process) -> None:
    services, challenge_id = alone.services, await alone.open()
    deal = (await alone.find(challenge_id)).deal.number
    begun = await GamesInTurns.of(services).start(ALICE.id, NewGame("tens", deal), next(numbers))
    await GamesInTurns.of(services).play(ALICE.id, str(begun.game.legal_moves()[0]), next(numbers))
    await alone.enter(ALICE, challenge_id)
    with pytest.raises(PatienceError, match="these very cards"):
        await services.shelf.resume(turn_of(services, ALICE.id, next(numbers)), begun.id)
    assert (await GamesInTurns.of(services).current(ALICE.id)).is_ranked
    await alone.give_up(ALICE)
    assert (await services.shelf.resume(turn_of(services, ALICE.id, next(numbers)), begun.id)).id == begun.id


@pytest.mark.parametrize("other", [NewGame("dimes"), NewGame("dimes", options={"tens": "deck"}), NewGame("diplomat")])
async def test_the_cards_of_an_attempt_are_dealt_in_no_other_game(alone: Process, other: NewGame) -> None:
    """Another game, or other rules, would show in which order the stock lies."""
    services, challenge_id = alone.services, await alone.open("dimes")
    deal = (await alone.find(challenge_id)).deal.number
    before = await GamesInTurns.of(services).start(ALICE.id, replace(other, deal=deal), next(numbers))
    await GamesInTurns.of(services).play(ALICE.id, str(before.game.legal_moves()[0]), next(numbers))
    await alone.enter(ALICE, challenge_id)
    with pytest.raises(PatienceError, match="these very cards"):
        await GamesInTurns.of(services).start(ALICE.id, replace(other, deal=deal), next(numbers))
    with pytest.raises(PatienceError, match="these very cards"):
        await services.shelf.resume(turn_of(services, ALICE.id, next(numbers)), before.id)
    await GamesInTurns.of(services).start(ALICE.id, NewGame("tens", deal), next(numbers))  # one deck is another pack
    await GamesInTurns.of(services).start(BOB.id, replace(other, deal=deal), next(numbers))
    alone.clock.now = NOON + OPEN_SECONDS
    await GamesInTurns.of(services).start(ALICE.id, replace(other, deal=deal), next(numbers))


async def test_two_contests_with_the_same_cards_are_played_one_after_the_other(alone: Process) -> None:
    services, first = alone.services, await alone.open("dimes")
    deal = (await alone.find(first)).deal.number
    shown = await GamesInTurns.of(services).start(BOB.id, NewGame("diplomat", deal), next(numbers))
    second = await open_challenge_on(services, by(services, CAROL, next(numbers)), shown.id)
    await alone.enter(ALICE, first)
    with pytest.raises(PatienceError, match="these very cards"):
        await alone.enter(ALICE, second.id)


async def test_a_random_game_never_has_the_cards_of_an_attempt(alone: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    await alone.enter(ALICE, challenge_id := await alone.open("dimes"))
    deal = (await alone.find(challenge_id)).deal.number
    monkeypatch.setattr("bot.services.games.winnable_deals", lambda *_: (deal, deal + 1))
    for _ in range(4):
        started = await GamesInTurns.of(alone.services).start(ALICE.id, NewGame("diplomat"), next(numbers))
        assert started.game.deal == deal + 1


async def test_a_refused_game_stays_refused_when_its_interaction_comes_again(alone: Process) -> None:
    challenge_id = await alone.open("dimes")
    await alone.enter(ALICE, challenge_id)
    practice = NewGame("diplomat", (await alone.find(challenge_id)).deal.number)
    with pytest.raises(PatienceError, match="these very cards"):
        await GamesInTurns.of(alone.services).start(ALICE.id, practice, 77)
    await alone.give_up(ALICE)
    assert (await GamesInTurns.of(alone.services).start(ALICE.id, practice, 77)).is_ranked


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_whoever_knows_the_cards_of_a_deal_only_watches_even_after_deleting_their_data(
    alone: Process, *, is_deleted: bool
) -> None:
    services = alone.services
    shown = await GamesInTurns.of(services).start(BOB.id, NewGame("dimes", 8), next(numbers))
    await GamesInTurns.of(services).start(ALICE.id, NewGame("diplomat", 8), next(numbers))
    alone.clock.now += 60 * 24 * 3600
    turn = by(services, CAROL, next(numbers))
    opened = await open_challenge_on(services, turn, shown.id)
    if is_deleted:
        await services.privacy.delete(turn_of(services, ALICE.id))
    for later in (3600, 6 * 24 * 3600):
        with pytest.raises(PatienceError, match="already know this deal"):
            await alone.enter(ALICE, opened.id)
        alone.clock.now += later
        turn = by(services, CAROL, next(numbers))
        opened = await open_challenge_on(services, turn, shown.id)
    with pytest.raises(PatienceError, match="already know this deal"):
        await alone.enter(ALICE, opened.id)
    await alone.enter(CAROL, opened.id)


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


async def test_a_player_who_has_not_answered_is_not_asked_again(alone: Process, elsewhere: Process) -> None:
    first = await alone.open(named=BOB)
    with pytest.raises(UnansweredChallengeError, match="haven't answered"):
        await elsewhere.open("dimes", named=BOB)
    await alone.services.challenges.place(by(alone.services), first, CardPlace(5, 6, 7))
    with pytest.raises(UnansweredChallengeError) as refused:
        await alone.open(named=BOB)
    assert refused.value.values["url"] == "https://discord.com/channels/5/6/7"
    await alone.open()
    await alone.open(named=CAROL)
    await open_challenge(alone.services, by(alone.services, BOB, next(numbers)), "tens", named=CAROL)
    await open_challenge(alone.services, by(alone.services, BOB, next(numbers)), "tens", named=ALICE)


@pytest.mark.parametrize("answer", ["plays", "declines", "time"])
async def test_a_player_who_has_answered_may_be_asked_again(alone: Process, answer: str) -> None:
    first = await alone.open(named=BOB)
    await alone.services.challenges.place(by(alone.services), first, CardPlace(5, 6, 7))
    match answer:
        case "plays":
            await alone.enter(BOB, first)
        case "declines":
            await alone.services.challenges.decline(by(alone.services, BOB, next(numbers)), first)
        case _:
            alone.clock.now = NOON + OPEN_SECONDS
    await alone.open(named=BOB)
    with pytest.raises(UnansweredChallengeError):
        await alone.open(named=BOB)


async def test_deleting_ones_data_does_not_allow_to_ask_a_player_again_who_has_not_answered(
    alone: Process, elsewhere: Process
) -> None:
    first = await alone.open(named=BOB)
    await alone.services.challenges.place(by(alone.services), first, CardPlace(5, 6, 7))
    for process in (alone, elsewhere):
        await process.services.privacy.delete(turn_of(process.services, ALICE.id))
        with pytest.raises(UnansweredChallengeError) as refused:
            await process.open(named=BOB)
        assert refused.value.values["url"] == "https://discord.com/channels/5/6/7"
    await open_challenge(alone.services, by(alone.services, CAROL, next(numbers)), "tens", named=BOB)
    await alone.services.challenges.decline(by(alone.services, BOB, next(numbers)), first)
    await alone.open(named=BOB)


async def test_many_challenges_at_once_ask_a_player_once(alone: Process, elsewhere: Process) -> None:
    processes = [alone, elsewhere] * 5
    opened = await asyncio.gather(*(each.open(named=BOB) for each in processes), return_exceptions=True)
    assert sum(isinstance(each, int) for each in opened) == 1
    assert sum(isinstance(each, UnansweredChallengeError) for each in opened) == len(processes) - 1


async def test_a_challenge_whose_card_was_never_posted_is_no_hindrance(alone: Process) -> None:
    await alone.open(named=BOB)
    alone.clock.now += 61
    await alone.open(named=BOB)


async def test_whom_nobody_may_challenge_is_neither_named_nor_invited(alone: Process) -> None:
    services, challenge_id = alone.services, await alone.open(named=BOB)
    for who in (ALICE, BOB, CAROL):
        await alone.enter(who, challenge_id)
        await alone.play(who)
    await services.preferences.change(by(services, BOB, next(numbers)), no_challenges=True)
    with pytest.raises(PatienceError, match="don't want to be challenged"):
        await alone.open(named=BOB)
    rematch = await services.challenges.rematch(by(services, ALICE, next(numbers)), challenge_id)
    assert {entry.name for entry in rematch.entries} == {"alice", "carol"}
    await alone.enter(BOB, rematch.id)
    await services.preferences.change(by(services, BOB, next(numbers)), no_challenges=False)
    await alone.open(named=BOB)


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


async def test_cards_that_someone_has_played_in_any_game_are_not_dealt_to_them(
    alone: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.challenges.winnable_deals", lambda *_: (13, 20))
    await GamesInTurns.of(alone.services).start(BOB.id, NewGame("tens", 13), next(numbers))
    await GamesInTurns.of(alone.services).start(BOB.id, NewGame("diplomat", 20), next(numbers))
    for game, unknown in (("tens", 20), ("dimes", 13)):
        for _ in range(4):
            found = await alone.find(await alone.open(game, named=BOB))
            assert found.deal.number == unknown
            await alone.services.challenges.decline(by(alone.services, BOB, next(numbers)), found.id)


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


async def test_a_game_that_is_secret_is_no_deal_for_others(alone: Process) -> None:
    begun = await alone.enter(ALICE, await alone.open())
    for game_id in (begun.id, 12345):
        with pytest.raises(PatienceError, match="can't be played in a challenge"):
            await open_challenge_on(alone.services, by(alone.services, BOB, next(numbers)), game_id)


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
