"""`python -m bot info`: print the bot's version, clock and settings, and the contents of its database."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime
from importlib.util import find_spec

from pydantic import SecretStr

from bot.cli.verify import print_contents
from bot.monitoring.build import bot_version
from bot.settings import Settings
from bot.store import location_of, open_snapshot


async def info(settings: Settings) -> int:
    """Print the versions, the settings without secrets, and the contents of the database; return 0."""
    speed = "compiled (Numba)" if find_spec("numba") else "not compiled: install the extra `solver`"
    lines = {
        "version": f"{bot_version()}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        "solver": speed,
        "clock": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "database": location_of(settings.database_url),
    }
    for name in sorted(settings.model_fields_set - {"database_url"}):
        value = getattr(settings, name)
        lines[name.upper()] = "set" if isinstance(value, SecretStr) else str(value)
    sys.stdout.write("".join(f"{name}: {value}\n" for name, value in lines.items()))
    async with open_snapshot(settings.database_url) as snapshot:
        sys.stdout.write(f"size: {await snapshot.size():,} bytes\n")
        await print_contents(snapshot)
    return 0
