"""The table of a game in a message: as emoji, as aligned text, in words, or as a picture with a description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

import wcwidth

from bot.language import Language
from bot.messages.aloud import table_in_words
from bot.messages.formatting import WIDTH, code_block
from bot.messages.message import Picture
from bot.messages.style import EmojiDeck, Style
from bot.model.preferences import BoardView
from engine import BACK, Card, Game, View

_ROOM_FOR_EMOJI = 3750
"""Characters for an emoji table: an embed's description has 4096, and the lines around the table take the rest."""

_EMPTY = "–"
_FOUNDATIONS_IN_A_LINE, _PILES_IN_A_LINE = 4, 3  # of text
_CARDS_IN_A_LINE = 10  # of emoji, on a phone
_PILES_IN_A_ROW = 7
"""Piles of one card side by side, in emoji: Tens has two such rows, as wide as the tables of other games."""

_TALL = 5
"""Cards in a column of emoji that has its number below, too."""


def is_spread(game: Game) -> bool:
    """Whether the game's piles hold one card each, and so are drawn in rows."""
    return game.variant.rules.discards


def draw_table(view: View, style: Style, *, spread: bool) -> str:
    """Draw a table as part of an embed's description: in words, in emoji if they fit, or as aligned text."""
    if style.view is BoardView.WORDS:
        return table_in_words(view, style.language)
    if style.view is BoardView.EMOJI and style.deck is not None:
        drawn = emoji_table(view, style.deck, style.language, spread=spread, room=_ROOM_FOR_EMOJI)
        if drawn is not None:
            return drawn
    return code_block(text_table(view, style.language, spread=spread))


def picture_legend(view: View, language: Language) -> str:
    """Say what lies where in a picture with foundations; in others all is plain."""
    if not view.foundations:
        return ""
    (base, _), *_ = view.foundations
    text = language.text("Top row: foundations, up from {rank}. On the right: stock and waste.", rank=base.rank)
    return f"-# {text}"


def table_picture(view: View, language: Language, content: bytes) -> Picture:
    """Attach a drawn table, described for screen readers."""
    return Picture("table.png", content, _description(view, language))


def text_table(view: View, language: Language, *, spread: bool) -> str:
    """Draw a table as text: each pile on a line of its own, or three piles on a line if they are `spread`."""
    lines = [*_text_head(view, language), *(_text_spread(view) if spread else _text_piles(view))]
    return "\n".join(line.rstrip() for line in lines)


def emoji_table(view: View, deck: EmojiDeck, language: Language, *, spread: bool, room: int) -> str | None:
    """Draw a table in at most `room` characters of emoji; None if it does not fit.

    Each pile is a column if there is room for the gaps beside long columns, else a line. Cards are as high as text:
    Discord enlarges emoji only where they are alone in a message, 30 at most, and in headings, but in an embed's
    headings only on phones (https://github.com/discord/discord-api-docs/issues/6241), and never without a margin.
    """
    head = list(_emoji_head(view, deck, language))
    numbered, explained = partial(_emoji_columns, numbered_below=True), partial(_emoji_lines, language=language)
    bodies = (_emoji_spread,) if spread else (numbered, _emoji_columns, explained, _emoji_lines)
    tables = ("\n".join([*head, *body(view, deck)]) for body in bodies)
    return next((table for table in tables if len(table) <= room), None)


def _description(view: View, language: Language) -> str:
    parts = []
    if view.foundations:
        parts.append((" · ".join(_foundations_label(view, language)), " ".join(_foundations(view))))
    if view.waste is not None:
        parts.append((language.text("Waste"), _waste(view.waste)))
    parts.append((language.text("Stock"), str(view.stock)))
    for number, pile in enumerate(view.piles, 1):
        hidden = pile.count(BACK)
        backs = [language.text("face down: {number}", number=hidden)] if hidden else []
        parts.append((str(number), " ".join([*backs, *map(str, pile[hidden:])]) or _EMPTY))
    return ". ".join(f"{name}: {cards}" for name, cards in parts)


def _text_head(view: View, language: Language) -> Iterator[str]:
    if view.foundations:
        labels = _foundations_label(view, language)
        lead = max(map(wcwidth.width, labels)) + 1
        for label, row in zip(
            labels, _rows([f"{top:<3}" for top in _foundations(view)], _FOUNDATIONS_IN_A_LINE, " "), strict=True
        ):
            yield wcwidth.ljust(label, lead) + row
    if view.waste is not None:
        yield " ".join((language.text("Waste"), _waste(view.waste)))
    if view.foundations:
        yield ""


def _foundations_label(view: View, language: Language) -> tuple[str, str]:
    """The name of the foundations, and what they start with."""
    base, _ = view.foundations[0]
    return language.text("Foundations"), language.text("up from {rank}", rank=base.rank)


def _foundations(view: View) -> list[str]:
    return [f"{_EMPTY if top is None else top.rank}{base.suit}" for base, top in view.foundations]


def _waste(waste: Sequence[Card]) -> str:
    return f"{waste[-1]} ({len(waste)})" if waste else _EMPTY


def _text_piles(view: View) -> Iterator[str]:
    """Write each pile on a line, its top card last; a long pile continues on the next line."""
    for number, pile in enumerate(view.piles, 1):
        hidden = pile.count(BACK)
        backs = str(BACK) * hidden + " " if hidden else ""
        lead = f"{number:>2}  "
        cells = [f"{card!s:<3}" for card in pile[hidden:]]
        first = (WIDTH - len(lead) - len(backs) + 1) // 4
        following = (WIDTH - len(lead) + 1) // 4
        yield lead + backs + (" ".join(cells[:first]) if pile else _EMPTY)
        for start in range(first, len(cells), following):
            yield " " * len(lead) + " ".join(cells[start : start + following])


def _text_spread(view: View) -> Iterator[str]:
    cells = [f"{number:>2} {str(pile[0]) if pile else _EMPTY:<3}" for number, pile in enumerate(view.piles, 1)]
    return _rows(cells, _PILES_IN_A_LINE, "  ")


def _rows(cells: Sequence[str], in_a_line: int, gap: str) -> Iterator[str]:
    for start in range(0, len(cells), in_a_line):
        yield gap.join(cells[start : start + in_a_line])


def _emoji_head(view: View, deck: EmojiDeck, language: Language) -> Iterator[str]:
    if view.foundations:
        yield f"-# {' · '.join(_foundations_label(view, language))}"
        yield "".join(str(deck.base(base)) if top is None else deck.texts[top] for base, top in view.foundations)
    if view.waste is not None:
        top = f"{deck.texts[view.waste[-1]]} ({len(view.waste)})" if view.waste else str(deck.empty)
        yield " ".join((language.text("Waste"), top))


def _emoji_columns(view: View, deck: EmojiDeck, *, numbered_below: bool = False) -> Iterator[str]:
    """Draw each pile as a column under its number, its top card lowest; tall tables may have the numbers below, too."""
    numbers = [str(deck.number(number)) for number in range(1, len(view.piles) + 1)]
    yield "".join(numbers)
    texts, empty, gap = deck.texts, [str(deck.empty)], str(deck.gap)
    columns = [[texts[card] for card in pile] or empty for pile in view.piles]
    last = len(columns)
    for depth, cells in enumerate(zip_longest(*columns, fillvalue=gap)):
        while len(columns[last - 1]) <= depth:  # the last columns have ended: leave out their gaps
            last -= 1
        yield "".join(cells[:last])
    if numbered_below and max(map(len, columns)) >= _TALL:
        yield "".join(numbers)


def _emoji_lines(view: View, deck: EmojiDeck, language: Language | None = None) -> Iterator[str]:
    """Draw each pile as a line after its number, its top card last; a long pile continues on the next line.

    With a language it says so, to a player who has seen smaller tables, in columns.
    """
    if language is not None:
        guide = language.text("Each line is a pile, its top card last.")
        yield f"-# {guide}"
    texts, empty, gap = deck.texts, [str(deck.empty)], str(deck.gap)
    for number, pile in enumerate(view.piles, 1):
        cards = [texts[card] for card in pile] or empty
        for start in range(0, len(cards), _CARDS_IN_A_LINE):
            yield "".join((gap if start else str(deck.number(number)), *cards[start : start + _CARDS_IN_A_LINE]))


def _emoji_spread(view: View, deck: EmojiDeck) -> Iterator[str]:
    cards = [deck.texts[pile[0]] if pile else str(deck.empty) for pile in view.piles]
    for start in range(0, len(cards), _PILES_IN_A_ROW):
        row = cards[start : start + _PILES_IN_A_ROW]
        yield "".join(str(deck.number(number)) for number in range(start + 1, start + len(row) + 1))
        yield "".join(row)
