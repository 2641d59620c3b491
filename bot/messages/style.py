"""A user's settings for messages: language, preferences, and the application's emoji."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import discord

from bot.language import Language, find_language
from bot.messages.aloud import in_words
from bot.model.marks import Mark
from bot.model.preferences import BoardView, Preferences
from bot.pictures.emoji import base_key, emoji_key, marked_key
from engine import Card, Hidden, parse_card

_CARD = re.compile(r"(?<![0-9A-Z])(?:10|[2-9AJQK])[♣♦♥♠]")
_SUITS_OR_CODE = re.compile(r"`[^`]*`|(?:10|[2-9AJQK])?[♣♦♥♠](?: (?:10|[2-9AJQK])[♣♦♥♠])*")


@dataclass(frozen=True)
class EmojiDeck:
    """The application's emoji for one deck: cards, empty places and pile numbers.

    `by_key` maps the keys of `bot.pictures.emoji`.
    """

    by_key: Mapping[str, discord.PartialEmoji]
    four_colour: bool = False

    def card(self, card: Card | Hidden | None, mark: Mark | None = None) -> discord.PartialEmoji:
        """A card, face up or face down, or an empty pile."""
        if isinstance(card, Hidden):
            return self.by_key["back"]
        key = "empty" if card is None else emoji_key(card, four_colour=self.four_colour)
        return self._marked(key, mark)

    def base(self, card: Card, mark: Mark | None = None) -> discord.PartialEmoji:
        """An empty foundation that starts with this card."""
        return self._marked(base_key(card), mark)

    def _marked(self, key: str, mark: Mark | None) -> discord.PartialEmoji:
        """Fall back on the unmarked emoji if Discord lacks the marked one."""
        plain = self.by_key[key]
        return plain if mark is None else self.by_key.get(marked_key(key, mark), plain)

    def number(self, number: int) -> discord.PartialEmoji:
        return self.by_key[f"n{number}"]

    @property
    def gap(self) -> discord.PartialEmoji:
        return self.by_key["gap"]


def view_names(language: Language) -> dict[BoardView, str]:
    return {
        BoardView.EMOJI: language.text("Emoji"),
        BoardView.TEXT: language.text("Text"),
        BoardView.PICTURE: language.text("Picture"),
        BoardView.WORDS: language.text("Words"),
    }


@dataclass(frozen=True)
class Style:
    """How to draw messages for one user. `deck` is None until Discord has all emoji."""

    language: Language = field(default_factory=lambda: find_language("en"))
    preferences: Preferences = field(default_factory=Preferences)
    deck: EmojiDeck | None = None

    @cached_property
    def view(self) -> BoardView:
        """The view to draw boards in: text if the user wants emoji and Discord has none."""
        if self.preferences.view is BoardView.EMOJI and self.deck is None:
            return BoardView.TEXT
        return self.preferences.view

    @property
    def is_spoken(self) -> bool:
        """Whether boards are for people who use a screen reader."""
        return self.view is BoardView.WORDS

    @cached_property
    def faces(self) -> EmojiDeck | None:
        """The emoji for cards in texts and on buttons; None if the view has none."""
        return self.deck if self.view.has_embeds else None

    def readable(self, text: str) -> str:
        """Make the cards in a text legible on every theme: as emoji, in words, or as code, where suits stay text."""
        if self.is_spoken:
            return in_words(text, self.language)
        deck = self.faces
        if deck is not None:
            return _CARD.sub(lambda found: str(deck.card(parse_card(found[0]))), text)
        return _SUITS_OR_CODE.sub(lambda found: f"`{found[0].strip('`')}`", text)
