"""Whether a position can be won, as far as that is proven."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Whether a position can be won."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"
