"""From a deal's number to its shuffled pack, the same on every machine for ever.

The order of the pack, the stream of words and the shuffle (Fisher and Yates's, from the last card down, with
words that would favour some cards skipped) are a published part of the game: changing any of them changes every
deal that anyone ever noted down.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

from engine.cards import CARDS, Card
from engine.errors import InvalidDealError

DEALS = 2**64
"""How many deals there are: they are numbered from 0 to one below this."""


def check_deal(deal: object) -> int:
    """Return `deal` if it is a deal number; raise InvalidDealError if not."""
    if not isinstance(deal, int) or isinstance(deal, bool) or not 0 <= deal < DEALS:
        raise InvalidDealError(
            "{deal} is no deal: a deal is a whole number from 0 to {last}.", deal=deal, last=DEALS - 1
        )
    return deal


def parse_deal(text: str) -> int:
    """Read a deal's number, written in plain digits; raise InvalidDealError where it is none."""
    digits = text.strip()
    # Longer texts are refused unread: turning millions of digits into a number takes minutes.
    known = digits.isascii() and digits.isdigit() and len(digits) <= len(str(DEALS))
    return check_deal(int(digits) if known else (digits if len(digits) <= 40 else f"{digits[:40]}…"))


def shuffled_pack(deal: int, decks: int) -> list[Card]:
    """The pack of `decks` decks in the order of this deal: index 0 is dealt first.

    >>> " ".join(map(str, shuffled_pack(1, 1)[:5]))
    '10♥ A♣ K♠ 7♥ 7♠'
    """
    pack = list(CARDS) * decks
    words = _words(check_deal(deal))
    for last in range(len(pack) - 1, 0, -1):
        size = last + 1
        limit = DEALS - DEALS % size
        word = next(words)
        while word >= limit:
            word = next(words)
        chosen = word % size
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return pack


def _words(deal: int, block: int = 128) -> Iterator[int]:
    """SHAKE-256 of the decimal number, as big-endian words of 64 bits, without end."""
    stream = hashlib.shake_256(str(deal).encode("ascii"))
    start = 0
    while True:
        yield from struct.unpack(f">{block}Q", stream.digest((start + block) * 8)[start * 8 :])
        start += block
