"""Users and servers that the host of the bot keeps out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """What a block concerns."""

    USER = "user"
    """The bot refuses what the user asks for, and sends them nothing."""

    SERVER = "server"
    """The bot refuses everyone in the server, and announces nothing there."""

    NAME = "name"
    """Leaderboards hide the user's name from others."""


@dataclass(frozen=True)
class Block:
    """A block of a user or a server, by its id, since a Unix time."""

    kind: BlockKind
    id: int
    since: int
