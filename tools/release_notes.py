"""Print what the changelog says about a release: `python tools/release_notes.py v1.2.3`.

The tag has to name the version in pyproject.toml, and the changelog has to have a section about it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def release_notes(tag: str, version: str, changelog: str) -> str:
    """Return the section about the version. Raises ValueError where the tag, the version and the changelog disagree."""
    if tag != f"v{version}":
        raise ValueError(f"The tag {tag} is not that of version {version} in pyproject.toml.")
    section = re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |^\[|\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section “## [{version}] - YYYY-MM-DD”.")
    return section[1].strip()


def main(tag: str) -> int:
    """Print the notes, or say on standard error what disagrees."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        notes = release_notes(tag, project["version"], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{notes}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
