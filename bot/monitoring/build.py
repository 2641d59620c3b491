"""The version of this bot."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def bot_version() -> str:
    """Return "unknown" for a bot that runs without being installed."""
    try:
        return version("patience-bot")
    except PackageNotFoundError:
        return "unknown"
