"""Reasons for hints: true, and the strongest first."""

from __future__ import annotations

import pytest

from bot.language import find_language
from bot.messages.reasons import reason
from bot.model.solutions import BlindGuess
from engine import Position, Solution, Verdict, parse_move
from tests.engine.positions import building, tens

SIDEWAYS = "It gains nothing by itself, but the line I found starts with it."


def reason_for(position: Position, *moves: str, verdict: Verdict = Verdict.WON) -> str:
    return reason(position, Solution(verdict, tuple(map(parse_move, moves))), find_language("en"))


@pytest.mark.parametrize(
    ("piles", "moves", "said"),
    [
        ("A♠ | 9♥", ["1>f"], ""),
        ("8♠ | 9♥", ["1>2"], "It empties a pile."),
        ("A♠ 8♠ | 9♥ | 9♠", ["1>2", "1>f"], "It frees A♠, which can then go home."),
        ("A♠ 8♠ | 9♥ | A♦", ["1>2", "3>f", "1>f"], "It frees A♠, which can then go home."),
        ("4♦ 8♠ | 9♥ | 5♠ | 2♠", ["1>2", "1>3"], "It frees 4♦, which can then go on 5♠."),
        ("K♦ 8♠ | 9♥ | 2♠ 7♦", ["1>2", "3>2"], "It uncovers K♦."),
        ("7♥ | K♦ 5♠", ["w>1", "2>1"], "Then 5♠ can go on it."),
        ("4♦ 8♠ | 9♥ | K♣ 3♠", ["1>2", "3>1"], "It frees 4♦ for 3♠."),
        ("4♦ 8♠ | 9♥ | 4♣ 3♠", ["1>2", "3>1"], "It frees 4♦ for a later move."),
        ("9♦ 9♦ | 10♣ | K♠ 8♠", ["1>2", "3>1"], "It uncovers 9♦."),
        ("4♦ 8♠ | 9♥ | 4♦ | 5♠", ["1>2", "1>4"], "It uncovers 4♦."),
        ("4♦ 8♠ | 9♥ | 4♦ | A♣ 5♠", ["1>2", "4>5", "1>4"], "It uncovers 4♦."),
        ("4♦ 8♠ | 9♥ | A♣ 5♠", ["1>2", "3>4", "1>4"], "It frees 4♦ for a later move."),
        ("K♦ 8♠ | 9♥", ["1>3"], "It uncovers K♦."),
        ("K♦ 8♠ | 9♥ | 7♦ 2♠", ["1>2", "3>5", "3>2"], "It uncovers K♦."),
        ("9♦ 8♠ | 10♥", ["1>3", "3>1"], SIDEWAYS),
        ("9♠ 8♠ | 9♠", ["1>2"], SIDEWAYS),
        ("9♥ 8♠ | 9♠", ["1>2"], "It puts 8♠ on its own suit."),
        ("K♦ 8♠ | 9♠", ["1>2"], "It puts 8♠ on its own suit."),
        ("K♦ 8♠ | 9♥", ["1>2"], "It uncovers K♦."),
        ("9♦ 8♠ | 9♥ | 7♦ | A♠", ["1>2", "3>5", "2>1"], SIDEWAYS),
        ("K♦ | 9♥", ["w>3"], "Otherwise the next card you draw will cover it."),
        ("K♦ | 7♥", ["w>2"], "Otherwise the next card you draw will cover it."),
        ("K♦ 8♠ | 9♥", ["draw"], "Press 🃏 Draw. To win, you need the stock."),
    ],
)
def test_hint_gives_the_reason_for_its_move(piles: str, moves: list[str], said: str) -> None:
    assert reason_for(building("diplomat", piles, stock="4♣ 5♣", waste="6♣"), *moves) == said


def test_hint_explains_sending_an_unsafe_card_home() -> None:
    position = building("diplomat", "K♦ 3♥ | 9♥", stock="2♣ 2♠", foundations="2♥")
    assert reason_for(position, "1>f") == "The winning line doesn't need it on the table."
    assert (
        reason_for(position, "1>f", verdict=Verdict.UNKNOWN) == "It brings a card home, though you might still need it."
    )
    without_twos = building("diplomat", "K♦ 3♥ | 9♥", stock="K♣", foundations="2♥ 2♣ 2♠ 2♦ 2♣ 2♠ 2♦ 2♥")
    assert reason_for(without_twos, "1>f") == ""


def test_waste_card_can_free_the_one_below() -> None:
    position = building("diplomat", "9♥ | 2♥", waste="A♠ 8♠")
    assert reason_for(position, "w>1", "w>f") == "It frees A♠, which can then go home."


@pytest.mark.parametrize(("waste", "said"), [("6♣", "It clears the waste."), ("5♣ 6♣", "It uncovers 5♣.")])
def test_no_card_covers_the_waste_once_the_stock_is_empty(waste: str, said: str) -> None:
    assert reason_for(building("diplomat", "K♦ | 9♥", waste=waste), "w>3") == said


def test_revealed_cards_are_not_named() -> None:
    position = building("grounds-for-divorce", "(K♦) 8♠ | 9♥ | (2♠) 3♣")
    assert reason_for(position, "1>2", "1>4") == "It turns over a hidden card."


@pytest.mark.parametrize(
    ("move", "sure", "unsure"),
    [
        (
            "draw",
            "Press 🃏 Draw. To win, you need the stock.",
            "Press 🃏 Draw: nothing on the table looks better.",
        ),
        ("s>3", "To win, you need the stock.", "Nothing on the table looks better."),
    ],
)
def test_only_a_proof_says_that_the_way_leads_through_the_stock(move: str, sure: str, unsure: str) -> None:
    position = building("dimes", "8♠ | 9♥", stock="4♣ 5♣")
    assert reason_for(position, move) == sure
    assert reason_for(position, move, verdict=Verdict.UNKNOWN) == unsure


def test_drawing_needs_no_reason_if_no_card_can_move() -> None:
    position = building("dimes", "8♠ | 10♥ | Q♦ | K♣ | A♠ | 3♦ | 3♣ | A♥", stock="4♣ 5♣")
    assert reason_for(position, "draw", verdict=Verdict.UNKNOWN) == ""


def test_a_move_that_turns_a_card_over_is_a_reason_for_the_one_before() -> None:
    position = building("grounds-for-divorce", "9♦ 8♠ | 9♣ | (2♠) 8♦")
    assert reason_for(position, "1>2", "3>1") == "It frees 9♦ for 8♦."


def test_an_empty_pile_may_be_filled_in_order_to_deal() -> None:
    position = building("grounds-for-divorce", "K♦ 8♠ | " + " | ".join(["Q♣"] * 8), stock="2♣ " * 10)
    assert reason_for(position, "1>10", "draw") == "Then you can press 🃏 Deal."
    assert reason_for(position, "1>10", "10>1") == "It uncovers K♦."


def test_hint_mentions_a_finished_sequence() -> None:
    position = building("grounds-for-divorce", "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ | A♠")
    assert reason_for(position, "2>1") == "It completes a run, which is discarded."


def test_hint_in_tens_says_that_order_does_not_matter() -> None:
    for verdict in Verdict:
        assert "the order never matters" in reason_for(tens("A♠ 9♠"), "1+2", verdict=verdict)


def test_in_games_in_suit_joining_in_suit_is_no_reason() -> None:
    assert reason_for(building("dimes", "K♦ 8♠ | 9♠"), "1>2") == "It uncovers K♦."


def test_a_guess_without_a_search_claims_no_line() -> None:
    guess = BlindGuess(moves=(parse_move("1>2"),))
    said = reason(building("diplomat", "9♠ 8♠ | 9♠"), guess, find_language("en"))
    assert said == "It gains nothing by itself."
