"""`python -m bot backup`: copy the SQLite database while the bot runs, and check the copy."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from bot.cli.verify import print_contents
from bot.store import StoreError, open_snapshot
from bot.store.schema import schema_faults
from bot.store.sqlite import path_of
from bot.store.sqlite_file import copy_file

_STAMP = "%Y-%m-%dT%H%M%SZ"
_ANY_STAMP = "????-??-??T??????Z"


async def backup(url: str, target: Path | None, *, keep: int | None = None) -> int:
    """Copy the database to a file, or to a file named after the time in a folder; return 0.

    The default folder is the database's. With `keep`, afterwards delete all but this many of the newest copies there.
    Only the bot's user can read the copy, which gets its name once it has passed the check. Raises StoreError if that
    fails.
    """
    source = path_of(url, "Back up a PostgreSQL database with pg_dump; docs/operating.md says how.")
    folder = source.parent if target is None else target
    if not await asyncio.to_thread(folder.is_dir):
        if keep is not None:
            raise StoreError(f"With --keep, name a folder: {folder} is not one.")
        copy = folder
    else:
        copy = folder / f"{source.stem}-{time.strftime(_STAMP, time.gmtime())}{source.suffix}"
    await copy_and_check(source, copy)
    sys.stdout.write(f"Copied to {copy}.\n")
    if keep is not None:
        copies = sorted(
            await asyncio.to_thread(lambda: list(folder.glob(f"{source.stem}-{_ANY_STAMP}{source.suffix}")))
        )
        for old in copies[:-keep]:
            await asyncio.to_thread(old.unlink)
            sys.stdout.write(f"Deleted {old}.\n")
    return 0


async def copy_and_check(source: Path, copy: Path) -> None:
    """Copy a database, and print the copy's contents. If it is damaged, raise StoreError and leave no copy."""
    if await asyncio.to_thread(copy.exists):
        raise StoreError(f"{copy} already exists, so nothing was copied.")
    if not await asyncio.to_thread(copy.parent.is_dir):
        raise StoreError(f"{copy} cannot be written: there is no folder {copy.parent}.")
    async with open_snapshot(source, is_older_allowed=True):
        pass  # an error names the source here, but the partial copy below
    partial = copy.with_name(f"{copy.name}.partial")
    try:
        await asyncio.to_thread(copy_file, source, partial)
        async with open_snapshot(partial, is_older_allowed=True) as snapshot:
            damage = await snapshot.damage()
            damage = damage or [str(fault) for fault in await schema_faults(snapshot) if fault.is_missing]
            if damage:
                raise StoreError(f"{source} is damaged and was not copied: {damage[0]}")
            await print_contents(snapshot)
        await asyncio.to_thread(partial.replace, copy)
    except OSError as error:
        raise StoreError(f"{copy} cannot be written: {error.strerror}.") from error
    finally:
        for end in ("", "-wal", "-shm"):
            await asyncio.to_thread(Path(f"{partial}{end}").unlink, missing_ok=True)
