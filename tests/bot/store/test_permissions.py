"""Other users of the machine cannot read an SQLite database, which holds the deals of days to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import open_database


def others_may(path: Path) -> int:
    """The permissions of everyone but the owner."""
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
    path.touch(0o644)
    database = await open_database(f"sqlite:///{path}")
    try:
        assert [others_may(file) for file in files(tmp_path)] == [0, 0, 0]
    finally:
        await database.close()
    assert f"others could read {path}" in caplog.text
