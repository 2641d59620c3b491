"""Changing the database behind the bot's back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.verify import verify

PAGE = 4096
"""The size of a page of an SQLite database, in bytes."""


def overwrite(path: Path, part: float, *, pages: int = 1, filler: bytes = b"\x5a") -> None:
    """Overwrite pages of a file; `part`, from 0 to 1, is the position of the first one."""
    content = bytearray(path.read_bytes())
    first = int(part * (len(content) // PAGE)) * PAGE
    content[first : first + pages * PAGE] = filler * (pages * PAGE)
    path.write_bytes(bytes(content))


async def faults_after(statements: str, path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The faults that `verify` prints after these statements, each of which must change a row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for each in statements.split(";"):
            assert connection.execute(each).rowcount > 0
    assert await verify(path) == 1
    return capsys.readouterr().out.splitlines()[1:-1]
