"""Long games: what takes long for them does not hold up the event loop, and so everybody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import simcord

from bot.model.daily.transcripts import replay
from engine import Game
from tests.support.card_room import CardRoom, only, running
from tests.support.daily_room import TODAY, begin, give_up
from tests.support.long_games import Prophet, attempt, counting_steps, deal, put, unfinished, won

MOST_STEPS = 300
"""How many steps of the engine the loop's thread may take for one interaction: those of a board take a few dozen."""

LEFT = 20
"""How many moves the game on the table is away from its win."""

DAILY = "diplomat"

Act = Callable[[CardRoom], Awaitable[object]]


@pytest.fixture
async def day(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CardRoom]:
    """A bot that knows the ways of the long games."""
    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: ())
    room = CardRoom(path, url=url, moment="2026-11-21 10:00")
    room.solver = Prophet()
    async with running(room) as opened:
        yield opened


def say(command: str, **options: Any) -> Act:
    return lambda room: room.say(command, **options)


def press(*labels: str) -> Act:
    """Press buttons, each under the message that the one before has led to; the first is on the board."""

    async def act(room: CardRoom) -> None:
        message = only(await room.say("show"))
        for label in labels:
            room.services.games.forget(room.alice.id)
            message = newest(await room.press(message, label))

    return act


def newest(answer: simcord.InteractionResult) -> simcord.ResponseMessage:
    messages = [message for message in (answer.response, *answer.followups) if message is not None]
    return messages[-1]


def after(*acts: Act) -> Act:
    async def act(room: CardRoom) -> None:
        for each in acts:
            await each(room)
            room.services.games.forget(room.alice.id)

    return act


NEXT = str(won().moves[-LEFT])

PLAYING: dict[str, Act] = {
    "show": say("show"),
    "move": say("move", move=NEXT),
    "a refused move": say("move", move="1>1"),
    "undo": say("undo"),
    "redo": after(say("undo"), say("redo")),
    "draw": say("draw"),
    "home": say("home"),
    "finish": say("finish"),
    "hint": say("hint"),
    "a second hint": after(say("hint"), say("hint")),
    "analyse": after(say("give-up"), press("Analyse", "Next", "Next")),
    "line": after(say("give-up"), press("Analyse", "Replay")),
    "menu": press("Menu"),
    "buttons": press("Undo", "Redo", "Hint"),
    "replay": say("replay"),
    "statistics": say("stats"),
    "another game": say("start", game="tens"),
    "give up": say("give-up"),
    "resume": after(say("give-up"), say("undo")),
    "shelf": say("games"),
    "daily": say("daily", game="tens"),
    "share": say("share"),
    "challenge": press("Challenge"),
    "leaderboard": say("leaderboard"),
    "rules": say("rules"),
    "settings": say("settings"),
    "help": say("help"),
    "privacy": say("privacy"),
}


@pytest.mark.parametrize("act", PLAYING.values(), ids=PLAYING)
async def test_a_long_game_does_not_hold_up_others(day: CardRoom, act: Act) -> None:
    await deal(day, day.alice, unfinished(LEFT))
    with counting_steps() as steps:
        await act(day)
    assert steps[0] < MOST_STEPS


WON: dict[str, Act] = {
    "the last move": say("move", move=str(won().moves[-1])),
    "show": after(say("move", move=str(won().moves[-1])), say("show")),
    "buttons": after(say("move", move=str(won().moves[-1])), press("Share")),
    "challenge": after(say("move", move=str(won().moves[-1])), press("Challenge")),
}


@pytest.mark.parametrize("act", WON.values(), ids=WON)
async def test_a_long_game_that_is_won_does_not_hold_up_others(day: CardRoom, act: Act) -> None:
    await deal(day, day.alice, unfinished(1))
    with counting_steps() as steps:
        await act(day)
    assert steps[0] < MOST_STEPS


async def test_long_games_on_the_shelf_are_read_once(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    for left in (LEFT, LEFT - 1):
        await deal(day, day.alice, unfinished(left))
    load = Mock(side_effect=Game.load)
    monkeypatch.setattr(Game, "load", load)
    with counting_steps() as steps:
        for _ in range(4):
            (shelved,) = await day.services.shelf.of(day.alice.id)
            await day.services.shelf.resume(day.alice.id, shelved.board.game_id, day.env.backend.snowflake())
    assert steps[0] < MOST_STEPS
    assert load.call_count == 2


OVER: dict[str, Act] = {
    "give up": give_up,
    "daily": after(give_up, say("daily", game=DAILY)),
    "share": after(give_up, say("share")),
    "show": after(give_up, say("show")),
    "leaderboard": after(give_up, say("leaderboard")),
}


@pytest.fixture
async def attempts(day: CardRoom) -> CardRoom:
    """Alice plays the longest attempt at a daily, and Bob has ended a better one."""
    number = (await day.services.dailies.of(TODAY))[DAILY].deal
    game, transcript = attempt(DAILY, number)
    await begin(day, DAILY, day.bob)
    await put(day, day.bob, game, transcript.removesuffix(" undo@1 redo@1"))
    await give_up(day, day.bob)
    await begin(day, DAILY)
    await put(day, day.alice, game, transcript)
    return day


@pytest.mark.parametrize("act", OVER.values(), ids=OVER)
async def test_long_ranked_attempts_do_not_hold_up_others(attempts: CardRoom, act: Act) -> None:
    with counting_steps() as steps:
        await act(attempts)
    assert steps[0] < MOST_STEPS


async def test_attempts_are_replayed_once_to_be_compared(attempts: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    await give_up(attempts)
    replayed = Mock(side_effect=replay)
    monkeypatch.setattr("bot.services.attempts.replay", replayed)
    for _ in range(3):
        (comparison,) = only(await attempts.say("daily", game=DAILY)).attachments
        assert comparison.filename == "comparison.png"
    assert replayed.call_count <= 2
