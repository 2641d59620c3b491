"""Boards in words, for people who use a screen reader, which would read symbols badly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.language import Language
from bot.messages.card_names import name_card
from bot.messages.message import LONGEST_CHOICE, LONGEST_LABEL, ActionRow, Choice, Message, Select, shortened
from engine import BACK, Card, Suit, View, parse_card

_ROOM_ON_PAGE = 1000
"""The characters that a table may take of a message's 2000, which leaves room for other text."""

_SHORTEST_RUN = 3
"""The shortest run that is named by its ends."""

_DEEPEST = 12
"""The most cards of a pile that are named if there is no room to name all."""

_CARD = "(?:10|[2-9AJQK])[♣♦♥♠]"
_RUN = re.compile(f"({_CARD})\ufe0e?–({_CARD})")
_NAMED = re.compile(f"(?<![0-9A-Z]){_CARD}|[♣♦♥♠]")
_SOURCELESS = re.compile(r"^([^→·\n]*[^→·\s])\s*→", re.MULTILINE)
"""A move that names only the cards and the target."""

_BETWEEN_CARDS = re.compile(f"(?<=[♣♦♥♠…]) (?={_CARD})")
_TARGET = re.compile(r"→\s*([^\n,·]*)")
_SEPARATOR = re.compile(r"\s*[·›]\s*")
_SYMBOL = r"[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\u200d\ufe0f]*"
_DECORATION = re.compile(rf"(?:{_SYMBOL})+ ?|[\u20e3\ufe0e\ufe0f`]|\*\*|^-# ", re.MULTILINE)
"""Symbols, emoji, and the Markdown for code, bold and small print."""

_SUITS = {str(suit): suit for suit in Suit}


def in_words(text: str, language: Language) -> str:
    """Write the cards and signs of a text in words, and leave out decoration.

    >>> from bot.language import find_language
    >>> in_words("`7♣–5♣` · pile 2 → pile 5", find_language("en"))
    '7 of clubs to 5 of clubs, pile 2 to pile 5'
    """
    text = _BETWEEN_CARDS.sub(", ", text)
    text = _RUN.sub(lambda run: language.text("{first} to {last}", first=run[1], last=run[2]), text)
    text = _NAMED.sub(lambda found: _name(found[0], language), text)
    text = _SOURCELESS.sub(r"\1 · →", text)
    text = _TARGET.sub(lambda found: language.text("to {place}", place=found[1]), text)
    return _DECORATION.sub("", _SEPARATOR.sub(", ", text))


def _name(written: str, language: Language) -> str:
    if written in _SUITS:
        return language.text(_SUITS[written].word)
    return name_card(parse_card(written), language)


def message_in_words(message: Message, language: Language) -> Message:
    return replace(message, action_rows=tuple(_row_in_words(row, language) for row in message.action_rows))


def _row_in_words(row: ActionRow, language: Language) -> ActionRow:
    if isinstance(row, Select):
        return replace(row, choices=tuple(_choice_in_words(choice, language) for choice in row.choices))
    return tuple(
        button._replace(label=shortened(in_words(button.label, language), LONGEST_LABEL), emoji=None) for button in row
    )


def _choice_in_words(choice: Choice, language: Language) -> Choice:
    label = shortened(in_words(choice.label, language), LONGEST_CHOICE)
    described = choice.description and shortened(in_words(choice.description, language), LONGEST_CHOICE)
    return choice._replace(label=label, description=described, emoji=None)


def table_in_words(view: View, language: Language, *, room: int = _ROOM_ON_PAGE) -> str:
    """Describe a table, each pile from its top card down.

    If that takes more than `room` characters, the lowest cards of long piles are only counted.
    """
    table = ""
    for most in (view.pack, *range(_DEEPEST, 0, -1)):
        table = "\n".join((*_piles(view, language, most), *_other_places(view, language)))
        if len(table) <= room:
            break
    return table


def _piles(view: View, language: Language, most: int) -> Iterator[str]:
    """A line for each pile, with at most this many of its cards by name."""
    for number, pile in enumerate(view.piles, 1):
        hidden = pile.count(BACK)
        face_up = [card for card in reversed(pile) if isinstance(card, Card)]
        parts = list(_runs(face_up[:most], language))
        if len(face_up) > most:
            left = len(face_up) - most
            parts.append(language.count("{number} more below", "{number} more below", left))
        if hidden:
            parts.append(language.count("{number} face down", "{number} face down", hidden))
        cards = ", ".join(parts) or language.text("empty")
        yield language.text("Pile {number}: {cards}.", number=number, cards=cards)


def _runs(cards: Sequence[Card], language: Language) -> Iterator[str]:
    """Name cards, which are ordered from the top one down; name runs in suit by their ends."""
    start = 0
    while start < len(cards):
        end = start + 1
        while end < len(cards) and _continues(cards[end - 1], cards[end]):
            end += 1
        if end - start >= _SHORTEST_RUN:
            first, last = (name_card(card, language) for card in (cards[start], cards[end - 1]))
            yield language.text("{first} to {last}", first=first, last=last)
        else:
            yield from (name_card(card, language) for card in cards[start:end])
        start = end


def _continues(above: Card, below: Card) -> bool:
    """Whether a card lies on the next one of its suit."""
    return above.suit is below.suit and below.rank == above.rank + 1


def _other_places(view: View, language: Language) -> Iterator[str]:
    if view.foundations:
        tops = [name_card(top, language) for _, top in view.foundations if top is not None]
        empty = len(view.foundations) - len(tops)
        if empty:
            tops.append(language.count("{number} empty", "{number} empty", empty))
        (base, _), *_ = view.foundations
        yield language.text(
            "Foundations from {rank} up: {cards}.", rank=language.text(base.rank.word), cards=", ".join(tops)
        )
    others = []
    if view.stock is not None:
        others.append(_stock(view.stock, language))
    if view.waste is not None:
        others.append(_waste(view, language))
    if any(view.cells):
        cells = [language.text("empty") if card is None else name_card(card, language) for card in view.cells]
        others.append(language.text("Cells: {cards}.", cards=", ".join(cells)))
    if others:
        yield " ".join(others)


def _waste(view: View, language: Language) -> str:
    """Name the cards that lie side by side, the one that can be played first."""
    if not view.waste:
        return language.text("Waste: empty.")
    fan = ", ".join(name_card(card, language) for card in reversed(view.fan))
    under = len(view.waste) - len(view.fan)
    if not under:
        return language.text("Waste: {card}.", card=fan)
    return language.count("Waste: {card}, {number} more below.", "Waste: {card}, {number} more below.", under, card=fan)


def _stock(stock: int, language: Language) -> str:
    if not stock:
        return language.text("Stock: empty.")
    return language.count("Stock: {number} card.", "Stock: {number} cards.", stock)
