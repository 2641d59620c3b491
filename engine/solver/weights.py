"""What counts how much in judging a row, and how wide the searches are: found by trial on thousands of deals.

Neither can make an answer wrong: they decide how soon, and how often, one is found.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.rules import Build, BuildingRules

_SIXTEENTHS = (8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 21, 23, 25, 27, 29, 32)


@dataclass(frozen=True)
class Attempt:
    """One search: how wide it is, and how it judges.

    `width` rows go on from each layer, of which `expansions` are played on. `weights` are in the order of
    `engine.solver.judging`; besides, chance, which `seed` decides, adds less than `chance` to what each row is worth.
    """

    width: int
    expansions: int
    weights: tuple[int, ...]
    chance: int
    seed: int


@dataclass(frozen=True)
class Plan:
    """How a game is searched: again and again, each time somewhat wider and with somewhat other weights.

    A deal that one search misses another often wins, though it is no wider: chance has its part in what is left out.
    The first `equally_wide` searches have the width that is given, in which `expansions` times as many rows are played
    on; the first of all has the weights as they are.
    """

    weights: tuple[int, ...]
    width: int = 50
    expansions: int = 3
    equally_wide: int = 1
    chance: int = 0

    def attempt(self, number: int) -> Attempt:
        """A search, counted from 0."""
        width = self.width
        for _ in range(min(number // self.equally_wide, 30)):
            width += width // 5
        digest = hashlib.shake_256(f"attempt {number}".encode("ascii")).digest(64)
        weights = self.weights
        if number > 0:  # each weight is halved at the least, doubled at most
            weights = tuple(
                weight * _SIXTEENTHS[byte % 16] // 16 for weight, byte in zip(weights, digest, strict=False)
            )
        seed = int.from_bytes(digest[-7:], "big")
        return Attempt(width, width * self.expansions, weights, self.chance, seed)


_IN_SUIT = Plan(weights=(1250, 480, 200, 450, 60, 90, 30, 0, 300, 0, 51))
# Few deals are won at all, and those mostly by narrow searches.
_IN_SUIT_WITHOUT_BASES = Plan(
    weights=(875, 0, 400, 450, 30, 90, 45, 0, 300, 30, 60), width=15, equally_wide=50, chance=400
)
_IN_ANY_SUIT = Plan(weights=(1250, 480, 200, 450, 60, 90, 30, 0, 300, 0, 51), chance=300)
_SEQUENCES = Plan(weights=(1500, 900, 39, 630, 80, 120, 20, 10, 60), width=150, expansions=10, chance=1000)


def plan_for(rules: BuildingRules) -> Plan:
    """The plan for a game."""
    if rules.foundation_base is None:
        return _SEQUENCES
    if rules.build is Build.ANY_SUIT:
        return _IN_ANY_SUIT
    return _IN_SUIT if rules.bases_dealt else _IN_SUIT_WITHOUT_BASES
