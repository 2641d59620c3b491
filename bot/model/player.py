"""Who plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Player:
    """Someone by their id, the name that others call them, and the server in which they act, if any."""

    id: int
    name: str = ""
    server_id: int | None = None


NOBODY = Player(0)
"""Whoever the bot's own work is for."""
