"""Nobody but its player ever sees the board of a contest, whatever the player does at one moment."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import Status
from tests.support.card_room import CardRoom, only, running
from tests.support.challenge_room import card
from tests.support.daily_room import begin
from tests.support.shown import Shown

EPHEMERAL = 64
"""The flag of a message that only one user sees."""

Interaction = Callable[[CardRoom, Shown], Awaitable[object]]


def pressing(label: str) -> Interaction:
    return lambda room, board: room.press(board, label)


def saying(command: str, **options: Any) -> Interaction:
    return lambda room, _: room.say(command, **options)


async def _play_challenge(room: CardRoom, _: Shown) -> None:
    await room.press(card(room), "Play")


async def _resume(room: CardRoom, _: Shown) -> None:
    page = next(message for message in room.messages() if "## My games" in message.text)
    await room.press(page, next(iter(page.buttons)))


INTERACTIONS: dict[str, Interaction] = {
    "undo": pressing("Undo"),
    "draw": pressing("Draw"),
    "hint": pressing("Hint"),
    "menu": pressing("Menu"),
    "typed draw": saying("move", move="draw"),
    "typed hint": saying("move", move="hint"),
    "show": saying("show"),
    "another game": saying("start", game="diplomat", deal="8"),
    "daily": saying("daily", game="tens"),
    "challenge": _play_challenge,
    "resumed daily": _resume,
}

PAIRS = [
    pytest.param(first, second, is_private, id=f"{first}, {second}, {'private' if is_private else 'public'}")
    for first, second in itertools.permutations(INTERACTIONS, 2)
    for is_private in (False, True)
    if {first, second} & ({"daily"} if is_private else {"daily", "challenge", "resumed daily"})
]
"""Every ordered pair of which one shows a contest; where all boards are private, one contest stands for all."""


async def contests(room: CardRoom) -> set[int]:
    games = room.services.games
    shelf = await room.services.shelf.of(room.turn())
    waiting = [await games.owned(room.turn(), shelved.board.game_id) for shelved in shelf]
    return {game.id for game in (await games.find(room.turn()), *waiting) if game is not None and game.is_contest}


async def reach(room: CardRoom, *, is_private: bool) -> Shown:
    """Put a daily on Alice's shelf and a challenge in the channel, and return the board of her ordinary game."""
    await room.post(await room.say("challenge", game="cast-out-nines"))
    await begin(room, "dimes")
    await room.play("draw")
    await room.say("games")
    await room.prefer(private_board=is_private)
    await room.say("start", game="dimes", deal="8")
    return only(await room.say("move", move="draw"))


@contextmanager
def watched(room: CardRoom) -> Iterator[list[str]]:
    """Collect the components of all messages that are sent or edited for everyone to see."""
    shown: list[str] = []
    backend: Any = room.env.backend
    emit = backend.emit

    def record(name: str, payload: Any, *rest: Any, **named: Any) -> None:
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not payload.get("flags", 0) & EPHEMERAL:
            shown.append(str(payload["components"]))
        emit(name, payload, *rest, **named)

    backend.emit = record
    yield shown
    backend.emit = emit


async def check_private(room: CardRoom, shown: Iterable[str]) -> None:
    secret = await contests(room)
    assert secret
    assert not [components for components in shown for game_id in secret if f":{game_id}:" in components]


@pytest.mark.parametrize(("first", "second", "is_private"), PAIRS)
async def test_no_pair_of_interactions_shows_a_contest_to_others(
    path: Path, first: str, second: str, *, is_private: bool
) -> None:
    async with running(CardRoom(path, moment="2026-11-21 10:00")) as room:
        board = await reach(room, is_private=is_private)
        with watched(room) as shown:
            async with room.at_once():
                await INTERACTIONS[first](room, board)
                await INTERACTIONS[second](room, board)
            if (await room.game()).game.status is Status.PLAYING:
                newest = room.live_boards()[-1]
                await room.press(newest, next(label for label in newest.enabled if label.endswith("enu")))
        await check_private(room, shown)


@pytest.mark.parametrize("hint", ["hint", "typed hint"])
@pytest.mark.parametrize("contest", ["daily", "challenge", "resumed daily"])
async def test_a_contest_begun_during_a_search_stays_private(path: Path, hint: str, contest: str) -> None:
    async with running(CardRoom(path, moment="2026-11-21 10:00")) as room:
        board = await reach(room, is_private=False)
        async with room.at_once(times=0):
            await INTERACTIONS[contest](room, board)
        (begun,) = room.held

        async def begin_contest() -> None:
            room.env.backend.emit("INTERACTION_CREATE", begun)
            while not (await room.game()).is_contest:
                await asyncio.sleep(0.01)

        room.solver.meanwhile = begin_contest
        with watched(room) as shown:
            await INTERACTIONS[hint](room, board)
        await check_private(room, shown)
