"""Which bot this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def bot_version() -> str:
    """Return the version that is installed; "unknown" for a bot that runs without being installed."""
    try:
        return version("patience-bot")
    except PackageNotFoundError:
        return "unknown"
