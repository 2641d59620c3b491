"""Deals: shuffling checked against a second implementation and against recorded packs."""

from __future__ import annotations

import hashlib

import pytest

from engine import DEAL_COUNT, VARIANTS, Game, InvalidDealError, parse_deal, shuffled_pack
from engine.building import BuildingPosition
from tests.engine.positions import EVERY_GAME, EVERY_LABEL

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PACK = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in RANKS]
NUMBERS = [0, 1, 7, 10, 123456789, 2**63, DEAL_COUNT - 1]

GOLDEN = {
    (0, 1): "A♠ 2♦ 7♣ 7♥ 4♦ 6♠ J♥ 8♥ 3♣ K♠ Q♥ J♣ 2♣",
    (7, 1): "K♣ 6♦ Q♥ J♥ A♦ 7♣ 10♠ 4♥ 4♦ Q♦ 7♦ 2♠ 10♣",
    (DEAL_COUNT - 1, 1): "9♦ K♥ 6♥ J♦ J♣ 4♥ K♠ A♦ 10♣ 2♥ 8♥ Q♥ 3♣",
    (0, 2): "6♥ Q♣ 9♠ Q♦ Q♣ 10♠ K♦ A♥ 2♠ A♣ J♠ 5♠ 3♦",
    (7, 2): "K♥ K♥ K♠ Q♦ 5♣ 6♠ 8♦ 3♠ J♣ 5♥ K♣ 10♥ 10♥",
    (DEAL_COUNT - 1, 2): "2♥ 7♠ 9♠ 8♦ A♠ 6♠ K♦ A♥ 4♣ 6♣ 10♠ 10♥ 10♦",
}


def shuffle(deal: int, decks: int) -> list[str]:
    pack = PACK * decks
    stream = hashlib.shake_256(str(deal).encode("ascii")).digest(8 * 2000)
    at = 0
    for i in range(len(pack) - 1, 0, -1):
        while (word := int.from_bytes(stream[at : at + 8], "big")) >= 2**64 - 2**64 % (i + 1):
            at += 8
        at += 8
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@pytest.mark.parametrize("decks", [1, 2])
def test_two_hundred_packs_are_shuffled_by_the_published_algorithm(decks: int) -> None:
    for deal in range(200):
        assert list(map(str, shuffled_pack(deal, decks))) == shuffle(deal, decks)


@pytest.mark.parametrize(("deal", "decks"), GOLDEN)
def test_deals_never_change(deal: int, decks: int) -> None:
    assert " ".join(map(str, shuffled_pack(deal, decks)[:13])) == GOLDEN[deal, decks]


def test_words_that_would_favour_some_cards_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    unfair = (2**64 - 1).to_bytes(8, "big")
    assert 2**64 - 1 >= 2**64 - 2**64 % 52

    class Stream:
        def __init__(self, start: bytes) -> None:
            self.start = start

        def digest(self, length: int) -> bytes:
            return (self.start + bytes(range(1, 256)) * (length // 255 + 1))[:length]

    monkeypatch.setattr(hashlib, "shake_256", lambda _: Stream(b""))
    fair = shuffled_pack(0, 1)
    monkeypatch.setattr(hashlib, "shake_256", lambda _: Stream(unfair * 200))
    assert shuffled_pack(0, 1) == fair


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_cards_are_dealt_row_by_row_from_left_to_right(name: str, options: dict[str, str]) -> None:
    position = Game.new(name, 7, options).position
    pack = shuffle(7, position.rules.decks)
    if isinstance(position, BuildingPosition):
        rows = max(map(len, position.piles))
        dealt = [str(pile[row]) for row in range(rows) for pile in position.piles]
        if position.rules.bases_dealt:
            pack = [card for card in pack if card[:-1] != str(position.rules.foundation_base)]
    else:
        dealt = [str(pile[0]) for pile in position.view().piles]
    assert [*dealt, *map(str, position.stock)] == pack


@pytest.mark.parametrize("deal", [-1, DEAL_COUNT, True, False, "7", 1.0, None])
@pytest.mark.parametrize("name", VARIANTS)
def test_new_games_reject_invalid_deal_numbers(name: str, deal: object) -> None:
    with pytest.raises(
        InvalidDealError, match=r"isn't a deal number\. Use a whole number from 0 to 18446744073709551615"
    ):
        Game.new(name, deal)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", "7", " 7 ", "007", str(DEAL_COUNT - 1)])
def test_parse_deal_reads_digits(text: str) -> None:
    assert parse_deal(text) == int(text)


@pytest.mark.parametrize(
    "text", ["", "-1", "+7", "1.0", "1e3", "0x7", "1_000", "seven", "７", "²", str(DEAL_COUNT), "9" * 5000]
)
def test_parse_deal_rejects_other_texts(text: str) -> None:
    with pytest.raises(InvalidDealError) as error:
        parse_deal(text)
    assert len(str(error.value)) < 160


@pytest.mark.parametrize(("text", "quoted"), [("9" * 40, "9" * 40), ("9" * 41, "9" * 40 + "…")])
def test_a_long_text_that_is_no_deal_is_quoted_shortened(text: str, quoted: str) -> None:
    with pytest.raises(InvalidDealError) as error:
        parse_deal(text)
    assert f"“{quoted}”" in str(error.value)
