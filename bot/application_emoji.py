"""Keeping the application's emoji at Discord as they are drawn here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import discord
from aiohttp import ClientError

from bot.board.faces import Face
from bot.pictures.emoji import emoji_files, emoji_name, is_emoji_name

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 3600.0


async def provide_emoji(client: discord.Client) -> Mapping[str, Face]:
    """Have Discord know all emoji; return them by their keys.

    Where it refuses or cannot be reached, this tries again after a while, for as long as it takes.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await _provide(client)
        except (discord.HTTPException, ClientError, OSError) as error:
            log.warning("boards are drawn as text, as the emoji are refused (%s); next try in %.0f s", error, pause)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)


async def _provide(client: discord.Client) -> Mapping[str, Face]:
    """Upload what Discord lacks, then delete what was drawn otherwise. A name tells both: it holds the file's hash."""
    files = emoji_files()
    names = {emoji_name(key, png): key for key, png in files.items()}
    faces: dict[str, Face] = {}
    outdated = []
    for emoji in await client.fetch_application_emojis():
        if emoji.name in names:
            faces[names[emoji.name]] = Face(emoji.name, emoji.id)
        elif is_emoji_name(emoji.name):
            outdated.append(emoji)
    missing = {name: key for name, key in names.items() if key not in faces}
    if missing:
        log.info("uploading %d emoji", len(missing))
    for name, key in missing.items():
        faces[key] = Face(name, (await client.create_application_emoji(name=name, image=files[key])).id)
    for emoji in outdated:
        try:
            await emoji.delete()
        except discord.HTTPException as error:
            log.warning("an outdated emoji stays until the next start: %s", error)
    return faces
