"""Memory as a process that runs for months needs it: garbage is looked for rarely, large blocks are given back."""

from __future__ import annotations

import ctypes
import gc
import sys

_NEW_OBJECTS = 20_000
"""How many more objects than before have Python search among the new ones for cycles that nothing reaches any more: a
turn leaves some hundreds behind."""

_M_MMAP_THRESHOLD = -3  # of mallopt(3)
_LARGE = 128 * 1024
"""Bytes of a block that is given back as soon as it is free: as many as glibc begins with."""


def search_rarely() -> None:
    """Leave out all that there is once the program is loaded, and search the rest less often than by default."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


def give_back_large_blocks() -> None:
    """Have the C library go on giving large blocks back to the system: each connection has one, most of it never used.

    glibc by itself takes one that is freed for a sign that blocks of its size come and go, and from then on keeps them,
    with holes in between (mallopt(3), M_MMAP_THRESHOLD). Other libraries do as they do.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
        if mallopt is not None:
            mallopt(_M_MMAP_THRESHOLD, _LARGE)
