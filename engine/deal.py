"""Deals: a number names a shuffled pack, the same one on every machine and in every version.

The order of the new pack, the random words and the shuffle are published, and players note deal numbers down, so none
of them may ever change. The shuffle is Fisher–Yates from the last card down; words that would favour some cards are
skipped.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from enum import Enum

from engine.cards import CARDS, Card, normalize
from engine.errors import InvalidDealError

DEAL_COUNT = 2**64
"""Deals are numbered from 0."""


def check_deal(deal: object) -> int:
    """Return `deal` if it is a deal number; raise InvalidDealError otherwise."""
    if not isinstance(deal, int) or isinstance(deal, bool) or not 0 <= deal < DEAL_COUNT:
        raise InvalidDealError(
            "“{deal}” isn't a deal number. Use a whole number of up to 19 digits, such as 417.", deal=deal
        )
    return deal


def parse_deal(text: str) -> int:
    """Parse a deal number; raise InvalidDealError if the text is not one."""
    digits = normalize(text)
    # Longer texts are refused without parsing: int() takes minutes for millions of digits.
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(DEAL_COUNT))
    return check_deal(int(digits) if is_number else (text if len(text) <= 40 else f"{text[:40]}…"))


def shuffled_pack(deal: int, decks: int) -> list[Card]:
    """Return the shuffled pack of a deal with this many decks; index 0 is dealt first.

    >>> " ".join(map(str, shuffled_pack(1, 1)[:5]))
    '10♥ A♣ K♠ 7♥ 7♠'
    """
    pack = list(CARDS) * decks
    words = random_words(check_deal(deal))
    for last in range(len(pack) - 1, 0, -1):
        size = last + 1
        limit = DEAL_COUNT - DEAL_COUNT % size
        word = next(words)
        while word >= limit:
            word = next(words)
        chosen = word % size
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return pack


class Shuffle(Enum):
    """How the number of a deal becomes the order of the pack."""

    STANDARD = "standard"
    MICROSOFT = "microsoft"  # only for the numbers that Microsoft gave to deals

    def of(self, deal: int) -> Shuffle:
        """The shuffle that this deal gets."""
        return self if deal in MICROSOFT_DEALS else Shuffle.STANDARD

    def pack(self, deal: int, decks: int) -> list[Card]:
        """Return the pack of a deal; index 0 is dealt first."""
        return microsoft_pack(deal) if self.of(deal) is Shuffle.MICROSOFT else shuffled_pack(deal, decks)


MICROSOFT_DEALS = range(1, 1_000_001)


def microsoft_pack(deal: int) -> list[Card]:
    """Return the pack of one of Microsoft FreeCell's numbered deals.

    Its random numbers are those of the C library of Visual C++; a card that is dealt is replaced by the last one of the
    pack (https://www.solitairelaboratory.com/mshuffle.txt).

    >>> " ".join(map(str, microsoft_pack(1)[:8]))
    'J♦ 2♦ 9♥ J♣ 5♦ 7♥ 7♣ 5♥'
    """
    left = sorted(CARDS, key=lambda card: (card.rank, card.suit))
    pack = []
    state = deal
    while left:
        state = (state * 214_013 + 2_531_011) % 2**31
        chosen = (state >> 16) % len(left)
        left[chosen], left[-1] = left[-1], left[chosen]
        pack.append(left.pop())
    return pack


def random_words(seed: int | str, block: int = 128) -> Iterator[int]:
    """Yield the SHAKE-256 stream of a decimal number or other ASCII text as big-endian 64-bit words, without end."""
    stream = hashlib.shake_256(str(seed).encode("ascii"))
    start = 0
    while True:
        yield from struct.unpack(f">{block}Q", stream.digest((start + block) * 8)[start * 8 :])
        start += block
