"""The kinds of faults that `bench/faults.py` injects, and how often each happens."""

from __future__ import annotations

import random
from itertools import cycle, islice

from tests.support.wire.gateway import BREAKS, closing
from tests.support.wire.players import DELIVERED_LATE, REPEATED_AT_ONCE, REPEATED_LATER

_KILLS = 0.02
_RECONNECTS = 0.05
_DATABASE = 0.04
_HOST = 0.02
"""The shares of these faults; all others are quick."""


RECONNECTS = {**BREAKS, **{f"closed with {code}": closing(code) for code in (1001, 4008)}}
DATABASE = ["database locked", "database locked for long", "disk full", "database gone"]
FAILOVER = "failover"
"""All faults of the database on PostgreSQL: for a while, new sessions are read-only, and remain so."""
ANSWERS: dict[str, tuple[int, int, bool]] = {
    "answer got 403": (403, 50001, False),
    "answer got 403, address blocked": (403, 40333, False),
    "answer got 500": (500, 0, False),
    "answer got 502": (502, 0, False),
    "answer got 503": (503, 0, False),
    "answer got 429": (429, 0, False),
    "answer reset": (0, 0, False),
    "answer carried out, then 503": (503, 0, True),
    "answer carried out, then reset": (0, 0, True),
}
"""The status and error code of an answer, and whether Discord carries out the request first."""
REPEATS = [REPEATED_AT_ONCE, REPEATED_LATER, DELIVERED_LATE]
KILL = "killed"
REFUSED_COMMANDS = "killed, then its commands are refused"
SOLVER_KILLED = "solver killed"
CLOCK_AHEAD = "clock a year ahead for a while"
HOST = [REFUSED_COMMANDS, SOLVER_KILLED, CLOCK_AHEAD]


def plan(faults: int, dice: random.Random) -> list[str]:
    """Draw this many faults, with a fixed share for each group."""
    shares = (_KILLS, _RECONNECTS, _DATABASE, _HOST)
    kills, reconnects, database, host = (round(share * faults) for share in shares)
    kinds = [KILL] * kills
    kinds += islice(cycle(RECONNECTS), reconnects)
    kinds += islice(cycle(DATABASE), database)
    kinds += islice(cycle(HOST), host)
    kinds += dice.choices([*ANSWERS, *REPEATS], k=faults - len(kinds))
    dice.shuffle(kinds)
    return kinds
