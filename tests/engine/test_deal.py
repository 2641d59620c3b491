"""Deals: the shuffle, compared with the reference, and deal numbers."""

import hashlib

import pytest

from engine import DEAL_COUNT, Game, InvalidDealError, parse_deal, shuffled_pack
from tests.engine import reference


@pytest.mark.parametrize("decks", [1, 2])
def test_two_hundred_packs_are_shuffled_by_the_published_algorithm(decks: int) -> None:
    for deal in range(200):
        assert list(map(str, shuffled_pack(deal, decks))) == reference.shuffled(deal, decks)


def test_words_that_would_favour_some_cards_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    unfair = (2**64 - 1).to_bytes(8, "big")

    class Stream:
        def __init__(self, start: bytes) -> None:
            self.start = start

        def digest(self, length: int) -> bytes:
            return (self.start + bytes(range(1, 256)) * (length // 255 + 1))[:length]

    monkeypatch.setattr(hashlib, "shake_256", lambda _: Stream(b""))
    fair = shuffled_pack(0, 1)
    monkeypatch.setattr(hashlib, "shake_256", lambda _: Stream(unfair * 200))
    assert shuffled_pack(0, 1) == fair


@pytest.mark.parametrize("deal", [-1, DEAL_COUNT, True, "7", 1.0, None])
def test_a_new_game_rejects_invalid_deal_numbers(deal: object) -> None:
    with pytest.raises(InvalidDealError, match=r"isn't a deal number\. Use a whole number of up to 19 digits"):
        Game.new("tens", deal)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", " 7 ", "007", "７", "٧", "７٧", str(DEAL_COUNT - 1)])
def test_parse_deal_reads_digits(text: str) -> None:
    assert parse_deal(text) == int(text)


@pytest.mark.parametrize("text", ["+7", "1_000", "①②½", str(DEAL_COUNT), "9" * 5000])
def test_parse_deal_rejects_other_texts(text: str) -> None:
    with pytest.raises(InvalidDealError):
        parse_deal(text)


@pytest.mark.parametrize(("text", "quoted"), [("9" * 40, "9" * 40), ("9" * 41, "9" * 40 + "…")])
def test_a_long_text_that_is_no_deal_is_quoted_shortened(text: str, quoted: str) -> None:
    with pytest.raises(InvalidDealError) as error:
        parse_deal(text)
    assert f"“{quoted}”" in str(error.value)
