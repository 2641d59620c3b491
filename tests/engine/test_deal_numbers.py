"""From a deal's number to its cards, worked out again in a few lines and written down for ever."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from engine import DEAL_COUNT, VARIANTS, Card, Game, InvalidDealError, parse_card, parse_deal, shuffled_pack
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


def worked_out(deal: int, decks: int) -> list[str]:
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
@pytest.mark.parametrize("deal", NUMBERS)
def test_a_pack_is_shuffled_as_the_rules_say(deal: int, decks: int) -> None:
    assert list(map(str, shuffled_pack(deal, decks))) == worked_out(deal, decks)


@pytest.mark.parametrize("decks", [1, 2])
def test_two_hundred_packs_are_shuffled_as_the_rules_say(decks: int) -> None:
    for deal in range(200):
        assert list(map(str, shuffled_pack(deal, decks))) == worked_out(deal, decks)


@pytest.mark.parametrize(("deal", "decks"), GOLDEN)
def test_a_deal_is_the_same_for_ever(deal: int, decks: int) -> None:
    assert " ".join(map(str, shuffled_pack(deal, decks)[:13])) == GOLDEN[deal, decks]


def test_a_word_that_would_favour_some_cards_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("decks", [1, 2])
def test_a_pack_holds_each_card_once_a_deck(decks: int) -> None:
    assert Counter(shuffled_pack(5, decks)) == Counter({Card(index): decks for index in range(52)})


def test_the_pack_in_order_is_clubs_diamonds_hearts_spades_each_from_the_ace() -> None:
    assert [str(Card(index)) for index in range(52)] == PACK


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_cards_are_dealt_row_by_row_one_to_each_pile_from_left_to_right(name: str, options: dict[str, str]) -> None:
    position = Game.new(name, 7, options).position
    if isinstance(position, BuildingPosition):
        rows = max(map(len, position.piles))
        dealt = [str(pile[row]) for row in range(rows) for pile in position.piles]
        dealt += map(str, position.stock)
        pack = worked_out(7, 2)
    else:
        dealt = [str(pile[0]) for pile in position.view().piles]
        pack = worked_out(7, 1)[:13]
    if name == "dimes" and not options:
        pack = [card for card in pack if not card.startswith("10")]
    assert dealt == pack


@pytest.mark.parametrize("deal", [-1, DEAL_COUNT, True, False, "7", 1.0, None])
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_no_deal_number_is_refused(name: str, deal: object) -> None:
    with pytest.raises(InvalidDealError, match="is no deal: a deal is a whole number from 0 to 18446744073709551615"):
        Game.new(name, deal)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", "7", " 7 ", "007", str(DEAL_COUNT - 1)])
def test_a_deal_number_is_read(text: str) -> None:
    assert parse_deal(text) == int(text)


@pytest.mark.parametrize(
    "text", ["", "-1", "+7", "1.0", "1e3", "0x7", "1_000", "seven", "７", "²", str(DEAL_COUNT), "9" * 5000]
)
def test_a_text_that_is_no_deal_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidDealError) as refused:
        parse_deal(text)
    assert len(str(refused.value)) < 160


@pytest.mark.parametrize("text", ["10♥", "10h", " 10H "])
def test_a_card_is_read_in_each_of_its_forms(text: str) -> None:
    assert str(parse_card(text)) == "10♥"


def test_every_card_reads_back() -> None:
    assert [parse_card(text) for text in PACK] == [Card(index) for index in range(52)]


@pytest.mark.parametrize("text", ["", "1♥", "10", "♥", "11♥", "10♥♥", "T♥", "Joker"])
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)
