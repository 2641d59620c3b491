"""The environment of a bot that a test starts as a process: its own database, without the developer's settings."""

import os
from pathlib import Path

from bot.settings import Settings

_ROOT = Path(__file__).parents[2]


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """The bot keeps its games in `folder`, and leaves the processor to others."""
    left_out = {"DISPLAY", *(name.upper() for name in Settings.model_fields)}
    kept = {name: value for name, value in os.environ.items() if name.upper() not in left_out}
    database = {"DATABASE_URL": f"sqlite:///{folder / 'patience.sqlite3'}"}
    own = {"PYTHONPATH": str(_ROOT), "PYTHONUNBUFFERED": "1", "PROVE_DAILIES": "no"}
    # Tests play faster than any player.
    own |= {"LIMIT_USER_PER_SECOND": "0", "LIMIT_ALL_PER_SECOND": "0"}
    return {**kept, **own, **database, **settings}
