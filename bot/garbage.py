"""Python's search for unreachable cycles of objects, as rare as a bot needs it."""

from __future__ import annotations

import gc

_NEW_OBJECTS, _SEARCHES_OF_NEW, _SEARCHES_OF_RECENT = 2_000, 10, 100
"""How many more objects than before have it search among the new ones; how many such searches come before one among
those that were found in use, and how many of these before one among all. A turn leaves some dozens of objects behind,
which is why the first are frequent: what waits for long to be freed leaves gaps in memory. The last take a third of a
second where thousands play, so there is one in a quarter of an hour."""


def search_rarely() -> None:
    """Leave out all that there is once the program is loaded, and search all of the rest less often than by default."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _SEARCHES_OF_NEW, _SEARCHES_OF_RECENT)
