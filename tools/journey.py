"""Count what the bot does in one turn: `python -m tools.journey`.

For a few turns, print how many of the bot's files run before the command, from there to the commit, and in all until
the board is sent; how often the turn reads and writes the database; and how many requests go to Discord.
`docs/architecture.md` quotes the figures, and a test fails if they grow.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from bot.commands.help import help_
from bot.commands.press import answer_press
from bot.messages.actions import Action
from bot.store import DailyStore, Turns, open_database
from engine import Status
from tests.support.card_room import CardRoom, running
from tests.support.chain import CHAIN
from tests.support.daily_room import begin
from tests.support.shown import only

_ROOT = Path(__file__).parents[1]
_ROOMS = tuple(f"{_ROOT / room}/" for room in ("bot", "engine"))
_PRETENCE = f"{_ROOT / 'bot' / 'app' / 'local'}/"
"""The files of the local Discord, on which the room plays."""

_CLIENT = str(_ROOT / "bot" / "app" / "client.py")
"""Where an interaction arrives."""

_COMMANDS = frozenset({answer_press.__code__, help_.callback.__code__})
"""The functions in which a command or a press begins."""


@dataclass
class Journey:
    name: str
    files_to_command: list[str] = field(default_factory=list)
    """The bot's files in the order in which their functions were first called, up to the command or the press."""
    files_to_commit: list[str] = field(default_factory=list)
    """The same, from there up to the first commit."""
    files: list[str] = field(default_factory=list)
    """The same, from the beginning up to the answer with the board."""
    reads: int = 0
    writes: int = 0
    edits: int = 0
    """Requests that edited or deleted messages, apart from the answer to the press."""
    is_answered: bool = False

    @property
    def outside_engine(self) -> int:
        """Files outside the engine that run from the command to the commit."""
        return sum(not file.startswith("engine/") for file in self.files_to_commit)

    @property
    def figures(self) -> tuple[int, ...]:
        """The figures in the order of the table."""
        return (
            len(self.files_to_command),
            self.outside_engine,
            len(self.files_to_commit),
            len(self.files),
            self.reads,
            self.writes,
            self.edits,
        )

    def row(self) -> str:
        """The figures as a row of the table."""
        return " | ".join(("", self.name, *map(str, self.figures), "")).strip()


HEADER = """\
| turn | files to the command | then to the commit, without the engine | with it | in all | reads | writes | edits |
|---|---|---|---|---|---|---|---|"""


async def measure_all() -> list[Journey]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "patience.sqlite3"
        await _begin_dailies(path)
        async with running(CardRoom(path, moment="2026-11-21 10:00")) as room:
            return [
                await _move(room),
                await _undo(room),
                await _end_of_daily(room),
                await _play_challenge(room),
            ]


async def _begin_dailies(path: Path) -> None:
    """Create a database with the same dailies on every run."""
    database = await open_database(f"sqlite:///{path}")
    await DailyStore().begin_chain(Turns(database).background(), CHAIN)
    await database.close()


async def _move(room: CardRoom) -> Journey:
    await room.start("dimes")
    await room.say("move", move="draw")
    return await _measure(room, "`/solitaire move draw`", lambda: room.say("move", move="draw"))


async def _undo(room: CardRoom) -> Journey:
    board = only(await room.say("show"))
    await room.press(board, "Draw")
    return await _measure(room, "*Undo*", lambda: room.press(board, "Undo"))


async def _end_of_daily(room: CardRoom) -> Journey:
    await room.say("daily")  # reads what each process reads once a day
    await begin(room, "tens")
    last = ""
    while True:
        draft = (await room.game()).game.copy()
        last = str(draft.legal_moves()[0])
        draft.play(draft.legal_moves()[0])
        if draft.status is not Status.PLAYING:
            break
        await room.play(last)
    await room.say("show")
    return await _measure(room, "the last move of a daily", lambda: room.say("move", move=last))


async def _play_challenge(room: CardRoom) -> Journey:
    card = await room.post(await room.say("challenge", game="dimes"))
    return await _measure(room, "*Play* on a challenge", lambda: room.press(card, "Play"))


async def _measure(room: CardRoom, name: str, turn: Callable[[], Awaitable[Any]]) -> Journey:
    """Measure a turn whose caches are warm, because it was taken once before."""
    journey = Journey(name)
    files: list[str] = []
    entered: set[FrameType] = set()
    database = room.database
    requests = room.env.http_requests
    before = len(requests)
    read = database.rows
    write = database.write

    async def counted_read(*arguments: Any, **named: Any) -> Any:
        journey.reads += 1
        return await read(*arguments, **named)

    async def counted_write(*arguments: Any, **named: Any) -> Any:
        written = await write(*arguments, **named)
        journey.writes += 1
        journey.files_to_commit = journey.files_to_commit or list(files)
        return written

    def enter(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(_ROOMS) or file.startswith(_PRETENCE) or journey.is_answered:
            return
        if frame in entered or not (entered or file == _CLIENT):  # a resumed coroutine, or what a player does
            return
        entered.add(frame)
        journey.is_answered = any(_shows_board(request.json) for request in requests[before:])
        if journey.is_answered:
            return
        if frame.f_code in _COMMANDS and not journey.files_to_command:
            journey.files_to_command = list(files)
            files.clear()
        relative = str(Path(file).relative_to(_ROOT))
        for visited in files, journey.files:
            if relative not in visited:
                visited.append(relative)

    database.rows = counted_read  # type: ignore[method-assign]
    database.write = counted_write  # type: ignore[method-assign]
    sys.setprofile(enter)
    try:
        await turn()
        await room.env.settle()
    finally:
        sys.setprofile(None)
        del database.rows, database.write
    journey.edits = sum(_edits(request.method, request.path) for request in requests[before:])
    return journey


def _shows_board(sent: Any) -> bool:
    """Whether a request to Discord contains a board."""
    return f"solitaire:{Action.MENU}:" in json.dumps(sent, default=str)


def _edits(method: str, path: str) -> bool:
    """Whether a request edits or deletes a message, deferred answers aside."""
    return method in ("PATCH", "DELETE") and "@original" not in path


def main() -> None:
    print(HEADER)
    for journey in asyncio.run(measure_all()):
        print(journey.row())


if __name__ == "__main__":
    main()
