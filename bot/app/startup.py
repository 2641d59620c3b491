"""Give the bot its card emoji and its face at Discord, after the login. One process uploads the emoji for all."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import discord

from bot.commands.request_errors import REQUEST_ERRORS
from bot.pictures.emoji import emoji_name, is_emoji_name, shown_name
from bot.pictures.portrait import portrait
from bot.services import Claim, Services, StoreError

Emoji = Mapping[str, discord.PartialEmoji]
"""The card emoji by key."""

log = logging.getLogger(__name__)

UPLOAD_SECONDS = 30.0
"""How long other processes wait for the next upload of the process that uploads the emoji."""

EMOJI_POLL_SECONDS = 10.0

FIRST_PAUSE_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 3600.0


async def provide_emoji(
    client: discord.Client, services: Services, claim: Claim, files: Mapping[str, bytes], *, delete_outdated: bool
) -> Emoji:
    """Upload the emoji that Discord lacks, and return all of them.

    Retries indefinitely if Discord refuses or cannot be reached.

    With `delete_outdated`, delete emoji of earlier versions of the bot. A client does this once: two versions running
    side by side would otherwise delete each other's emoji forever.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            faces = await _provide(client, claim, files, delete_outdated=delete_outdated)
            if faces is not None:
                return faces
        except (StoreError, *REQUEST_ERRORS) as error:
            log.warning("Discord lacks emoji, so boards do without them (%s); next try in %.0f s", error, pause)
            await services.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        else:
            if not claim.is_held:
                await services.sleep(EMOJI_POLL_SECONDS)


async def provide_avatar(client: discord.Client) -> None:
    """Give the bot its face, if it has none. A failure is only logged, because everything works without it."""
    if client.user is None or client.user.avatar is not None:
        return
    try:
        await client.user.edit(avatar=portrait())
    except REQUEST_ERRORS as error:
        log.warning("the bot has no avatar: %s", error)


async def _provide(
    client: discord.Client, claim: Claim, files: Mapping[str, bytes], *, delete_outdated: bool
) -> Emoji | None:
    """Upload missing emoji, then delete outdated ones, recognised by the hash in their names.

    Returns None if emoji are missing and another process holds the claim; the caller tries again later.
    """
    names = {emoji_name(key, png): key for key, png in files.items()}
    faces: dict[str, discord.PartialEmoji] = {}
    outdated = []
    for emoji in await client.fetch_application_emojis():
        if emoji.name in names:
            faces[names[emoji.name]] = _shown(names[emoji.name], emoji)
        elif delete_outdated and is_emoji_name(emoji.name):
            outdated.append(emoji)
    missing = {name: key for name, key in names.items() if key not in faces}
    if missing and not claim.is_held:
        await claim.make()
        return None
    if missing:
        log.info("uploading %d emoji", len(missing))
    for name, key in missing.items():
        if not await claim.make():
            return None
        created = await client.create_application_emoji(name=name, image=files[key])
        faces[key] = _shown(key, created)
    await _delete(outdated)
    if claim.is_held:
        await claim.release()
    return faces


def _shown(key: str, uploaded: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=shown_name(key), id=uploaded.id)


async def _delete(outdated: Iterable[discord.Emoji]) -> None:
    for emoji in outdated:
        try:
            await emoji.delete()
        except discord.NotFound:
            continue  # another process was faster
        except discord.HTTPException as error:
            log.warning("an outdated emoji stays until the next start: %s", error)
