"""Databases as released versions of the bot left them, as SQL.

After the last schema change before a release, write the release's file: `python -m tests.support.releases 0.3.0`.
A file never changes once its version is released.
"""

import asyncio
import itertools
import sqlite3
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from bot.model.daily.contest import daily_id
from bot.model.daily.days import start_of
from bot.model.game import NewGame
from bot.services import Services
from bot.store import open_database
from engine import Status
from tests.support.chain import CHAIN
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

FOLDER = Path(__file__).parents[1] / "bot" / "store" / "releases"

ALICE, BOB = 1, 2
DAY = date(2026, 2, 28)
WON = 13
"""A deal of Tens that is won by always playing the first legal move."""


def create(version: str, path: Path) -> None:
    """Create a database as a release left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{version}.sql").read_text(encoding="utf-8"))


async def play_a_day(path: Path) -> None:
    """Let Alice win a game, play the day's Tens for a rank and begin another game, and Bob begin one."""
    database = await open_database(path)
    clock = itertools.count(start_of(DAY))
    numbers = itertools.count(1000)
    services = Services(database, clock=lambda: next(clock), solver=SolverHere())
    games = GamesInTurns.of(services)

    async def play(new: NewGame, *, is_finished: bool, user_id: int = ALICE) -> None:
        current = await services.games.start(turn_of(services, user_id, next(numbers), name="alice", server_id=70), new)
        while current.game.status is Status.PLAYING and (is_finished or not current.game.moves):
            current = await games.play(user_id, str(current.game.legal_moves()[0]), next(numbers))
        await services.endings.for_board(turn_of(services, user_id), current, None)

    await play(NewGame("tens", WON), is_finished=True)
    assert await services.dailies.find(turn_of(services, ALICE), DAY)
    await play(NewGame("tens", contest=daily_id(DAY, "tens"), is_ranked=True), is_finished=True)
    await play(NewGame("diplomat", 8), is_finished=False)
    await play(NewGame("dimes", 8), is_finished=False, user_id=BOB)
    services.pictures.close()
    await database.close()


def main() -> None:
    """Write the file of the version that the command line names."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "patience.sqlite3"
        with mock.patch("bot.services.dailies.new_chain", return_value=CHAIN):
            asyncio.run(play_a_day(path))
        with closing(sqlite3.connect(path)) as connection:
            lines = "\n".join(connection.iterdump()).splitlines()
    (FOLDER / f"{sys.argv[1]}.sql").write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
