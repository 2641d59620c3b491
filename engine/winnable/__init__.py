"""Deals that are proven winnable: for each game and its options a list, in a text file of the game's name.

`python -m engine.solver verify` proves any of them again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def winnable_deals(variant: str, options: Mapping[str, str]) -> tuple[int, ...]:
    """The numbers of deals of a game that are proven winnable, in rising order; none where there is no list.

    `options` are resolved ones: those that differ from the defaults.

    >>> winnable_deals("tens", {})[:5]
    (0, 13, 20, 41, 58)
    """
    return _read(file_name(variant, options))


def is_known_winnable(variant: str, options: Mapping[str, str], deal: int) -> bool:
    """Whether a deal is on the list of its game.

    >>> is_known_winnable("tens", {}, 13), is_known_winnable("tens", {}, 14)
    (True, False)
    """
    deals = winnable_deals(variant, options)
    place = bisect_left(deals, deal)
    return place < len(deals) and deals[place] == deal


def file_name(variant: str, options: Mapping[str, str]) -> str:
    """The file that holds a game's list.

    >>> file_name("diplomat", {"stock": "free"})
    'diplomat,stock=free.txt'
    """
    return ",".join([variant, *(f"{name}={value}" for name, value in options.items())]) + ".txt"


@cache
def _read(name: str) -> tuple[int, ...]:
    file = files(__name__) / name
    return tuple(map(int, file.read_text(encoding="ascii").split())) if file.is_file() else ()
