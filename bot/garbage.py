"""Python's search for unreachable cycles of objects, as rare as a bot needs it."""

from __future__ import annotations

import gc

_NEW_OBJECTS = 20_000
"""How many more objects than before have it search among the new ones: a turn leaves some hundreds behind."""


def search_rarely() -> None:
    """Leave out all that there is once the program is loaded, and search the rest less often than by default."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
