"""The bot migrates the database of every release, or refuses it as older and leaves it unchanged."""

import asyncio
import random
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.cli.verify import verify
from bot.model.daily.ranking import Leaderboard, LeaderboardKind
from bot.model.game import NewGame
from bot.store import Database, LeaderboardStore, StoreError, open_database
from bot.store.schema import MIGRATIONS
from tests.support.kinds import ask, create_tables, on_both
from tests.support.recording import Recorded, places_of, random_results, reference
from tests.support.releases import ALICE, BOB, FOLDER, create
from tests.support.turns import open_games

RELEASES = sorted(file.stem for file in FOLDER.glob("*.sql"))
REFUSED = ("0.1.0", "0.2.0")


@pytest.mark.parametrize("version", REFUSED)
def test_a_database_that_cannot_be_migrated_is_called_older_and_left_alone(path: Path, version: str) -> None:
    create(version, path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="made by an older version of the bot, and this version cannot"):
        asyncio.run(open_database(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [version for version in RELEASES if version not in REFUSED])
async def test_a_database_of_a_release_is_migrated_without_a_fault_and_played_on(path: Path, version: str) -> None:
    """If this fails, a migration of a released version was changed: add a new one instead."""
    create(version, path)
    database = await open_database(path)
    games = open_games(database)
    for user_id, interaction in ((ALICE, 10**6), (BOB, 10**6 + 1)):
        before = await games.current(user_id)
        move = str(before.game.legal_moves()[0])
        assert (await games.play(user_id, move, interaction)).version == before.version + 1
    await games.start(3, NewGame("tens", 8), 10**6 + 2)
    await database.close()
    assert await verify(path) == 0


async def check(database: Database, expected: dict[Leaderboard, dict[int, int]]) -> None:
    boards = LeaderboardStore(database)
    assert expected
    for leaderboard, reached in expected.items():
        places = await boards.page(leaderboard, 0, len(reached) + 1)
        assert [replace(place, name=None) for place in places] == places_of(reached)
    keys = {
        (board.kind, board.start.toordinal() if board.start else 0, board.server_id or 0)
        for board in expected
        if board.variant is None
    }
    assert set(map(tuple, await database.rows("SELECT kind, start, server_id FROM totals"))) == keys


async def test_the_leaderboards_of_a_release_are_those_that_it_stored(path: Path) -> None:
    create("0.3.0", path)
    stored = await ask(
        f"sqlite:///{path}",
        """SELECT kind, start, variant, server_id, user_id, standing
        FROM standings JOIN leaderboards ON leaderboards.id = leaderboard_id
        WHERE kind IN ('day', 'week', 'all', 'streaks') AND (variant = '' OR kind = 'day')""",
    )
    expected: dict[Leaderboard, dict[int, int]] = {}
    for kind, start, variant, server_id, user_id, standing in stored:
        first = date.fromordinal(start) if start else None
        leaderboard = Leaderboard(LeaderboardKind(kind), first, variant or None, server_id or None)
        expected.setdefault(leaderboard, {})[user_id] = standing
    database = await open_database(path)
    await check(database, expected)
    await database.close()


def results_of_servers(choose: random.Random) -> list[Recorded]:
    """Results of many players, some of whom play on few days."""
    return [each for each in random_results(choose, users=40) if choose.random() < (each[0] % 4 + 1) / 4]


@on_both
async def test_many_results_are_counted_whether_they_were_before_or_not(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = random.Random(30)
    recorded = results_of_servers(choose)
    dailies = [date(2026, 2, day) for day in range(18, 29)] + [date(2026, 3, day) for day in (1, 2, 3, 6, 7, 10, 11)]
    shutil.copy(MIGRATIONS / "0001_initial.sql", tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.schema.MIGRATIONS", tmp_path)
        await create_tables(empty_url)
    values = [
        f"({user}, {each.day.toordinal()}, '{each.variant}', 900, {each.server_id or 0}, {each.cards_home}, "
        f"{each.effort}, {each.seconds}, {choose.choice((0, 1))})"
        for user, each in recorded
    ]
    fixed = [f"({day.toordinal()}, 'tens', 1, 0, 0)" for day in dailies]
    await ask(
        empty_url,
        f"INSERT INTO dailies VALUES {', '.join(fixed)}",  # noqa: S608
        f"INSERT INTO results VALUES {', '.join(values)}",  # noqa: S608
        "INSERT INTO results VALUES (50, 739675, 'a game of another version', 900, 70, 3, 3, 60, 1)",
    )
    database = await open_database(empty_url)
    await check(database, reference(recorded, dailies))
    await database.close()
