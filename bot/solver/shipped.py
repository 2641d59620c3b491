"""The solver's machine code, which the container image ships so that no new container has to compile it first."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

FOLDER = Path(sys.prefix) / "numba"
"""Where the Dockerfile puts it, laid out like a cache of Numba."""


def copy_machine_code(source: Path = FOLDER) -> None:
    """Copy the machine code to Numba's cache folder, which has to be writable.

    If either folder is missing, or there is no room for it, Numba compiles the solver itself.
    """
    cache = os.environ.get("NUMBA_CACHE_DIR")
    if not cache:
        return
    with suppress(OSError):
        for file in sorted(source.rglob("*.nb?")):
            target = Path(cache) / file.relative_to(source)
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                unfinished = target.with_suffix(f".{os.getpid()}")
                shutil.copyfile(file, unfinished)
                unfinished.replace(target)  # another process may be reading it
