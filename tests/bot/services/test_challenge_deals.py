"""The deals of challenges: who knows the cards, and where else they are dealt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.challenge import OPEN_SECONDS
from bot.model.game import NewGame
from engine import PatienceError
from engine.winnable import winnable_deals
from tests.support.challenges import open_challenge_on
from tests.support.kinds import on_both
from tests.support.processes import ALICE, BOB, CAROL, NOON, Process, numbers

pytestmark = on_both

ONE_DAY = 24 * 60 * 60
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
