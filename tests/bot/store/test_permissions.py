"""Other users of the machine cannot read an SQLite database, which holds the deals of days to come."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import StoreError, open_database
from bot.store.sqlite_file import make_private


def others_may(path: Path) -> int:
    return path.stat().st_mode & 0o077


def files(folder: Path) -> list[Path]:
    """The database and the files that SQLite keeps beside it."""
    found = sorted(folder.glob("patience.sqlite3*"))
    assert len(found) == 3
    return found


async def test_a_new_database_and_its_folder_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    database = await open_database(f"sqlite:///{folder}/patience.sqlite3")
    try:
        assert [others_may(path) for path in (folder, *files(folder))] == [0, 0, 0, 0]
    finally:
        await database.close()


async def test_a_database_that_others_can_read_becomes_private_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "patience.sqlite3"
    path.touch(0o606)
    database = await open_database(f"sqlite:///{path}")
    try:
        assert [others_may(file) for file in files(tmp_path)] == [0, 0, 0]
    finally:
        await database.close()
    assert f"other users of this machine could read {path}" in caplog.text


async def test_a_group_that_a_host_lets_read_keeps_that(tmp_path: Path) -> None:
    path = tmp_path / "patience.sqlite3"
    path.touch()
    path.chmod(0o664)
    database = await open_database(f"sqlite:///{path}")
    try:
        assert [others_may(file) for file in files(tmp_path)] == [0o040] * 3
    finally:
        await database.close()


@pytest.mark.parametrize("mode", [0o644, 0o600], ids=["readable", "private"])
async def test_a_file_of_root_is_refused_at_the_start(mode: int) -> None:
    """The host has run the bot once as root."""
    with tempfile.TemporaryDirectory() as folder, _as_another_user(Path(folder)) as path:
        await (await open_database(path)).close()
        path.chmod(mode)
        os.seteuid(65534)
        with pytest.raises(StoreError, match="permission"):
            await open_database(path)


@contextmanager
def _as_another_user(folder: Path) -> Iterator[Path]:
    """Come back from being another user, who may only add files to the folder."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    folder.chmod(0o777)
    try:
        yield folder / "patience.sqlite3"
    finally:
        os.seteuid(0)


def test_a_file_that_another_process_has_just_deleted_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: True)  # as if the files beside it went a moment later
    path = tmp_path / "patience.sqlite3"
    make_private(path)
    assert others_may(path) == 0
