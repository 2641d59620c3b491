"""The deals of challenges: who knows the cards, and where else they are dealt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.challenge import OPEN_SECONDS
from bot.model.game import NewGame
from engine import PatienceError, Status
from engine.winnable import winnable_deals
from tests.support.challenge_process import ALICE, BOB, CAROL, NOON, Process, alone, by, clock, elsewhere, numbers
from tests.support.challenges import open_challenge_on
from tests.support.kinds import on_both
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

__all__ = ["alone", "clock", "elsewhere"]


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
    monkeypatch.setattr("bot.services.dealing.winnable_deals", lambda *_: (deal, deal + 1))
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


async def test_a_game_that_is_secret_is_no_deal_for_others(alone: Process) -> None:
    begun = await alone.enter(ALICE, await alone.open())
    for game_id in (begun.id, 12345):
        with pytest.raises(PatienceError, match="can't be played in a challenge"):
            await open_challenge_on(alone.services, by(alone.services, BOB, next(numbers)), game_id)
