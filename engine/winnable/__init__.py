"""Deals that are proven winnable, in one text file for each game and its options, and how hard they are.

The file `.levels` beside a list has a letter for each of its first deals: (e)asy, (m)edium or (h)ard. The later deals
are not graded.
`python -m tools.proofs verify` proves the deals again, and `python -m tools.grading` grades them again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.variant import Difficulty, write_options

_ENOUGH = 20
"""The deals of a level that a game needs to offer it. With fewer, players would soon meet the same deals again, and the
level of a secret deal would tell which one it is."""


def winnable_deals(variant: str, options: Mapping[str, str], level: Difficulty | None = None) -> tuple[int, ...]:
    """Return the deals of a game that are proven winnable, in ascending order; none if there is no list.

    With a `level` it returns only the deals of that level. `options` must be resolved (`Variant.resolve_options`).

    >>> winnable_deals("tens", {})[:5]
    (0, 13, 20, 41, 58)
    """
    name = file_name(variant, options)
    return _read(name) if level is None else tuple(deal for deal, each in _levels(name).items() if each is level)


def is_known_winnable(variant: str, options: Mapping[str, str], deal: int) -> bool:
    """Check whether a deal is on the list of its game.

    >>> is_known_winnable("tens", {}, 13), is_known_winnable("tens", {}, 14)
    (True, False)
    """
    deals = winnable_deals(variant, options)
    index = bisect_left(deals, deal)
    return index < len(deals) and deals[index] == deal


def level_of(variant: str, options: Mapping[str, str], deal: int) -> Difficulty | None:
    """Return how hard a deal is; None if that is unknown, or if so few deals are as hard that the level gives it away.

    >>> level_of("tens", {}, 13) is None
    True
    """
    level = _levels(file_name(variant, options)).get(deal)
    return level if level in levels_of(variant, options) else None


def levels_of(variant: str, options: Mapping[str, str]) -> tuple[Difficulty, ...]:
    """Return the levels with enough known deals, the easiest first; none if a game is not graded."""
    return _offered(file_name(variant, options))


def file_name(variant: str, options: Mapping[str, str]) -> str:
    """Name the file with a game's list.

    >>> file_name("diplomat", {"stock": "free"})
    'diplomat,stock=free.txt'
    """
    return ",".join(filter(None, (variant, write_options(options)))) + ".txt"


@cache
def _read(name: str) -> tuple[int, ...]:
    return tuple(map(int, _words_of(name)))


@cache
def _levels(name: str) -> Mapping[int, Difficulty]:
    letters = "".join(_words_of(name.replace(".txt", ".levels")))
    levels = {level[0]: level for level in Difficulty}
    return dict(zip(_read(name), map(levels.__getitem__, letters), strict=False))


@cache
def _offered(name: str) -> tuple[Difficulty, ...]:
    """The levels with enough deals on this list."""
    known = Counter(_levels(name).values())
    return tuple(level for level in Difficulty if known[level] >= _ENOUGH)


def _words_of(name: str) -> list[str]:
    """None if the file does not exist."""
    file = files(__name__) / name
    return file.read_text(encoding="ascii").split() if file.is_file() else []
