"""A folder in memory, for files that tests write: on a disk, each commit would wait until it is safe from a crash."""

import shutil
from pathlib import Path

_ENOUGH_BYTES = 2 * 1024**3
"""What several PostgreSQL servers and the tests' files need together; a container often has only 64 MB."""


def folder_in_memory() -> Path | None:
    """The system's, if it has a large one."""
    memory = Path("/dev/shm")  # noqa: S108 - the folders that tests make in it are private
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > _ENOUGH_BYTES else None
