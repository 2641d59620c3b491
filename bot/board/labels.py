"""Moves in a player's words, and finding the ones that a player is typing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine import (
    BACK,
    DRAW,
    FOUNDATION,
    STOCK,
    WASTE,
    Card,
    Discard,
    Game,
    Hidden,
    Move,
    Position,
    Transfer,
    parse_card,
)
from engine.cards import plain
from engine.rules import BuildingRules


def label(position: Position, move: Move, *, after: Position | None = None) -> str:
    """A legal move in words and cards: "7♣ · pile 2 → pile 5 (8♦)".

    Once the move is played, the position `after` it shows which card came from the stock.
    """
    cards = position.moved_cards(move)
    if isinstance(move, Discard):
        return f"{' + '.join(map(str, cards))} · piles {' + '.join(map(str, move.piles))}"
    if move == DRAW and position.view().waste is None:
        return "Deal · stock → piles"
    if move.source == STOCK and after is not None:
        cards = after.moved_cards(Transfer(move.target, WASTE))
    shown = _cards(cards)
    if move == DRAW:
        return f"{shown} · stock → waste" if after is not None else "Draw · stock → waste"
    source = {WASTE: "waste", STOCK: "stock"}.get(move.source, f"pile {move.source}")
    onto = position.target_card(move)
    if move.target == FOUNDATION:
        target = f"home ({onto})" if onto is not None else "home"
    else:
        target = f"pile {move.target} ({onto})" if onto is not None else f"space {move.target}"
    return f"{shown} · {source} → {target}"


def _cards(cards: Sequence[Card | Hidden]) -> str:
    if cards[0] is BACK:
        return "Next card"
    return str(cards[0]) if len(cards) == 1 else f"{cards[0]}–{cards[-1]}"


def choice_label(position: Position, move: Move) -> str:
    """The label of a legal move where Discord leaves the drawing of it to the device, as in a list of choices.

    Phones tend to draw suits as emoji, two of them too dark for a dark theme. The variation selector U+FE0E asks for
    text instead (https://unicode.org/reports/tr51/#Presentation_Style).
    """
    return re.sub("([♣♦♥♠])", "\\1\ufe0e", label(position, move))


def stock_verb(game: Game) -> str | None:
    """What the player does with the stock: "Draw" or "Deal"; None where it needs no one."""
    rules = game.variant.rules
    if not isinstance(rules, BuildingRules):
        return None
    return "Draw" if rules.has_waste else "Deal"


def matching(game: Game, typed: str) -> list[Move]:
    """The legal moves that fit what is typed: text of a move, pile numbers, cards. The best fits come first."""
    typed = plain(typed)[:_LONGEST_TYPED]
    words = typed.replace("*", " *").split()
    ranked = [(_fit(game.position, move, typed, words), move) for move in game.legal_moves()]
    return [move for fit, move in sorted(ranked, key=lambda pair: pair[0]) if fit < _NO_FIT]


_NO_FIT = 4
_LONGEST_TYPED = 50


def _fit(position: Position, move: Move, typed: str, words: list[str]) -> int:
    """How well a move fits, 0 best."""
    text = str(move)
    if text == typed:
        return 0
    if text.startswith(typed.replace(" ", "")):
        return 1
    if all(_names(position, move, word) for word in words):
        # A pile or card that moves fits better than one that is moved onto.
        return 2 if words and text.startswith(words[0]) else 3
    return _NO_FIT


def _names(position: Position, move: Move, word: str) -> bool:
    """Whether a word names a place or a card of this move, or is part of its label."""
    places = move.piles if isinstance(move, Discard) else (move.source, move.target)
    if any(place > 0 and word == str(place) for place in places):
        return True
    onto = position.target_card(move)
    cards = [card for card in (*position.moved_cards(move), onto) if isinstance(card, Card)]
    try:
        return parse_card(word) in cards
    except ValueError:
        pass
    if any(str(card).casefold().startswith(word) for card in cards):
        return True
    names = " ".join(f"{card.rank.name} {card.suit.name}" for card in cards)
    return not word.isdecimal() and word in f"{label(position, move)} {move} {names}".casefold()
