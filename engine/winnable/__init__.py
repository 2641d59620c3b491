"""Deals that are proven winnable, in one text file for each game and its options.

`python -m engine.solver verify` proves them again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def winnable_deals(variant: str, options: Mapping[str, str]) -> tuple[int, ...]:
    """Return the deals of a game that are proven winnable, in ascending order; none if there is no list.

    `options` must be resolved (`Variant.resolve_options`).

    >>> winnable_deals("tens", {})[:5]
    (0, 13, 20, 41, 58)
    """
    return _read(file_name(variant, options))


def is_known_winnable(variant: str, options: Mapping[str, str], deal: int) -> bool:
    """Check whether a deal is on the list of its game.

    >>> is_known_winnable("tens", {}, 13), is_known_winnable("tens", {}, 14)
    (True, False)
    """
    deals = winnable_deals(variant, options)
    index = bisect_left(deals, deal)
    return index < len(deals) and deals[index] == deal


def file_name(variant: str, options: Mapping[str, str]) -> str:
    """Return the name of the file with a game's list.

    >>> file_name("diplomat", {"stock": "free"})
    'diplomat,stock=free.txt'
    """
    return ",".join([variant, *(f"{name}={value}" for name, value in options.items())]) + ".txt"


@cache
def _read(name: str) -> tuple[int, ...]:
    file = files(__name__) / name
    return tuple(map(int, file.read_text(encoding="ascii").split())) if file.is_file() else ()
