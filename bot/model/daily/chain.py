"""The chain of the days' keys: the SHA-256 of a day's key is the key of the day before.

It is computed backwards from a random *seed* and ends in the *anchor*, the key of the day on which the chain began. The
anchor is public from that day on, so whoever has seen it, or any later key, can check each key that follows. Nobody can
compute a key from an earlier one. `docs/fairness.md` shows how to check a chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate, repeat

DAYS = 14_610
"""Keys in a chain: forty years of them. Computing them takes about 10 ms, and keeping them 1.7 MB of memory."""

SEED_BYTES = 32


@dataclass(frozen=True)
class Chain:
    """A chain that began on a day, from a seed of `SEED_BYTES` random bytes in hexadecimal."""

    begun: date
    seed: str

    @property
    def anchor(self) -> str:
        """The key of the day on which the chain began, which has no dailies from this chain."""
        return self.key(self.begun)

    @property
    def last(self) -> date:
        return self.begun + timedelta(DAYS - 1)

    def key(self, day: date) -> str:
        """The key of a day, 64 hexadecimal digits. Nobody may see it while its dailies can be played for a rank."""
        assert self.begun <= day <= self.last, "the chain covers the day"
        return _keys(self.seed, DAYS)[(self.last - day).days]


def key_before(key: str) -> str:
    """The key of the day before.

    >>> key_before("0" * 64)[:8]
    '60e05bd1'
    """
    return hashlib.sha256(key.encode("ascii")).hexdigest()


def chain_of(day: date, chains: Sequence[Chain]) -> Chain | None:
    return next((chain for chain in reversed(chains) if chain.begun < day <= chain.last), None)


@lru_cache(maxsize=4)
def _keys(seed: str, days: int) -> tuple[str, ...]:
    """The last day's key comes first."""
    return tuple(accumulate(repeat(None, days - 1), lambda key, _: key_before(key), initial=key_before(seed)))
