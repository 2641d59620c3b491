"""Moves in a player's words, and finding the ones that a player is typing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.language import Language
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
    InvalidMoveError,
    Move,
    Position,
    Suit,
    Transfer,
    parse_card,
)
from engine.cards import plain
from engine.discarding import DiscardingPosition
from engine.rules import BuildingRules


def label(position: Position, move: Move, language: Language, *, after: Position | None = None) -> str:
    """A legal move in words and cards: "7♣ · pile 2 → pile 5 (8♦)".

    Once the move is played, the position `after` it shows which card came from the stock.
    """
    cards = position.moved_cards(move)
    if isinstance(move, Discard):
        piles = language.text("piles {numbers}", numbers=" + ".join(map(str, move.piles)))
        return f"{' + '.join(map(str, cards))} · {piles}"
    if move == DRAW and position.view().waste is None:
        return language.text("Deal · stock → piles")
    if move.source == STOCK and after is not None:
        cards = after.moved_cards(Transfer(move.target, WASTE))
    places = f"{place_label(move.source, language)} → {target_label(position, move, language)}"
    return f"{cards_label(cards, language)} · {places}"


def target_label(position: Position, move: Transfer, language: Language) -> str:
    """Where a legal move puts its cards: "pile 5 (8♦)"."""
    onto = position.target_card(move)
    if onto is not None:
        return f"{place_label(move.target, language)} ({onto})"
    return (
        language.text("space {number}", number=move.target) if move.target > 0 else place_label(move.target, language)
    )


def place_label(place: int, language: Language) -> str:
    """A place by its name: "pile 5", "waste"."""
    if place == FOUNDATION:
        return language.text("home")
    if place == WASTE:
        return language.text("waste")
    return language.text("stock") if place == STOCK else language.text("pile {number}", number=place)


def cards_label(cards: Sequence[Card | Hidden], language: Language) -> str:
    """The cards that move: the first and the last of a run."""
    if cards[0] is BACK:
        return language.text("next card")
    return str(cards[0]) if len(cards) == 1 else f"{cards[0]}–{cards[-1]}"


_AS_TEXT = str.maketrans({str(suit): f"{suit}\ufe0e" for suit in Suit})


def as_text(label: str) -> str:
    """A label where Discord leaves the drawing of it to the device, as in a list of choices.

    Phones tend to draw suits as emoji, two of them too dark for a dark theme. The variation selector U+FE0E asks for
    text instead (https://unicode.org/reports/tr51/#Presentation_Style).
    """
    return label.translate(_AS_TEXT)


def stock_verb(game: Game, language: Language) -> str | None:
    """What the player does with the stock: "Draw" or "Deal"; None where it needs no one."""
    rules = game.variant.rules
    if not isinstance(rules, BuildingRules):
        return None
    return language.text("Draw") if rules.has_waste else language.text("Deal")


def matching(game: Game, typed: str, language: Language) -> list[Move]:
    """The legal moves that fit what is typed: text of a move, pile numbers, cards. The best fits come first."""
    typed = plain(typed)[:_LONGEST_TYPED]
    words = typed.replace("*", " *").split()
    ranked = [(_fit(game.position, move, typed, words, language), move) for move in game.legal_moves()]
    return [move for fit, move in sorted(ranked, key=lambda pair: pair[0]) if fit < _NO_FIT]


def read_typed(game: Game, typed: str, *, language: Language) -> Move:
    """The legal move that was typed: its text, or a card that moves and whatever else tells it from all other moves.

    "6♣ + 4♦" is read so, "7c > 8d", "7c" where it has only one move, and a label as the board writes it. Raises what
    `Game.read_move` raises.
    """
    try:
        return game.read_move(typed)
    except InvalidMoveError as error:
        parts = _parts(typed[:_LONGEST_LABEL])
        if isinstance(game.position, DiscardingPosition):
            piles = _piles_of(game.position, parts[0])
            if len(piles) == len(parts[0]) > 1:
                return game.read_move("+".join(map(str, piles)))  # which says what is wrong with these cards
        moves = [move for move in game.legal_moves() if _is_meant(game.position, move, parts, language)]
        if len(moves) > 1:
            raise InvalidMoveError(
                "“{text}” fits several moves: say where to as well, or choose from the list that comes up as you type.",
                text=error.values["text"],
            ) from None
        if moves:
            return moves[0]
        if not parts[0] or not isinstance(parts[0][0], Card):
            raise
        raise InvalidMoveError(
            "“{text}” fits no move that can be played now. Choose from the list that comes up as you type.",
            text=error.values["text"],
        ) from None


_LONGEST_LABEL = 100
_ARROW = re.compile(r"-+>|=*>|→|\bto\b")
_BETWEEN_WORDS = re.compile(r"[\s+·,()–]+")


def _parts(text: str) -> list[list[Card | str]]:
    """What is said before an arrow and what behind it, if there is one: cards, and other words."""
    return [
        [word if (card := _card(word)) is None else card for word in _BETWEEN_WORDS.split(part) if word]
        for part in _ARROW.split(plain(text), maxsplit=1)
    ]


def _piles_of(position: DiscardingPosition, words: Sequence[Card | str]) -> list[int]:
    """The piles of the cards among these words."""
    return [number for number, card in enumerate(position.piles, 1) if card is not None and card in words]


def _is_meant(position: Position, move: Move, typed: Sequence[Sequence[Card | str]], language: Language) -> bool:
    """Whether a move begins with the first card that is typed, and all else that is typed is in its label or text."""
    cards = position.moved_cards(move)
    if not typed[0] or typed[0][0] not in (cards if isinstance(move, Discard) else cards[:1]):
        return False
    known = [set(part) for part in _parts(label(position, move, language))]
    if isinstance(move, Transfer):
        for part, place in zip(known, str(move).partition("*")[0].split(">"), strict=False):
            part.add(place)
    if len(typed) == 1:
        known = [set().union(*known)]
    return len(typed) == len(known) and all(part.issuperset(said) for part, said in zip(known, typed, strict=True))


_NO_FIT = 4
_LONGEST_TYPED = 50


def _fit(position: Position, move: Move, typed: str, words: list[str], language: Language) -> int:
    """How well a move fits, 0 best."""
    text = str(move)
    if text == typed:
        return 0
    if text.startswith(typed.replace(" ", "")):
        return 1
    if all(_names(position, move, word, language) for word in words):
        # A pile or card that moves fits better than one that is moved onto.
        return 2 if words and text.startswith(words[0]) else 3
    return _NO_FIT


def _names(position: Position, move: Move, word: str, language: Language) -> bool:
    """Whether a word names a place or a card of this move, or is part of its label."""
    places = move.piles if isinstance(move, Discard) else (move.source, move.target)
    if any(place > 0 and word == str(place) for place in places):
        return True
    onto = position.target_card(move)
    cards = [card for card in (*position.moved_cards(move), onto) if isinstance(card, Card)]
    named = _card(word)
    if named is not None:
        return named in cards
    if any(str(card).casefold().startswith(word) for card in cards):
        return True
    names = " ".join(f"{card.rank.name} {card.suit.name}" for card in cards)
    return not word.isdecimal() and word in f"{label(position, move, language)} {move} {names}".casefold()


def _card(word: str) -> Card | None:
    """The card that a word names, if it does."""
    try:
        return parse_card(word)
    except ValueError:
        return None
