"""The application's emoji: card faces, backs, empty places and pile numbers, as a message names them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.pictures.emoji import emoji_key
from engine import BACK, Card, Hidden, Suit
from engine.cards import CARDS

_CARD = re.compile(r"(?<![0-9A-Z])(?:10|[2-9AJQK])[♣♦♥♠]")


@dataclass(frozen=True)
class Face:
    """One emoji of the application."""

    name: str
    id: int

    @cached_property
    def _text(self) -> str:
        return f"<:{self.name}:{self.id}>"

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True)
class Faces:
    """All emoji of one deck, by the keys of `bot.pictures.emoji`."""

    by_key: Mapping[str, Face]
    four_colour: bool = False

    @cached_property
    def texts(self) -> Mapping[Card | Hidden, str]:
        """The face of each card, and the back, as text."""
        cards: tuple[Card | Hidden, ...] = (*CARDS, BACK)
        return {card: str(self.card(card)) for card in cards}

    @cached_property
    def _named(self) -> Mapping[str, str]:
        """The texts by how texts name the cards."""
        return {str(card): self.texts[card] for card in CARDS}

    def card(self, card: Card | Hidden) -> Face:
        """A card's face, or its back."""
        return self.by_key["back" if isinstance(card, Hidden) else emoji_key(card, four_colour=self.four_colour)]

    def base(self, suit: Suit) -> Face:
        """An empty foundation."""
        return self.by_key[f"base{suit.name[0].lower()}"]

    def number(self, number: int) -> Face:
        """The number of a pile."""
        return self.by_key[f"n{number}"]

    @property
    def empty(self) -> Face:
        """An empty pile."""
        return self.by_key["empty"]

    @property
    def gap(self) -> Face:
        """Nothing, as wide as a card."""
        return self.by_key["gap"]

    def in_text(self, text: str) -> str:
        """The text with a face for each card that it names."""
        return _CARD.sub(lambda found: self._named[found[0]], text)
