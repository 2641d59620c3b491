"""Compiles the solver's inner loops with Numba if it is installed (the extra `solver`).

Without it the same source runs as plain Python, with the same answers, about a hundred times slower.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, MutableSequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

try:
    import numba
    import numpy as np
except ImportError:
    COMPILED = False
else:
    COMPILED = True
    # Numba's cache does not notice when a function called by a cached one has changed, so each state of the sources
    # has a cache of its own.
    _sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    _folder = Path(numba.config.CACHE_DIR or Path(__file__).parent / "__pycache__")
    numba.config.CACHE_DIR = str(_folder / sha256(_sources).hexdigest()[:16])

Function = TypeVar("Function", bound=Callable[..., Any])
Integers = MutableSequence[int]


def compiled(function: Function) -> Function:
    """Compile a function of ints and `Integers` at its first call, and cache it for all processes if possible."""
    if not COMPILED:
        return function
    try:
        made: Function = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no writable cache directory
        made = numba.njit(nogil=True)(function)
    return made


def integers(values: Iterable[int]) -> Integers:
    """As 64-bit integers."""
    numbers = array("q", values)
    return cast("Integers", np.frombuffer(numbers, np.int64)) if COMPILED else numbers


def zeros(count: int) -> Integers:
    """Return `count` 64-bit zeros. With Numba, they take memory only once they are written to."""
    return cast("Integers", np.zeros(count, np.int64)) if COMPILED else array("q", [0]) * count


def small_zeros(count: int) -> Integers:
    """Return `count` 8-bit zeros. With Numba, they take memory only once they are written to."""
    return cast("Integers", np.zeros(count, np.int8)) if COMPILED else array("b", bytes(count))
