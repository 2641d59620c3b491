"""`python -m bot restore`: replace the SQLite database with a copy."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from bot.cli.backup import copy_and_check
from bot.store.sqlite import path_of
from bot.store.sqlite_file import release_file


async def restore(url: str, source: Path) -> int:
    """Copy `source` beside the database, check the copy, and move it into place; return 0.

    The replaced database is kept under another name. Raises StoreError, and changes nothing, if the copy is damaged or
    the bot is running.
    """
    path = path_of(url, "Restore a PostgreSQL database with pg_restore; docs/operating.md says how.")
    restored = path.with_name(f"{path.name}.restored")
    await asyncio.to_thread(restored.unlink, missing_ok=True)
    await copy_and_check(source, restored)
    replaced = path.with_name(f"{path.stem}-replaced-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}{path.suffix}")
    try:
        await asyncio.to_thread(_move, path, replaced, restored)
    finally:
        await asyncio.to_thread(restored.unlink, missing_ok=True)
    sys.stdout.write(f"Restored {path}. The previous database, if there was one, is in {replaced}.\n")
    return 0


def _move(path: Path, replaced: Path, restored: Path) -> None:
    release_file(path)
    for end in ("", "-wal", "-shm"):  # SQLite would mistake the old database's files for the new one's
        old = Path(f"{path}{end}")
        if old.exists():
            old.rename(f"{replaced}{end}")
    restored.replace(path)
