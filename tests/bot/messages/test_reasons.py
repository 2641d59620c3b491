"""Reasons for hints: true, and silent where the move says it all."""

import pytest

from bot.language import find_language
from bot.messages.reasons import reason
from engine import Position, Solution, Verdict, parse_move
from tests.engine.positions import building, tens


def reason_for(position: Position, move: str, verdict: Verdict = Verdict.WON) -> str:
    return reason(position, Solution(verdict, (parse_move(move),)), find_language("en"))


@pytest.mark.parametrize(
    ("piles", "waste", "move", "said"),
    [
        ("A♠ | 9♥", "6♣", "1>f", ""),
        ("2♠ A♠ | 9♥", "6♣", "1>f", "It frees 2♠, which can then go home."),
        ("A♠ 8♠ | 9♥ | 9♠", "6♣", "1>2", "It frees A♠, which can then go home."),
        ("9♥ | 2♥", "A♠ 8♠", "w>1", "It frees A♠, which can then go home."),
        ("A♠ 8♠ | 9♥", "6♣", "draw", ""),
        ("8♠ | 9♥", "6♣", "1>2", ""),
        ("9♦ 8♠ | 9♥", "6♣", "1>2", ""),
    ],
)
def test_a_reason_names_a_card_that_can_go_home_right_after_the_move(
    piles: str, waste: str, move: str, said: str
) -> None:
    assert reason_for(building("diplomat", piles, stock="4♣ 5♣", waste=waste), move) == said


def test_revealed_cards_are_not_named() -> None:
    position = building("grounds-for-divorce", "(K♦) 8♠ | 9♥ | (2♠) 3♣")
    assert reason_for(position, "1>2") == "It turns over a hidden card."


def test_what_a_draw_reveals_is_not_told() -> None:
    dealt = building(
        "grounds-for-divorce",
        "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ | " + " | ".join(["Q♣"] * 9),
        stock="A♠ " * 10,
    )
    assert reason_for(dealt, "draw") == ""


def test_emptying_a_cell_is_a_reason() -> None:
    position = building("freecell", "8♠ | 9♥ | 9♠", cells="7♦")
    assert [reason_for(position, move) for move in ("c1>1", "1>2", "1>c")] == ["It empties a cell.", "", ""]


def test_hint_mentions_a_finished_sequence() -> None:
    position = building("grounds-for-divorce", "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ | A♠")
    assert reason_for(position, "2>1") == "It completes a run, which is discarded."


def test_hint_in_tens_says_that_order_does_not_matter() -> None:
    for verdict in Verdict:
        assert "the order never matters" in reason_for(tens("A♠ 9♠"), "1+2", verdict)
