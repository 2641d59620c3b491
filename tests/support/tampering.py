"""Changing the database behind the bot's back."""

from pathlib import Path

PAGE = 4096
"""The size of a page of an SQLite database, in bytes."""


def overwrite(path: Path, part: float, *, pages: int = 1, filler: bytes = b"\x5a") -> None:
    """Overwrite pages of a file; `part`, from 0 to 1, is the position of the first one."""
    content = bytearray(path.read_bytes())
    first = int(part * (len(content) // PAGE)) * PAGE
    content[first : first + pages * PAGE] = filler * (pages * PAGE)
    path.write_bytes(bytes(content))
