"""Keeping the application's emoji at Discord as they are drawn here."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Iterable, Mapping

import discord
from aiohttp import ClientError

from bot.pictures.emoji import emoji_files, emoji_name, is_emoji_name
from bot.store import LeaseStore, StoreError

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 3600.0

LEASE_SECONDS = 30.0
"""For how long a process that uploads is waited for after its last upload."""

LOOK_SECONDS = 10.0
"""How long until it is looked again whether another process has uploaded all."""


async def provide_emoji(
    client: discord.Client, leases: LeaseStore, *, are_replaced: bool
) -> Mapping[str, discord.PartialEmoji]:
    """Have Discord know all emoji; return them by their keys. One process uploads for all.

    With `are_replaced` those that were drawn otherwise are deleted. Not twice by one client: beside a process of
    another version, which shows them, both would go on for ever.

    Where Discord refuses or cannot be reached, this tries again after a while, for as long as it takes.
    """
    lease = _Lease(leases)
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            faces = await _provide(client, lease, are_replaced=are_replaced)
            if faces is not None:
                return faces
        except (discord.HTTPException, ClientError, OSError, StoreError) as error:
            log.warning("boards are drawn as text, as the emoji are refused (%s); next try in %.0f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        else:
            await asyncio.sleep(0 if lease.is_ours else LOOK_SECONDS)


class _Lease:
    """The right to upload, which one process has."""

    def __init__(self, store: LeaseStore) -> None:
        self.is_ours = False
        self._store = store
        self._holder = secrets.token_hex(8)
        self._claimed_at = -math.inf

    async def claim(self) -> bool:
        """Claim it, or go on with it, before it gets old; whether it is ours."""
        now = time.monotonic()
        if not self.is_ours or now - self._claimed_at > LEASE_SECONDS / 3:
            self.is_ours = not await self._store.claim("emoji", self._holder, LEASE_SECONDS)
            self._claimed_at = now
        return self.is_ours

    async def release(self) -> None:
        """Let another process have it."""
        if self.is_ours:
            await self._store.release("emoji", self._holder)


async def _provide(
    client: discord.Client, lease: _Lease, *, are_replaced: bool
) -> Mapping[str, discord.PartialEmoji] | None:
    """Upload what Discord lacks, then delete what was drawn otherwise. A name tells both: it holds the file's hash.

    None where that is still to be done: by another process, or by this one, now that it may.
    """
    files = emoji_files()
    names = {emoji_name(key, png): key for key, png in files.items()}
    faces: dict[str, discord.PartialEmoji] = {}
    outdated = []
    for emoji in await client.fetch_application_emojis():
        if emoji.name in names:
            faces[names[emoji.name]] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
        elif are_replaced and is_emoji_name(emoji.name):
            outdated.append(emoji)
    missing = {name: key for name, key in names.items() if key not in faces}
    if missing and not lease.is_ours:
        await lease.claim()
        return None
    if missing:
        log.info("uploading %d emoji", len(missing))
    for name, key in missing.items():
        if not await lease.claim():
            return None
        created = await client.create_application_emoji(name=name, image=files[key])
        faces[key] = discord.PartialEmoji(name=name, id=created.id)
    await _delete(outdated)
    await lease.release()
    return faces


async def _delete(outdated: Iterable[discord.Emoji]) -> None:
    for emoji in outdated:
        try:
            await emoji.delete()
        except discord.NotFound:
            continue  # another process was faster
        except discord.HTTPException as error:
            log.warning("an outdated emoji stays until the next start: %s", error)
