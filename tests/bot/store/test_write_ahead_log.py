"""SQLite's write-ahead log does not fill the disk."""

import asyncio
import itertools
import sqlite3
from pathlib import Path

from bot.store import Connection, Database

MOST_BYTES = 4 * 1024**2


def begin_to_read(path: Path) -> sqlite3.Connection:
    """Keep everything that is written from now on in the log, until the connection is closed."""
    reading = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    reading.execute("BEGIN")
    reading.execute("SELECT COUNT(*) FROM games").fetchall()
    return reading


numbers = itertools.count()


async def writes_much(connection: Connection) -> None:
    row = {"name": str(next(numbers)), "value": "x" * 2 * MOST_BYTES}
    await connection.execute("INSERT INTO installation VALUES (:name, :value)", row)


async def test_the_log_shrinks_after_a_long_read(path: Path, database: Database) -> None:
    log = path.with_name(f"{path.name}-wal")
    reading = await asyncio.to_thread(begin_to_read, path)
    await database.write(writes_much)
    await database.empty_log()
    assert log.stat().st_size > MOST_BYTES
    reading.close()
    await database.empty_log()
    assert log.stat().st_size == 0
