"""Challenges: who may be named, who knows the cards, and that everyone plays the same deal once."""

import asyncio
from dataclasses import replace

import pytest

from bot.model.badges import Badge
from bot.model.blocks import Block, BlockKind
from bot.model.challenge import OPEN_SECONDS, CardPlace, Duels, Placing, UnansweredChallengeError
from bot.model.errors import StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.store import BlockStore
from engine import PatienceError, Status
from engine.winnable import winnable_deals
from tests.support.challenges import open_challenge, open_challenge_on
from tests.support.kinds import ask, on_both
from tests.support.processes import ALICE, BOB, CAROL, NOON, Process, numbers

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


async def test_a_claim_that_an_earlier_version_left_is_deleted(here: Process, url: str) -> None:
    await ask(url, "INSERT INTO claims (name, holder, claimed_at) VALUES ('announce in 70', 'x', 1)")
    await here.services.cleanup.run(here.clock.now)
    assert not await ask(url, "SELECT name FROM claims WHERE name LIKE 'announce%'")


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


WON = winnable_deals("tens", {})[3]
"""A deal that the first legal moves win."""


async def test_a_win_whose_player_has_deleted_their_data_is_no_mark_of_a_challenge_that_is_opened_then(
    here: Process,
) -> None:
    await here.deal(ALICE, NewGame("tens", WON))
    won = await here.play(ALICE)
    draft = await here.challenges.draft_on(here.turn(BOB), won.id, winner=ALICE, language="en")
    await here.delete_data(ALICE)
    with pytest.raises(PatienceError, match="can't be played in a challenge"):
        await here.challenges.open(here.turn(BOB), draft)


@pytest.mark.parametrize("other", [NewGame("dimes"), NewGame("dimes", options={"tens": "deck"}), NewGame("diplomat")])
async def test_the_cards_of_an_attempt_are_dealt_in_no_other_game(here: Process, other: NewGame) -> None:
    """Another game, or other rules, would show in which order the stock lies."""
    challenge_id = await here.open("dimes")
    deal = (await here.find(challenge_id)).deal.number
    same_cards = replace(other, deal=deal)
    before = await here.deal(ALICE, same_cards)
    await here.play(ALICE, most=1)
    await here.enter(ALICE, challenge_id)
    with pytest.raises(PatienceError, match="these very cards"):
        await here.deal(ALICE, same_cards)
    with pytest.raises(PatienceError, match="these very cards"):
        await here.services.shelf.resume(here.turn(ALICE), before.id)
    await here.deal(BOB, same_cards)
    await here.deal(ALICE, NewGame("tens", deal))  # one deck is another pack
    here.clock.now = NOON + OPEN_SECONDS
    assert (await here.services.shelf.resume(here.turn(ALICE), before.id)).id == before.id


async def test_two_contests_with_the_same_cards_are_not_played_at_once(here: Process) -> None:
    first = await here.open("dimes")
    shown = await here.deal(BOB, NewGame("diplomat", (await here.find(first)).deal.number))
    second = await open_challenge_on(here.services, here.turn(CAROL), shown.id)
    await here.enter(ALICE, first)
    with pytest.raises(PatienceError, match="these very cards"):
        await here.enter(ALICE, second.id)


async def test_a_random_game_never_has_the_cards_of_an_attempt(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    challenge_id = await here.open("dimes")
    await here.enter(ALICE, challenge_id)
    deal = (await here.find(challenge_id)).deal.number
    monkeypatch.setattr("bot.services.dealing.winnable_deals", lambda *_: (deal, deal + 1))
    for _ in range(4):
        assert (await here.deal(ALICE, NewGame("diplomat"))).game.deal == deal + 1


async def test_a_refused_game_stays_refused_when_its_interaction_comes_again(here: Process) -> None:
    challenge_id = await here.open("dimes")
    await here.enter(ALICE, challenge_id)
    practice = NewGame("diplomat", (await here.find(challenge_id)).deal.number)
    number = next(numbers)
    with pytest.raises(PatienceError, match="these very cards"):
        await here.games.start(ALICE.id, practice, number)
    await here.give_up(ALICE)
    assert (await here.games.start(ALICE.id, practice, number)).is_ranked


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_whoever_knows_the_cards_of_a_deal_only_watches_even_after_deleting_their_data(
    here: Process, *, is_deleted: bool
) -> None:
    shown = await here.deal(BOB, NewGame("dimes", 8))
    await here.deal(ALICE, NewGame("diplomat", 8))
    here.clock.now += 60 * ONE_DAY
    if is_deleted:
        await here.delete_data(ALICE)
    for _ in range(2):
        opened = await open_challenge_on(here.services, here.turn(CAROL), shown.id)
        with pytest.raises(PatienceError, match="already know this deal"):
            await here.enter(ALICE, opened.id)
        here.clock.now += 6 * ONE_DAY
    opened = await open_challenge_on(here.services, here.turn(CAROL), shown.id)
    await here.enter(CAROL, opened.id)


async def test_cards_that_someone_has_played_in_any_game_are_not_dealt_to_them(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.challenges.winnable_deals", lambda *_: (13, 20))
    await here.deal(BOB, NewGame("tens", 13))
    await here.deal(BOB, NewGame("diplomat", 20))
    for game, unknown in (("tens", 20), ("dimes", 13)):
        for _ in range(4):
            found = await here.find(await here.open(game, named=BOB))
            assert found.deal.number == unknown
            await here.challenges.decline(here.turn(BOB), found.id)


async def test_a_secret_deal_cannot_become_a_challenge(here: Process) -> None:
    begun = await here.enter(ALICE, await here.open())
    for game_id in (begun.id, 12345):
        with pytest.raises(PatienceError, match="can't be played in a challenge"):
            await open_challenge_on(here.services, here.turn(BOB), game_id)


async def test_a_player_who_has_not_answered_is_not_invited_again(here: Process, elsewhere: Process) -> None:
    first = await here.open(named=BOB)
    with pytest.raises(UnansweredChallengeError, match="haven't answered"):
        await elsewhere.open("dimes", named=BOB)
    await here.challenges.store.place(here.turn(), first, CardPlace(5, 6, 7))
    with pytest.raises(UnansweredChallengeError) as refused:
        await here.open(named=BOB)
    assert refused.value.values["url"] == "https://discord.com/channels/5/6/7"
    await here.open()
    await here.open(named=CAROL)
    await open_challenge(here.services, here.turn(BOB), "tens", named=CAROL)
    await open_challenge(here.services, here.turn(BOB), "tens", named=ALICE)


@pytest.mark.parametrize("answer", ["plays", "declines", "time"])
async def test_a_player_who_has_answered_may_be_invited_again(here: Process, answer: str) -> None:
    first = await here.open(named=BOB)
    await here.challenges.store.place(here.turn(), first, CardPlace(5, 6, 7))
    match answer:
        case "plays":
            await here.enter(BOB, first)
        case "declines":
            await here.challenges.decline(here.turn(BOB), first)
        case _:
            here.clock.now = NOON + OPEN_SECONDS
    await here.open(named=BOB)
    with pytest.raises(UnansweredChallengeError):
        await here.open(named=BOB)


async def test_deleting_ones_data_does_not_allow_to_ask_a_player_again_who_has_not_answered(
    here: Process, elsewhere: Process
) -> None:
    first = await here.open(named=BOB)
    await here.challenges.store.place(here.turn(), first, CardPlace(None, 6, 7))
    for process in (here, elsewhere):
        await process.delete_data(ALICE)
        with pytest.raises(UnansweredChallengeError) as refused:
            await process.open(named=BOB)
        assert refused.value.values["url"] == "https://discord.com/channels/@me/6/7"
    await open_challenge(here.services, here.turn(CAROL), "tens", named=BOB)
    await here.challenges.decline(here.turn(BOB), first)
    await here.open(named=BOB)


async def test_simultaneous_challenges_invite_a_player_once(here: Process, elsewhere: Process) -> None:
    processes = [here, elsewhere] * 5
    opened = await asyncio.gather(*(process.open(named=BOB) for process in processes), return_exceptions=True)
    assert sum(isinstance(each, int) for each in opened) == 1
    assert sum(isinstance(each, UnansweredChallengeError) for each in opened) == len(processes) - 1


async def test_a_challenge_whose_card_was_never_posted_does_not_prevent_another(here: Process) -> None:
    await here.open(named=BOB)
    here.clock.now += 61
    await here.open(named=BOB)


async def test_players_who_want_no_challenges_are_neither_named_nor_invited(here: Process) -> None:
    challenge_id = await here.open(named=BOB)
    for who in (ALICE, BOB, CAROL):
        await here.enter(who, challenge_id)
        await here.play(who)
    await here.services.preferences.change(here.turn(BOB), "no_challenges", "on")
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.open(named=BOB)
    rematch = await here.challenges.rematch(here.turn(ALICE), challenge_id)
    assert {entry.name for entry in rematch.entries} == {"alice", "carol"}
    await here.enter(BOB, rematch.id)
    await here.services.preferences.change(here.turn(BOB), "no_challenges", "off")
    await here.open(named=BOB)


async def test_a_blocked_player_is_not_named_even_in_a_challenge_prepared_earlier(here: Process) -> None:
    draft = await here.challenges.draft(here.turn(), "tens", named=BOB, language="en")
    await BlockStore().put(here.database, Block(BlockKind.USER, BOB.id, NOON))
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.open(named=BOB)
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.challenges.open(here.turn(), draft)
