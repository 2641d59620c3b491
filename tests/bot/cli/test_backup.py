"""`python -m bot backup` and `restore` never leave a copy that cannot be used, nor lose the database."""

import asyncio
import itertools
from pathlib import Path

import pytest

from bot.cli.backup import backup
from bot.cli.restore import restore
from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import StoreError, open_database
from tests.support.kinds import ask
from tests.support.tampering import overwrite
from tests.support.turns import GamesInTurns, open_games


@pytest.fixture
def url(path: Path) -> str:
    """A database with a game of user 1."""
    asyncio.run(play(path, 1))
    return f"sqlite:///{path}"


async def play(path: Path, user_id: int) -> None:
    database = await open_database(path)
    await open_games(database).start(user_id, NewGame("dimes", 8), user_id)
    await database.close()


async def has_game(path: Path, user_id: int) -> bool:
    database = await open_database(path)
    found = await open_games(database).find(user_id)
    await database.close()
    return found is not None


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_copy_is_for_the_bot_alone_and_has_the_time_in_its_name(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)
    assert asyncio.run(backup(url, None)) == 0
    (copy,) = tmp_path.glob("patience-20??-??-??T??????Z.sqlite3")
    assert copy.stat().st_mode & 0o777 == 0o600
    contents, copied = capsys.readouterr().out.splitlines()
    assert contents.startswith("Games: 1. Users with games: 1. Results: 0.")
    assert copied == f"Copied to {copy}."
    assert asyncio.run(has_game(copy, 1))


def test_only_the_newest_copies_are_kept(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    kept = ["notes.txt", "patience-before-update.sqlite3"]
    old = [f"patience-2026-01-0{day}T031500Z.sqlite3" for day in (1, 2, 3)]
    for name in kept + old:
        (folder / name).touch()
    assert asyncio.run(backup(url, folder, keep=2)) == 0
    found = names(folder)
    assert len(found) == 4
    assert {*kept, old[-1]} < set(found)


def test_a_copy_replaces_no_other_file(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_text("something else")
    with pytest.raises(StoreError, match="already exists"):
        asyncio.run(backup(url, copy))
    assert copy.read_text() == "something else"


def test_a_damaged_database_is_not_copied_and_older_copies_stay(url: str, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    assert asyncio.run(backup(url, folder)) == 0
    before = names(folder)
    overwrite(path, 0.5)
    with pytest.raises(StoreError, match="damaged"):
        asyncio.run(backup(url, folder, keep=1))
    assert names(folder) == before


def test_a_restored_database_is_the_copy_and_the_old_one_is_kept(url: str, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    asyncio.run(backup(url, copy))
    asyncio.run(play(path, 2))
    assert asyncio.run(restore(url, copy)) == 0
    assert not asyncio.run(has_game(path, 2))
    assert copy.exists()
    (replaced,) = tmp_path.glob("patience-replaced-*.sqlite3")
    assert asyncio.run(has_game(replaced, 2))


def test_a_damaged_database_can_be_replaced(url: str, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    asyncio.run(backup(url, copy))
    path.write_text("rubbish")
    assert asyncio.run(restore(url, copy)) == 0
    assert asyncio.run(has_game(path, 1))


def test_a_damaged_copy_is_not_restored(url: str, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    asyncio.run(backup(url, copy))
    overwrite(copy, 0.5)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        asyncio.run(restore(url, copy))
    assert path.read_bytes() == before
    assert names(tmp_path) == ["copy", path.name]


@pytest.mark.parametrize("lacking", ["TABLE claims", "INDEX won_deals"])
def test_a_copy_that_lacks_a_table_or_an_index_is_neither_made_nor_restored(
    url: str, path: Path, tmp_path: Path, lacking: str
) -> None:
    copy = tmp_path / "copy"
    asyncio.run(backup(url, copy))
    asyncio.run(ask(f"sqlite:///{copy}", f"DROP {lacking}"))
    before = path.read_bytes()
    missing = f"{lacking.lower()}: it is missing"
    with pytest.raises(StoreError, match=missing):
        asyncio.run(restore(url, copy))
    with pytest.raises(StoreError, match=missing):
        asyncio.run(backup(f"sqlite:///{copy}", tmp_path / "copy of the copy"))
    assert path.read_bytes() == before
    assert names(tmp_path) == ["copy", path.name]


def test_no_copy_is_made_in_a_folder_that_does_not_exist(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "missing"
    with pytest.raises(StoreError) as refused:
        asyncio.run(backup(url, folder / "copy"))
    assert str(refused.value) == f"{folder / 'copy'} cannot be written: there is no folder {folder}."


async def test_nothing_is_restored_under_a_running_bot(path: Path, tmp_path: Path) -> None:
    await play(path, 1)
    copy = tmp_path / "copy"
    await backup(f"sqlite:///{path}", copy)
    running = await open_database(path)
    with pytest.raises(StoreError, match=r"in use\. Stop the bot first"):
        await restore(f"sqlite:///{path}", copy)
    assert await open_games(running).find(1) is not None
    await running.close()
    assert names(tmp_path) == ["copy", path.name]


@pytest.mark.parametrize("program", [backup, restore])
async def test_a_server_has_its_own_programs(tmp_path: Path, program: object) -> None:
    assert callable(program)
    with pytest.raises(StoreError, match=r"pg_dump|pg_restore"):
        await program("postgresql://host/patience", tmp_path / "copy")


PLAYERS = range(1, 6)
interactions = itertools.count(1000)


async def play_on(games: GamesInTurns, user_id: int) -> None:
    """Play without a pause and without an end."""
    await games.start(user_id, NewGame("dimes", user_id), next(interactions))
    while True:
        current = await games.play(user_id, "draw", next(interactions))
        while len(current.game.moves) > 50:
            current = await games.undo(user_id, next(interactions))


async def test_a_backup_replaces_a_database_that_was_not_closed(path: Path, games: GamesInTurns) -> None:
    """SQLite would take the old -wal file for the backup's."""
    copy = path.with_name("backup.sqlite3")
    playing = [asyncio.create_task(play_on(games, user_id)) for user_id in PLAYERS]
    await asyncio.sleep(0.3)
    assert await backup(f"sqlite:///{path}", copy) == 0
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for file in path.parent.glob("patience.sqlite3*"):
        (crashed / file.name).write_bytes(file.read_bytes())
    assert len(list(crashed.iterdir())) > 1
    url = f"sqlite:///{crashed}/{path.name}"
    assert await restore(url, copy) == 0
    assert await verify(url) == 0
    restored = await open_database(url)
    for user_id in PLAYERS:
        now = await games.current(user_id)
        then = await open_games(restored).current(user_id)
        assert then.id == now.id
        assert 1 <= then.version <= now.version
        await open_games(restored).undo(user_id, next(interactions))
    await restored.close()
