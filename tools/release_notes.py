"""Print the changelog's section about a release: `python tools/release_notes.py v1.2.3`.

The tag must name the version in pyproject.toml, and the changelog must have a section about it. A warning says if the
animation in the README shows older boards.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
ANIMATION = ROOT / "docs" / "playing.webp"

_DRAWING = (
    "messages/board.py",
    "messages/controls.py",
    "messages/ending.py",
    "messages/table.py",
    "messages/taps.py",
    "pictures/*.py",
    "pictures/emoji/*.png",
)
BOARD_FILES = tuple(sorted(file for pattern in _DRAWING for file in (ROOT / "bot").glob(pattern)))
"""The files that draw what the animation shows."""


def fingerprint(files: Iterable[Path] = BOARD_FILES) -> bytes:
    """Hash these files; `tools/animation.py` stores the hash in its recording."""
    parts = (hashlib.sha256(file.read_bytes()).digest() for file in files)
    return b"boards:" + hashlib.sha256(b"".join(parts)).hexdigest().encode()


def release_notes(tag: str, version: str, changelog: str) -> str:
    """Raises ValueError if the tag, the version and the changelog disagree."""
    if tag != f"v{version}":
        raise ValueError(f"The tag {tag} is not that of version {version} in pyproject.toml.")
    section = re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |^\[|\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section “## [{version}] - YYYY-MM-DD”.")
    return section[1].strip()


def main(tag: str) -> int:
    """Print the notes, or the disagreement on standard error."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        notes = release_notes(tag, project["version"], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if fingerprint() not in ANIMATION.read_bytes():
        sys.stderr.write(f"warning: {ANIMATION.name} shows older boards: record it again with make animation\n")
    sys.stdout.buffer.write(f"{notes}\n".encode())  # in UTF-8, whatever the console uses
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
