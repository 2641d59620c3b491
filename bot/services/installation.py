"""What the processes of one installation share: claims on tasks, and the commands that Discord knows."""

from __future__ import annotations

import secrets

from bot.store import ClaimStore, InstallationStore


class Claim:
    """The right to do a task that only one process does at a time. It expires unless it is renewed in time.

    Both methods raise StoreError when the database fails.
    """

    def __init__(self, store: ClaimStore, name: str, seconds: float) -> None:
        self._store = store
        self._name = name
        self._seconds = seconds
        self._holder = secrets.token_hex(8)

    async def make(self) -> float:
        """Make or renew the claim; return 0.0 if that succeeds, else the seconds until another holder's expires."""
        return await self._store.claim(self._name, self._holder, self._seconds)

    async def release(self) -> None:
        """Release the claim, so that another process can make it."""
        await self._store.release(self._name, self._holder)


class Installation:
    """What the processes share. All methods raise StoreError when the database fails."""

    def __init__(self, store: InstallationStore, claims: ClaimStore) -> None:
        self._store = store
        self._claims = claims

    def claim(self, name: str, seconds: float) -> Claim:
        """A claim to make, which expires this many seconds after it was last made or renewed."""
        return Claim(self._claims, name, seconds)

    async def registered_commands(self) -> str | None:
        """The fingerprint of the commands last registered with Discord."""
        return await self._store.commands()

    async def commands_registered(self, fingerprint: str) -> None:
        """Record the fingerprint of the commands that are now registered."""
        await self._store.put_commands(fingerprint)
