"""The bot is killed at random moments: no answered move is lost, and none counts twice."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.model.daily.ranking import Leaderboard, LeaderboardKind, Place
from tests.support.card_room import CardRoom, moves_made, only, running, wait_until_written
from tests.support.daily_room import TODAY, begin, play_on

KILLS = 200
LONGEST_LIFE_SECONDS = 0.1


@dataclass(frozen=True)
class Seen:
    """What a board shows: the version of the game, and its number of moves."""

    version: int
    moves: int


def test_a_kill_at_any_moment_loses_no_answered_move(path: Path) -> None:
    dice = random.Random(8)
    asyncio.run(deal(path))
    last, asked, during, played_unanswered = Seen(1, 0), "", 0, 0
    for number in range(KILLS):
        for line in life(path, number, dice.uniform(0, LONGEST_LIFE_SECONDS)):
            kind, *words = line.split()
            assert kind != "failed", line
            if kind == "asks":
                asked = words[0]
                continue
            now = Seen(*map(int, words))
            played = Seen(last.version + 1, last.moves + {"draw": 1, "undo": -1, "": 0}[asked])
            if kind == "answered":
                assert now == played
            else:  # the first board of the next bot
                assert now == last or (asked and now == played), (now, last, asked)
                played_unanswered += now != last
            last, asked = now, ""
        during += bool(asked)
    # Kills hit moves in progress, both before and after their commit.
    assert during > KILLS // 4
    assert 0 < played_unanswered < during


def test_a_result_that_a_killed_bot_did_not_count_is_counted_at_the_next_start(path: Path) -> None:
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(finish_and_be_killed(path))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert [place.name for place in asyncio.run(counted_at_the_next_start(path))] == ["alice"]


async def finish_and_be_killed(path: Path) -> None:
    room = CardRoom(path, moment="2026-11-21 10:00")
    await room.open()
    await begin(room)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.store.database.Database.write_in_background", lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        )
        await play_on(room)


async def counted_at_the_next_start(path: Path) -> Sequence[Place]:
    async with running(CardRoom(path, moment="2026-11-21 10:05")) as room:
        await room.env.settle()
        await wait_until_written(room.database)
        return await room.services.leaderboards.best(Leaderboard(LeaderboardKind.DAY, TODAY, "tens", None))


async def deal(path: Path) -> None:
    room = CardRoom(path)
    await room.open()
    await room.start("dimes", 8)
    await room.close()


def life(path: Path, seed: int, seconds: float) -> list[str]:
    """Let a bot play in a child process, kill it this long after its first board, and return what it wrote."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            asyncio.run(play(path, random.Random(seed), writing))
        except BaseException as error:  # noqa: BLE001 - told to the parent
            os.write(writing, f"failed {error!r} {traceback.format_exc()!r}\n".encode())
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        first = told.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return [line for line in (first + told.read()).split("\n") if line]


async def play(path: Path, dice: random.Random, pipe: int) -> None:
    """Play forever, writing each request before it is made and each board as soon as it is in the channel."""
    room = CardRoom(path)
    await room.open()
    # SimCord's ids follow its clock; at the present time they differ from those of earlier bots.
    backend: Any = room.env.backend
    # This bypasses the bot, whose timers would otherwise fire for every minute in between.
    backend.advance_clock((datetime.now(UTC) - room.env.now()).total_seconds())
    emit = backend.emit
    kind = "shown"

    def tell(name: str, payload: Any, *rest: Any, **named: Any) -> None:
        if name == "MESSAGE_CREATE":
            os.write(pipe, f"{kind} {version_in(payload)} {moves_in(payload)}\n".encode())
        emit(name, payload, *rest, **named)

    backend.emit = tell
    now = moves_made(only(await room.say("show")))
    kind = "answered"
    while True:
        command = "undo" if now > dice.randint(0, 80) else "draw"
        os.write(pipe, f"asks {command}\n".encode())
        now = moves_made(only(await room.say(command)))


def version_in(payload: Mapping[str, Any]) -> int:
    """The version of the game that the buttons of a message are for."""
    return int(payload["components"][0]["components"][0]["custom_id"].split(":")[3])


def moves_in(payload: Mapping[str, Any]) -> int:
    found = re.search(r"\*\*(\d+)\*\*\smoves?", payload["embeds"][0]["description"])
    assert found is not None
    return int(found[1])
