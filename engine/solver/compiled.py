"""Machine code for the solver's inner loops where Numba is installed (the extra `solver`), plain Python where not.

Both run the same source on the same numbers and give the same answers; plain Python takes about a hundred times as
long.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, MutableSequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

try:
    import numba
    import numpy as np
except ImportError:
    COMPILED = False
else:
    COMPILED = True
    # Numba keeps compiled functions, and does not notice when one that they call has changed.
    _sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    _folder = Path(numba.config.CACHE_DIR or Path(__file__).parent / "__pycache__")
    numba.config.CACHE_DIR = str(_folder / sha256(_sources).hexdigest()[:16])

Function = TypeVar("Function", bound=Callable[..., Any])
Integers = MutableSequence[int]


def compiled(function: Function) -> Function:
    """Have a function of integers and `Integers` compiled at its first call, once for all processes if it can be."""
    if not COMPILED:
        return function
    try:
        made: Function = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # there is no folder that Numba may write to
        made = numba.njit(nogil=True)(function)
    return made


def integers(values: Iterable[int]) -> Integers:
    """Numbers of 64 bits."""
    return _shared(array("q", values))


def zeros(count: int) -> Integers:
    """So many numbers of 64 bits."""
    return _shared(array("q", bytes(8 * count)))


def small_zeros(count: int) -> Integers:
    """So many numbers from -128 to 127."""
    return _shared(array("b", bytes(count)))


def _shared(values: array[int]) -> Integers:
    """The form in which compiled functions take an array: over the same memory."""
    if not COMPILED:
        return values
    shared: Integers = np.frombuffer(values, dtype=values.typecode)
    return shared
