"""A position as aligned text, for a code block: suits stay text there, for every theme and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.board.message import WIDTH
from engine import BACK, Card, Hidden, View

_EMPTY = "–"


def table(view: View, *, spread: bool) -> str:
    """The whole table, a line a pile, or with the piles side by side where they are `spread`: one card each."""
    lines = [*_head(view), *(_spread(view) if spread else _stacked(view))]
    return "\n".join(line.rstrip() for line in lines)


def _head(view: View) -> Iterator[str]:
    if view.foundations:
        cells = [f"{f'{_EMPTY if top is None else top.rank}{suit}':<3}" for suit, top in view.foundations]
        for start in range(0, len(cells), 4):
            yield ("Home  " if start == 0 else "      ") + " ".join(cells[start : start + 4])
    if view.waste is not None:
        top = f"{view.waste[-1]} ({len(view.waste)})" if view.waste else _EMPTY
        yield f"Waste {top}"
    if view.foundations:
        yield ""


def _stacked(view: View) -> Iterator[str]:
    """Each pile on a line of its own, the top card last; a long pile goes on below, under its cards."""
    for number, pile in enumerate(view.piles, 1):
        hidden = sum(card is BACK for card in pile)
        backs = str(BACK) * hidden + " " if hidden else ""
        lead = f"{number:>2}  "
        cells = [f"{card!s:<3}" for card in pile[hidden:]]
        first = (WIDTH - len(lead) - len(backs) + 1) // 4
        following = (WIDTH - len(lead) + 1) // 4
        yield lead + backs + (" ".join(cells[:first]) if pile else _EMPTY)
        for start in range(first, len(cells), following):
            yield " " * len(lead) + " ".join(cells[start : start + following])


def _spread(view: View) -> Iterator[str]:
    cells = [f"{number:>2} {_only(pile):<3}" for number, pile in enumerate(view.piles, 1)]
    for start in range(0, len(cells), 4):
        yield "  ".join(cells[start : start + 4])


def _only(pile: Sequence[Card | Hidden]) -> str:
    return str(pile[0]) if pile else _EMPTY
