"""Which processes run on one database, so that a bot that runs twice is noticed."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from bot.store import ClaimStore, StoreError

BEAT_SECONDS = 20.0
"""How often a process gives a sign of life. Another one is noticed after two of its signs."""

_CLAIM = "process "
_CLAIM_SECONDS = 60 * 60.0
"""How long the claim of a process that died stays."""


@dataclass(frozen=True)
class Process:
    """A running bot: its name, and the shards that it serves."""

    name: str
    shard_count: int
    shards: Sequence[int]

    def conflict(self, other: Process) -> str | None:
        """Why the other process must not run beside this one, for the host to read; None if it may."""
        if other.shard_count != self.shard_count:
            return (
                f"{other.name} uses this database with SHARD_COUNT={other.shard_count}, but {self.name} with "
                f"{self.shard_count}: stop all processes, and set the same everywhere"
            )
        both = set(self.shards) & set(other.shards)
        if both:
            return (
                f"{other.name} serves shard {min(both)}, as {self.name} does: the bot runs twice, or two processes "
                "have the same POD_NAME or SHARD_IDS; stop one of them"
            )
        return None

    def format(self) -> str:
        """The process as text, which `parse` reads."""
        return f"{self.shard_count} {','.join(map(str, self.shards))} {self.name}"

    @classmethod
    def parse(cls, text: str) -> Process:
        """Read a process from its text. Raises ValueError."""
        count, shards, name = text.split(" ", 2)
        return cls(name, int(count), tuple(map(int, shards.split(","))))


class Processes:
    """Knows the other processes by their claims. All methods raise StoreError when the database fails."""

    def __init__(self, claims: ClaimStore) -> None:
        self._claims = claims
        self._claim = _CLAIM + secrets.token_hex(8)
        self._holder = ""
        self._seen: dict[str, int] = {}
        """When each of the others gave its last sign of life that this process has seen."""

    async def beat(self, own: Process) -> list[Process]:
        """Give a sign of life, and return the others that have given one since the last beat.

        So a process that was killed, and whose successor has started, is not among them.
        """
        self._holder = own.format()
        await self._claims.claim(self._claim, self._holder, 0)
        claims = {name: (holder, at) for name, holder, at in await self._claims.named(_CLAIM)}
        _, now = claims.pop(self._claim, ("", 0))
        alive = []
        for name, (holder, at) in claims.items():
            if now - at > _CLAIM_SECONDS * 1000:
                await self._claims.release(name, holder)
            elif self._seen.get(name, at) != at:
                with contextlib.suppress(ValueError):  # of another version
                    alive.append(Process.parse(holder))
        self._seen = {name: at for name, (_, at) in claims.items()}
        return alive

    async def leave(self) -> None:
        """Let the other processes know that this one has ended."""
        with contextlib.suppress(StoreError):
            await self._claims.release(self._claim, self._holder)
