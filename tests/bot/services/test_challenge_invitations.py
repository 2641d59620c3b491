"""Who may be named in a challenge, and how often."""

from __future__ import annotations

import asyncio

import pytest

from bot.model.blocks import Block, BlockKind
from bot.model.challenge import OPEN_SECONDS, CardPlace, UnansweredChallengeError
from bot.store import BlockStore
from engine import PatienceError
from tests.support.challenges import open_challenge
from tests.support.kinds import on_both
from tests.support.processes import ALICE, BOB, CAROL, NOON, Process

pytestmark = on_both


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


async def test_a_challenge_that_is_taken_back_still_keeps_its_player_from_being_named_again(here: Process) -> None:
    first = await here.open(named=BOB)
    await here.challenges.store.place(here.turn(), first, CardPlace(5, 6, 7))
    await here.challenges.take_back(here.turn(), first)
    with pytest.raises(UnansweredChallengeError, match="took it back") as refused:
        await here.open(named=BOB)
    assert refused.value.values == {"moment": NOON + OPEN_SECONDS}
    here.clock.now = NOON + OPEN_SECONDS
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
    await here.services.preferences.change(here.turn(BOB), no_challenges=True)
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.open(named=BOB)
    rematch = await here.challenges.rematch(here.turn(ALICE), challenge_id)
    assert {entry.name for entry in rematch.entries} == {"alice", "carol"}
    await here.enter(BOB, rematch.id)
    await here.services.preferences.change(here.turn(BOB), no_challenges=False)
    await here.open(named=BOB)


async def test_a_blocked_player_is_not_named_even_in_a_challenge_prepared_earlier(here: Process) -> None:
    draft = await here.challenges.draft(here.turn(), "tens", named=BOB, language="en")
    await BlockStore().put(here.database, Block(BlockKind.USER, BOB.id, NOON))
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.open(named=BOB)
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await here.challenges.open(here.turn(), draft)
