"""The player who acts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Player:
    """A player: their id, the name that others see, and the server in which they act, if any."""

    id: int
    name: str = ""
    server_id: int | None = None


NOBODY = Player(0)
"""Stands for the player in the bot's own work."""
