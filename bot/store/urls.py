"""Database URLs without their secrets."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

POSTGRESQL = ("postgresql://", "postgres://")


def location_of(url: str | Path) -> str:
    """Return a URL without user and password."""
    if not str(url).startswith(POSTGRESQL):
        return str(url)
    parts = urlsplit(str(url))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
