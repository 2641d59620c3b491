"""A position as aligned text, for a code block: suits stay text there, for every theme and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.language import Language
from bot.messages.columns import WIDTH, columns_of, padded
from engine import BACK, Card, Hidden, View

_EMPTY = "–"


def table(view: View, language: Language, *, spread: bool) -> str:
    """The whole table, a line a pile, or with the piles side by side where they are `spread`: one card each."""
    lines = [*_head(view, language), *(_spread(view) if spread else _stacked(view))]
    return "\n".join(line.rstrip() for line in lines)


def described(view: View, language: Language) -> str:
    """The whole table in one line, for a screen reader in the place of a picture."""
    parts = []
    if view.foundations:
        tops = " ".join(f"{_EMPTY if top is None else top.rank}{suit}" for suit, top in view.foundations)
        parts.append((language.text("Home"), tops))
    if view.waste is not None:
        parts.append((language.text("Waste"), f"{view.waste[-1]} ({len(view.waste)})" if view.waste else _EMPTY))
    parts.append((language.text("Stock"), str(view.stock)))
    for number, pile in enumerate(view.piles, 1):
        hidden = sum(card is BACK for card in pile)
        backs = [language.text("face down: {number}", number=hidden)] if hidden else []
        parts.append((str(number), " ".join([*backs, *map(str, pile[hidden:])]) or _EMPTY))
    return ". ".join(f"{name}: {cards}" for name, cards in parts)


def _head(view: View, language: Language) -> Iterator[str]:
    home, waste = language.text("Home"), language.text("Waste")
    lead = max(columns_of(home), columns_of(waste)) + 1
    if view.foundations:
        cells = [f"{f'{_EMPTY if top is None else top.rank}{suit}':<3}" for suit, top in view.foundations]
        for start in range(0, len(cells), 4):
            yield padded(home if start == 0 else "", lead) + " ".join(cells[start : start + 4])
    if view.waste is not None:
        top = f"{view.waste[-1]} ({len(view.waste)})" if view.waste else _EMPTY
        yield padded(waste, lead) + top
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
