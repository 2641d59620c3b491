"""Users and servers that the host keeps out, and names that the host or a server hides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    USER = "user"
    """The bot refuses what the user asks for, and sends them nothing."""

    SERVER = "server"
    """The bot refuses everyone in the server, and announces nothing there."""

    NAME = "name"
    """Leaderboards hide the user's name from others."""


def name_in(server_id: int) -> str:
    """The kind of block by which those who manage a server hide a user's name there.

    >>> name_in(5)
    'name in 5'
    """
    return f"{BlockKind.NAME} in {server_id}"


@dataclass(frozen=True)
class Block:
    """A block of a user or a server, by its id, since a Unix time."""

    kind: BlockKind
    id: int
    since: int


@dataclass(frozen=True)
class ServerPlayer:
    """A player with results in a server, and whether those who manage it have hidden them there."""

    id: int
    name: str
    is_hidden: bool
