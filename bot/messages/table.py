"""A game's table in a message, as emoji, aligned text, words or a picture, and the counts above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

import wcwidth

from bot.language import Language
from bot.messages.aloud import table_in_words
from bot.messages.formatting import WIDTH, code_block, facts
from bot.messages.labels import cards_home_text, step_labels
from bot.messages.message import Picture
from bot.messages.style import EmojiDeck, Style
from bot.model.game import UserGame
from bot.model.marks import NO_MARKS, Mark, Marks
from bot.model.preferences import BoardView
from bot.model.score import counts_refusals
from engine import BACK, CELLS, FOUNDATIONS, PILES, WASTE, Card, Game, View, pile
from engine.building import BuildingPosition

_ROOM_FOR_EMOJI = 3750
"""Characters for an emoji table: an embed's description has 4096, and the lines around the table take the rest."""

_EMPTY = "–"
SIGNS = {None: "", Mark.MOVED: "*", Mark.HINT: "?"}
"""The sign after a marked card in text."""
_CELL = 3
"""Columns of a card in text; only a ten with a sign needs another."""
_FOUNDATIONS_IN_A_LINE = 4  # of text
_CARDS_IN_A_LINE = 10  # emoji, on a phone
_PILES_IN_A_LINE = 7
"""Piles of one card side by side, in emoji: Tens has two such lines, as wide as the tables of other games."""

_TALL = 5
"""A column of emoji with this many cards also has its number below."""


def draw_table(view: View, style: Style, *, marks: Marks = NO_MARKS) -> str:
    """Draw a table as part of an embed's description: in words, in emoji if they fit, or as aligned text."""
    if style.is_spoken:
        return table_in_words(view, style.language)
    if style.view is BoardView.EMOJI and style.deck is not None:
        drawn = emoji_table(view, style.deck, style.language, room=_ROOM_FOR_EMOJI, marks=marks)
        if drawn is not None:
            return drawn
    return code_block(text_table(view, style.language, marks=marks))


def table_picture(game: Game, language: Language, content: bytes) -> Picture:
    return Picture("table.png", content, _description(game, language))


def text_table(view: View, language: Language, *, marks: Marks = NO_MARKS) -> str:
    """Each pile has a line of its own, or three piles of one card share a line."""
    piles = _text_spread if view.is_spread else _text_piles
    lines = [*_text_head(view, language, marks), *piles(view, marks)]
    return "\n".join(line.rstrip() for line in lines)


def emoji_table(view: View, deck: EmojiDeck, language: Language, *, room: int, marks: Marks = NO_MARKS) -> str | None:
    """Draw a table in at most `room` characters of emoji; None if it does not fit.

    Each pile is a column if there is room for the gaps beside long columns, else a line. Cards are as high as text:
    Discord enlarges emoji only where they are alone in a message, 30 at most, and in headings, but in an embed's
    headings only on phones (https://github.com/discord/discord-api-docs/issues/6241), and never without a margin.
    """
    head = list(_emoji_head(view, deck, language, marks))
    numbered = partial(_emoji_columns, numbered_below=True)
    explained = partial(_emoji_lines, language=language)
    bodies = (_emoji_spread,) if view.is_spread else (numbered, _emoji_columns, explained, _emoji_lines)
    piles = _emoji_piles(view, deck, marks)
    tables = ("\n".join([*head, *body(piles, deck)]) for body in bodies)
    return next((table for table in tables if len(table) <= room), None)


def _description(game: Game, language: Language) -> str:
    view = game.view()
    parts = []
    if game.steps:
        parts.append((language.text("Last move"), ", ".join(step_labels(game, language))))
    if view.foundations:
        parts.append((" · ".join(_foundations_label(view, language)), " ".join(_foundations(view, NO_MARKS))))
    if view.waste is not None:
        parts.append((language.text("Waste"), _waste(view, NO_MARKS)))
    if view.cells:
        parts.append((language.text("Cells"), " ".join(_cells(view, NO_MARKS))))
    if view.stock is not None:
        parts.append((language.text("Stock"), str(view.stock)))
    for number, cards in enumerate(view.piles, 1):
        hidden = cards.count(BACK)
        backs = [language.text("face down: {number}", number=hidden)] if hidden else []
        parts.append((str(number), " ".join([*backs, *map(str, cards[hidden:])]) or _EMPTY))
    return ". ".join(f"{name}: {cards}" for name, cards in parts)


def _text_head(view: View, language: Language, marks: Marks) -> Iterator[str]:
    if view.foundations:
        labels = _foundations_label(view, language)
        lead = max(map(wcwidth.width, labels)) + 1
        tops = _padded(_foundations(view, marks))
        lines = (tops[:_FOUNDATIONS_IN_A_LINE], tops[_FOUNDATIONS_IN_A_LINE:])
        for label, line in zip(labels, lines, strict=True):
            first, *others = _lines(line, WIDTH - lead)
            yield wcwidth.ljust(label, lead) + first
            yield from (" " * lead + line for line in others)
    if view.waste is not None:
        yield " ".join((language.text("Waste"), _waste(view, marks)))
    if view.cells:
        yield " ".join((language.text("Cells"), *_padded(_cells(view, marks))))
    if view.foundations:
        yield ""


def _foundations_label(view: View, language: Language) -> tuple[str, str]:
    """The name of the foundations, and the cards that they start with."""
    base, _ = view.foundations[0]
    return language.text("Foundations"), language.text("from {rank} up", rank=base.rank)


def _foundations(view: View, marks: Marks) -> list[str]:
    return [
        f"{_EMPTY if top is None else top.rank}{base.suit}{SIGNS[marks.at(place)]}"
        for place, (base, top) in zip(FOUNDATIONS[1:], view.foundations, strict=False)
    ]


def _cells(view: View, marks: Marks) -> list[str]:
    cells = zip(CELLS[1:], view.cells, strict=False)
    return [f"{_EMPTY if card is None else card}{SIGNS[marks.at(place)]}" for place, card in cells]


def _waste(view: View, marks: Marks) -> str:
    shown = " ".join(f"{card}{SIGNS[mark]}" for card, mark in _fan(view, marks))
    return f"{shown} ({len(view.waste or ())})" if shown else _EMPTY


def _fan(view: View, marks: Marks) -> list[tuple[Card, Mark | None]]:
    """The cards of the waste that lie side by side, with their marks."""
    first = len(view.waste or ()) - len(view.fan)
    return [(card, marks.at(WASTE, index)) for index, card in enumerate(view.fan, first)]


def _text_piles(view: View, marks: Marks) -> Iterator[str]:
    """Write each pile on a line, its top card last; a long pile continues on the next line."""
    for number, lying in enumerate(view.piles, 1):
        hidden = lying.count(BACK)
        backs = [str(BACK) * hidden] if hidden else []
        shown = enumerate(lying[hidden:] or (_EMPTY,), hidden)
        cards = [f"{card}{SIGNS[marks.at(pile(number), index)]}" for index, card in shown]
        lead = _lead(number)
        first, *others = _lines([*backs, *_padded(cards)], WIDTH - len(lead))
        yield lead + first
        yield from (" " * len(lead) + line for line in others)


def _text_spread(view: View, marks: Marks) -> Iterator[str]:
    cells = []
    for number, lying in enumerate(view.piles, 1):
        card = f"{lying[0] if lying else _EMPTY}{SIGNS[marks.at(pile(number))]}"
        cells.append(f"{_lead(number)}{card:<{_CELL + 1}} ")
    return _lines(cells, WIDTH)


def _lead(number: int) -> str:
    """The number of a pile, which must not look like the rank of its first card."""
    return f"{number:>2}: "


def _padded(cards: Sequence[str]) -> list[str]:
    return [card.ljust(_CELL) for card in cards]


def _lines(cells: Sequence[str], room: int) -> Iterator[str]:
    """Write cells in lines of at most `room` columns, with a space between them; no cells are an empty line."""
    line = ""
    for cell in cells:
        longer = f"{line} {cell}" if line else cell
        if line and len(longer) > room:
            yield line
            line = cell
        else:
            line = longer
    yield line


def _emoji_head(view: View, deck: EmojiDeck, language: Language, marks: Marks) -> Iterator[str]:
    if view.foundations:
        yield f"-# {' · '.join(_foundations_label(view, language))}"
        tops = []
        for place, (base, top) in zip(FOUNDATIONS[1:], view.foundations, strict=False):
            mark = marks.at(place)
            tops.append(str(deck.base(base, mark) if top is None else deck.card(top, mark)))
        yield "".join(tops)
    if view.waste is not None:
        shown = "".join(str(deck.card(card, mark)) for card, mark in _fan(view, marks)) or str(deck.card(None))
        yield " ".join((language.text("Waste"), shown, *([f"({len(view.waste)})"] if view.waste else [])))
    if view.cells:
        held = [str(deck.card(card, marks.at(place))) for place, card in zip(CELLS[1:], view.cells, strict=False)]
        yield " ".join((language.text("Cells"), "".join(held)))


def _emoji_piles(view: View, deck: EmojiDeck, marks: Marks) -> list[list[str]]:
    return [
        [str(deck.card(card, marks.at(place, index))) for index, card in enumerate(lying or (None,))]
        for place, lying in zip(PILES[1:], view.piles, strict=False)
    ]


def _emoji_columns(columns: Sequence[Sequence[str]], deck: EmojiDeck, *, numbered_below: bool = False) -> Iterator[str]:
    """Draw each pile as a column under its number, its top card lowest; tall tables may have the numbers below, too."""
    numbers = [str(deck.number(number)) for number in range(1, len(columns) + 1)]
    yield "".join(numbers)
    gap = str(deck.gap)
    last = len(columns)
    for depth, cells in enumerate(zip_longest(*columns, fillvalue=gap)):
        while len(columns[last - 1]) <= depth:  # the last columns have ended: leave out their gaps
            last -= 1
        yield "".join(cells[:last])
    if numbered_below and max(map(len, columns)) >= _TALL:
        yield "".join(numbers)


def _emoji_lines(piles: Sequence[Sequence[str]], deck: EmojiDeck, language: Language | None = None) -> Iterator[str]:
    """Draw each pile as a line after its number, its top card last; a long pile continues on the next line.

    With a language, a guide comes first, for players who know smaller tables, which are drawn in columns.
    """
    if language is not None:
        guide = language.text("Each line is a pile, its last card on the right.")
        yield f"-# {guide}"
    gap = str(deck.gap)
    for number, cards in enumerate(piles, 1):
        for start in range(0, len(cards), _CARDS_IN_A_LINE):
            yield "".join((gap if start else str(deck.number(number)), *cards[start : start + _CARDS_IN_A_LINE]))


def _emoji_spread(piles: Sequence[Sequence[str]], deck: EmojiDeck) -> Iterator[str]:
    for start in range(0, len(piles), _PILES_IN_A_LINE):
        line = piles[start : start + _PILES_IN_A_LINE]
        yield "".join(str(deck.number(number)) for number in range(start + 1, start + len(line) + 1))
        yield "".join(card for (card,) in line)


def counts(current: UserGame, style: Style) -> str:
    """The game's progress, its stock, and the moves or illegal moves that count.

    The number of lines is the same at the end of a game as at its start, so that the buttons below stay in place.
    """
    variant = current.game.variant
    language = style.language
    if current.is_ranked and counts_refusals(variant.name):
        illegal = language.count("**{number}** illegal move", "**{number}** illegal moves", current.effort)
        effort = illegal if current.effort else ""
    else:
        effort = language.count("**{number}** move", "**{number}** moves", current.effort)
    progress = _progress(current.game, language)
    stock = _stock(current.game, style)
    if variant.rules.has_foundations or variant.rules.discards:
        return facts(progress, stock, effort)
    return "\n".join((progress, facts(stock, effort)))


def _progress(game: Game, language: Language) -> str:
    """The cards home or, in a game that discards runs, the progress towards the first complete run."""
    position = game.position
    if position.rules.has_foundations or position.cards_home or not isinstance(position, BuildingPosition):
        return cards_home_text(game.variant, position.cards_home, language, bold=True)
    return facts(
        language.count("**{number}** card face down", "**{number}** cards face down", sum(position.face_down)),
        language.text("longest run: **{number}**", number=position.longest_run),
    )


def _stock(game: Game, style: Style) -> str:
    """The number of cards in the stock.

    It is left out if the table shows it, and if the player cannot draw: a line with three numbers is too long beside
    "discarded".
    """
    if style.is_spoken or game.position.turn is None:
        return ""
    return style.language.text("**{number}** in stock", number=game.view().stock)
