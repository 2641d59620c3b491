"""How wide each game is searched and how rows are weighed, tuned on thousands of deals.

None of this can make an answer wrong; it affects how soon, and how often, one is found.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.rules import Build, BuildingRules

_SIXTEENTHS = (8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 21, 23, 25, 27, 29, 32)


@dataclass(frozen=True)
class SearchParameters:
    """The parameters of one search.

    In each layer `expansions` rows are expanded, and the best `width` rows go on to the next layer. `weights` are in
    the order of `engine.solver.evaluation`. A random number below `chance`, drawn from `seed`, is added to each row's
    score. With `moves_whole_runs`, a search that is not exact never splits a run.
    """

    width: int
    expansions: int
    weights: tuple[int, ...]
    chance: int
    seed: int
    moves_whole_runs: bool


@dataclass(frozen=True)
class Plan:
    """A series of searches of one game, each somewhat wider than the last and with somewhat different weights.

    Different weights help because what a search leaves out is partly chance: another search of the same width often
    wins a deal that one search missed. The first search uses the weights unchanged, and the first `equally_wide`
    searches all have the initial width. Each expands `expansions` times as many rows as it is wide.
    """

    weights: tuple[int, ...]
    width: int = 50
    expansions: int = 3
    equally_wide: int = 1
    chance: int = 0
    moves_whole_runs: bool = False

    def attempt(self, number: int) -> SearchParameters:
        """`number` counts from 0."""
        width = self.width
        for _ in range(min(number // self.equally_wide, 30)):
            width += width // 5
        digest = hashlib.shake_256(f"attempt {number}".encode("ascii")).digest(64)
        weights = self.weights
        if number > 0:  # scale each weight by a factor between a half and two
            weights = tuple(
                weight * _SIXTEENTHS[byte % 16] // 16 for weight, byte in zip(weights, digest, strict=False)
            )
        seed = int.from_bytes(digest[-7:], "big")
        return SearchParameters(width, width * self.expansions, weights, self.chance, seed, self.moves_whole_runs)


_IN_SUIT = Plan(weights=(1250, 480, 200, 450, 60, 90, 30, 0, 300, 0, 51))
# Few of these deals can be won, most of those by narrow searches.
_IN_SUIT_WITHOUT_BASES = Plan(
    weights=(875, 0, 400, 450, 30, 90, 45, 0, 300, 30, 60), width=15, equally_wide=50, chance=400
)
_IN_ANY_SUIT = Plan(weights=(1250, 480, 200, 450, 60, 90, 30, 0, 300, 0, 51), width=20, chance=300)
_RUNS = Plan(
    weights=(1500, 900, 39, 630, 80, 120, 20, 10, 60),
    width=20,
    expansions=10,
    chance=1000,
    moves_whole_runs=True,  # splitting runs rarely pays for the extra moves
)


def plan_for(rules: BuildingRules) -> Plan:
    if rules.foundation_base is None:
        return _RUNS
    if rules.build is Build.ANY_SUIT:
        return _IN_ANY_SUIT
    return _IN_SUIT if rules.bases_dealt else _IN_SUIT_WITHOUT_BASES
