"""A position in the application's emoji, all equally wide: so the piles lie side by side, as on a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from bot.language import Language
from bot.messages.faces import Faces
from engine import View

_LINE = 10
"""How many cards of a pile fit into a line on a phone."""

_SPREAD_PILES = 7
"""How many one-card piles lie side by side: two rows of Tens, as wide as the other games."""


def emoji_table(view: View, faces: Faces, language: Language, *, spread: bool, room: int) -> str | None:
    """The whole table in at most `room` characters; None where it does not fit.

    Where columns need too much, a pile becomes a line.
    """
    head = list(_head(view, faces, language))
    bodies = (_spread,) if spread else (_columns, _lines)
    tables = ("\n".join([*head, *body(view, faces)]) for body in bodies)
    return next((table for table in tables if len(table) <= room), None)


def _head(view: View, faces: Faces, language: Language) -> Iterator[str]:
    if view.foundations:
        yield "".join(str(faces.base(suit) if top is None else faces.card(top)) for suit, top in view.foundations)
    if view.waste is not None:
        top = f"{faces.card(view.waste[-1])} ({len(view.waste)})" if view.waste else str(faces.empty)
        yield " ".join((language.text("Waste"), top))


def _columns(view: View, faces: Faces) -> Iterator[str]:
    """Each pile a column under its number, the top card lowest."""
    yield "".join(str(faces.number(number)) for number in range(1, len(view.piles) + 1))
    texts, empty, gap = faces.texts, [str(faces.empty)], str(faces.gap)
    columns = [[texts[card] for card in pile] or empty for pile in view.piles]
    last = len(columns)
    for depth, cells in enumerate(zip_longest(*columns, fillvalue=gap)):
        while len(columns[last - 1]) <= depth:  # nothing lies to the right of it so far down
            last -= 1
        yield "".join(cells[:last])


def _lines(view: View, faces: Faces) -> Iterator[str]:
    """Each pile a line behind its number, the top card last; a long pile goes on below."""
    texts, empty, gap = faces.texts, [str(faces.empty)], str(faces.gap)
    for number, pile in enumerate(view.piles, 1):
        cards = [texts[card] for card in pile] or empty
        for start in range(0, len(cards), _LINE):
            yield "".join((gap if start else str(faces.number(number)), *cards[start : start + _LINE]))


def _spread(view: View, faces: Faces) -> Iterator[str]:
    cards = [faces.card(pile[0]) if pile else faces.empty for pile in view.piles]
    for start in range(0, len(cards), _SPREAD_PILES):
        row = cards[start : start + _SPREAD_PILES]
        yield "".join(str(faces.number(number)) for number in range(start + 1, start + len(row) + 1))
        yield "".join(map(str, row))
