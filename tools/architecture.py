"""Draw the rooms of the code, and what each imports, into docs/architecture.md: `python -m tools.architecture`.

A room is a folder or a module in `bot/`, or the engine as a whole. Its text is the first sentence of its docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"

Rooms = Mapping[str, frozenset[str]]
"""The paths of all rooms, and of the rooms that each imports."""

_PICTURE = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def read_rooms() -> Rooms:
    """Read the rooms and their imports from the code."""
    graph = grimp.build_graph("bot", "engine", exclude_type_checking_imports=True)
    rooms: dict[str, set[str]] = {}
    for module in graph.modules - {"bot"}:
        imported = map(_room_of, graph.find_modules_directly_imported_by(module))
        rooms.setdefault(_room_of(module), set()).update(imported)
    return {room: frozenset(imported - {room}) for room, imported in rooms.items()}


def _room_of(module: str) -> str:
    package, *inner = module.split(".")
    path = "engine" if package == "engine" else f"bot/{inner[0]}"
    return f"{path}/" if (ROOT / path).is_dir() else f"{path}.py"


def draw(rooms: Rooms) -> str:
    """Draw the rooms as a Mermaid flowchart; each arrow points from a room to one that it imports.

    Imports that follow from others are left out: a room may also import whatever the rooms that it imports do.
    """
    boxes = [f'{_id(room)}["<b>{room}</b><br>{_purpose(room)}"]' for room in sorted(rooms)]
    arrows = [
        f"{_id(room)} --> {_id(other)}"
        for room in sorted(rooms)
        for other in sorted(rooms[room] - _reached(rooms, rooms[room]))
    ]
    return "".join(f"{line}\n" for line in ("flowchart TD", *boxes, *arrows))


def _id(room: str) -> str:
    return re.sub(r"\W+", "_", room).strip("_")


def _reached(rooms: Rooms, start: Iterable[str]) -> set[str]:
    """The rooms that these import, directly or indirectly."""
    found: set[str] = set()
    ahead = [other for room in start for other in rooms[room]]
    while ahead:
        room = ahead.pop()
        if room not in found:
            found.add(room)
            ahead += rooms[room]
    return found


def _purpose(room: str) -> str:
    """The first sentence of a room's docstring."""
    path = ROOT / room
    file = path / "__init__.py" if path.is_dir() else path
    text = " ".join((ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split())
    return text.partition(". ")[0].removesuffix(".").replace("`", "")


def with_picture(page: str) -> str:
    """Return the page with the picture redrawn from the code."""
    return _PICTURE.sub(draw(read_rooms()), page, count=1)


if __name__ == "__main__":
    PAGE.write_text(with_picture(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
