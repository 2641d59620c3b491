"""Cards in words, as players type them: "jack of hearts", "Herz Bube", "黑桃K"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import combining, normalize

from bot.language import LANGUAGES, Language, find_language
from engine import Card, Rank, Suit
from engine.cards import normalize as plain
from engine.moves import DASHES

_BETWEEN = rf"[\s{DASHES}]*(?:[a-z]{{2,3}} |の)?[\s{DASHES}]*"
"""What may stand between a rank and a suit: a short word, as in "jack of hearts" and "valet de cœur", or nothing."""


def with_card_texts(typed: str) -> str:
    """Replace cards named in words, of any language, with their texts.

    >>> with_card_texts("queen of hearts > Pik-König")
    'Q♥ > K♠'
    """

    def write(found: re.Match[str]) -> str:
        rank = found["rank"] or found["last"]
        suit = found["suit"] or found["first"]
        return f"{_WORDS[rank]}{_WORDS[suit]}"

    return _CARD.sub(write, plain(typed))


def name_card(card: Card, language: Language) -> str:
    """Name a card in words.

    >>> name_card(Card(24), find_language("en"))
    'queen of diamonds'
    """
    rank = language.text(card.rank.word)
    suit = language.text(card.suit.word)
    return language.text("{rank} of {suit}", rank=rank, suit=suit)


def card_names(card: Card, language: Language) -> str:
    """A card's rank and suit in words: those of a language, and English ones."""
    words = (card.rank.name, card.suit.name, language.text(card.rank.word), language.text(card.suit.word))
    return " ".join(words).casefold()


def _words(english: str) -> Iterator[str]:
    """A word in every language, including its singular and its form without accents."""
    for code in LANGUAGES:
        word = find_language(code).text(english).casefold()
        for form in (word, word.removesuffix("s"), word.removesuffix("es")):
            yield form
            yield _without_accents(form)


def _without_accents(word: str) -> str:
    letters = normalize("NFD", word.replace("œ", "oe"))
    return normalize("NFC", "".join(letter for letter in letters if not combining(letter) or letter in "゙゚"))


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_RANKS = {word: rank for rank in Rank for word in (str(rank).casefold(), rank.name.casefold(), *_words(rank.word))}
_SUITS = {word: suit for suit in Suit for word in (str(suit), *_words(suit.word))}
_WORDS: dict[str, Rank | Suit] = {**_RANKS, **_SUITS}

_RANK = _any_of(_RANKS)
_SUIT = _any_of(_SUITS)
_EITHER_ORDER = f"(?P<rank>{_RANK}){_BETWEEN}(?P<suit>{_SUIT})|(?P<first>{_SUIT}){_BETWEEN}(?P<last>{_RANK})"
_CARD = re.compile(f"(?<![a-z0-9])(?:{_EITHER_ORDER})(?![a-z0-9])")
