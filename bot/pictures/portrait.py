"""The face of the bot; `python -m tools.portrait` draws it."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_suffix(".png")


def portrait() -> bytes:
    """Return the square PNG file that ships with the bot."""
    return FILE.read_bytes()
