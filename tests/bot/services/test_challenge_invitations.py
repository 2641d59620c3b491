"""Who may be named in a challenge, and how often."""

from __future__ import annotations

import asyncio

import pytest

from bot.model.blocks import Block, BlockKind
from bot.model.challenge import OPEN_SECONDS, CardPlace, UnansweredChallengeError
from bot.store import BlockStore
from engine import PatienceError
from tests.support.challenge_process import ALICE, BOB, CAROL, NOON, Process, alone, by, clock, elsewhere, numbers
from tests.support.challenges import open_challenge
from tests.support.kinds import on_both
from tests.support.turns import turn_of

pytestmark = on_both

__all__ = ["alone", "clock", "elsewhere"]


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
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await alone.open(named=BOB)
    rematch = await services.challenges.rematch(by(services, ALICE, next(numbers)), challenge_id)
    assert {entry.name for entry in rematch.entries} == {"alice", "carol"}
    await alone.enter(BOB, rematch.id)
    await services.preferences.change(by(services, BOB, next(numbers)), no_challenges=False)
    await alone.open(named=BOB)


async def test_whom_the_host_has_blocked_is_not_named(alone: Process) -> None:
    await BlockStore().put(alone.database, Block(BlockKind.USER, BOB.id, NOON))
    with pytest.raises(PatienceError, match="can't challenge them by name"):
        await alone.open(named=BOB)
