"""A heartbeat file, and the check of it: `python -m bot.health` succeeds while the bot serves Discord."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path

import discord

from bot.settings import SettingsError, load_settings

log = logging.getLogger(__name__)

BEAT_SECONDS = 10.0
DEAD_AFTER_SECONDS = 45.0


async def beat(file: Path | None, client: discord.AutoShardedClient) -> None:
    """Touch the file every few seconds while the client is connected; do nothing without a file."""
    while file is not None:
        if client.is_ready() and not any(shard.is_closed() for shard in client.shards.values()):
            try:
                await asyncio.to_thread(_touch, file)
            except OSError as error:
                log.warning("HEALTH_FILE cannot be touched: %s", error)
        await asyncio.sleep(BEAT_SECONDS)


def _touch(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def is_alive(file: Path, now: float) -> bool:
    """Whether the last beat is recent; `now` is in Unix seconds."""
    return file.exists() and now - file.stat().st_mtime < DEAD_AFTER_SECONDS


def main() -> int:
    """Exit status 0 where the heartbeat is recent, 1 where not."""
    try:
        file = load_settings().health_file
    except SettingsError:
        return 1
    return 0 if file is not None and is_alive(file, time.time()) else 1


if __name__ == "__main__":
    sys.exit(main())
