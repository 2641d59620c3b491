"""Why a move is illegal: the rule it breaks and, where that helps, a move that works."""

from dataclasses import replace

import pytest

from engine import (
    CELL,
    Discard,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    PatienceError,
    Rank,
    Transfer,
    pile,
)
from tests.engine.positions import building, game_at, refusal, tens

EIGHTS = "8♥ 7♥ | 8♦ | 6♣ | 3♣ | 3♥ | 3♠ | J♣ | J♥"

CASES = [
    # game, piles, stock, waste, foundations, move, explanation
    ("diplomat", "7♣ | | | | 9♦", "", "", "", "1>5", "7♣ can't go on 9♦. Any 8 can."),
    ("diplomat", "| Q♦", "", "7♣", "", "w>2", "7♣ can't go on Q♦. Any J can."),
    ("diplomat", "K♣ | A♦", "", "", "", "1>2", "K♣ can't go on A♦: nothing goes on an ace."),
    ("forty-thieves", "7♣ | 8♦", "", "", "", "1>2", "7♣ can't go on 8♦. Only 7♦ can."),
    ("dimes", "K♣ | A♦", "", "", "", "1>2", "K♣ can't go on A♦. Only K♦ can."),
    ("cast-out-nines", "K♣ | A♣", "", "", "", "1>2", "K♣ can't go on A♣: nothing goes on an ace."),
    (
        "grounds-for-divorce", "9♣ 8♣ 7♣ | 9♦", "", "", "", "1>2",
        "7♣ can't go on 9♦, but 8♣ can: try 1>2*2.",
    ),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>9", "There is no pile 9: the piles are 1 to 8."),
    ("diplomat", "7♣ | 9♦", "", "", "", "10>1", "There is no pile 10: the piles are 1 to 8."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>1", "1>1 doesn't move anything. Name two different piles."),
    ("diplomat", "7♣ | 9♦", "", "", "", "3>1", "Pile 3 is empty."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>3", "Moving all of pile 1 to an empty pile changes nothing."),
    ("grounds-for-divorce", "8♣ 7♣ | 9♦", "", "", "", "1>3*2",
     "Moving all of pile 1 to an empty pile changes nothing."),
    ("diplomat", "7♣ | 9♦", "", "", "", "f>1", "Cards on the foundations stay there."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>w", "You can't move cards back to the stock or waste."),
    ("diplomat", "7♣ | 9♦", "", "", "", "w>2", "The waste is empty."),
    ("diplomat", "7♣ | 9♦", "", "", "", "draw", "The stock is empty, and you go through it only once."),
    ("diplomat", "7♣ 6♣ | 8♦", "", "", "", "1>2*2", "In this game you move one card at a time."),
    ("diplomat", "7♣ | 9♦", "8♣", "", "", "s>3", "You can't move stock cards directly. Draw first."),
    ("diplomat", "7♣ | 9♦", "", "", "5♣ 2♣", "1>f", "7♣ can't go home yet. Next in its suit: 3♣ / 6♣."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>f", "7♣ can't go home yet. Next in its suit: A♣."),
    ("diplomat", "7♣", "", "", "K♣ K♣", "1>f", "7♣ can't go home: its foundations are full."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1+2", "Here you move cards from pile to pile. Try 3>5, not 1+2."),
    ("dimes", "7♣ | 9♦", "8♣", "", "", "s>2",
     "A stock card can only go to the waste or to an empty pile."),
    ("dimes", "7♣ | 9♦", "8♣", "", "", "s>f",
     "A stock card can only go to the waste or to an empty pile."),
    ("grounds-for-divorce", "7♣ | 9♦ Q♣ K♣ 2♣ 4♣ 6♣ 8♣ 10♣ Q♣", "8♣", "", "", "draw",
     "You can't deal while there are empty piles: 3, 4, 5, 6, 7, 8, 9, 10."),
    ("grounds-for-divorce", "7♣ | 9♦ | Q♣ | K♣ | 2♣ | 4♣ | 6♣ | 8♣ | 10♣ 3♦", "8♣", "", "", "draw",
     "You can't deal while pile 10 is empty."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "draw",
     "You can't deal any more: there are too few cards to cover every pile."),
    ("dimes", "7♣ | J♦", "", "", "", "1>2", "Nothing can go on J♦: 10♦ is already home."),
    ("diplomat", "7♣ | 9♦", "8♠", "", "", "w>2", "The waste is empty: draw a card first."),
    ("diplomat", "7♣ | 8♦", "8♠", "", "", "w>2", "The waste is empty."),  # the stock is closed
    ("cast-out-nines", "7♣ 6♣ | 9♦", "", "", "", "1>f*2",
     "You can move several cards at once only from pile to pile."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "1>f",
     "This game has no foundations. Full runs are discarded automatically."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "w>1",
     "This game has no waste: you deal the stock onto the piles."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "s>1",
     "You can't move stock cards directly. Deal a row instead."),
    ("grounds-for-divorce", "(2♦) 8♣ 7♣ | 9♦", "", "", "", "1>2*3",
     "Pile 1 doesn't have that many face-up cards, only 2."),
    ("grounds-for-divorce", "9♣ 8♦ 7♦ | 10♦", "", "", "", "1>2*3",
     "1>2*3 isn't a run: 8♦ doesn't follow 9♣ in suit."),
    ("cast-out-nines", "J♦ 8♣ 7♣ | 9♦ |", "", "", "", "1>3*2", "Only one card at a time can go to an empty pile."),
    ("diplomat", EIGHTS, "K♠", "", "", "draw",
     "You can't draw yet: 6♣ (pile 3) can go on 7♥ (pile 1)."),
    ("diplomat", "A♠ | 8♦", "K♠", "", "", "draw",
     "You can't draw yet: A♠ (pile 1) can go home."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "piles", "stock", "waste", "foundations", "move", "explanation"), CASES)
def test_a_refusal_explains_the_rule_that_a_move_breaks(
    game: str, piles: str, stock: str, waste: str, foundations: str, move: str, explanation: str
) -> None:
    assert refusal(building(game, piles, stock, waste, foundations), move) == explanation


CLASSIC_CASES = [
    # game, piles, stock, waste, foundations, cells, move, explanation
    ("freecell", "7♣ | 9♦", "", "", "", "2♠ 3♠ 4♠ 5♠", "1>c", "Every cell is taken."),
    ("freecell", "7♣ | 9♦", "", "", "", "2♠", "c2>1", "Cell 2 is empty."),
    ("freecell", "7♣ | 9♦", "", "", "", "2♠", "c5>1", "There is no cell 5: the cells are 1 to 4."),
    ("freecell", "7♣ | 9♦", "", "", "", "2♠", "c>1",
     "c>1 doesn't say which card. Type c1>1."),
    ("freecell", "7♣ | 8♦", "", "", "", "2♠ 9♣", "c>1", "c>1 doesn't say which card. Type c1>1 / c2>1."),
    ("freecell", "7♣ | 8♦", "", "", "", "2♠ 7♠", "c>2", "c>2 doesn't say which card. Type c2>2."),
    ("freecell", "7♣ | 9♦", "", "", "", "2♠", "c1>2", "2♠ can't go on 9♦. Only 8♣ / 8♠ can."),
    ("freecell", "8♥ 7♣ | 9♦", "", "", "", "", "1>c*2", "You can move several cards at once only from pile to pile."),
    ("freecell", "9♠ 8♥ 7♠ | 10♦ | 2♣ | 2♠ | 2♥ | 2♦ | 3♣ | 3♠", "", "", "", "J♠ J♣ J♥", "1>2*3",
     "Too many cards at once: 3, but your empty cells and piles carry only 2."),
    ("freecell", "9♠ 8♥ 7♠ | 10♦ | 2♣ | 2♠ | 2♥ | 2♦ | 3♣ | 3♠", "", "", "", "J♠ J♣ J♥", "1>2",
     "Too many cards at once: 3, but your empty cells and piles carry only 2."),
    ("freecell", "K♥ 9♠ 8♥ 7♠ | | 2♣ | 2♠ | 2♥ | 2♦ | 3♣ | 3♠", "", "", "", "J♠ J♣ J♥", "1>2*3",
     "Too many cards at once: 3, but your empty cells and piles carry only 2."),
    ("freecell", "9♠ 8♠ | 10♦", "", "", "", "", "1>2*2", "1>2*2 isn't a sequence: 8♠ doesn't fit on 9♠."),
    ("freecell", "7♣ | 9♦", "", "", "6♣", "", "fc>2", "Cards on the foundations stay there."),
    ("freecell", "7♣ | 9♦", "", "", "5♣", "", "1>f", "7♣ can't go home yet. Next in its suit: 6♣."),
    ("freecell", "7♣ | 9♦", "", "", "", "", "draw", "This game has no stock and no waste."),
    ("freecell", "7♣ | 9♦", "", "", "", "", "w>1", "This game has no stock and no waste."),
    ("freecell", "7♣ | 9♦", "", "", "", "", "s>1", "This game has no stock and no waste."),
    ("klondike", "Q♣ | ", "", "", "", "", "1>2", "Q♣ can't go to an empty pile: only a king can."),
    ("klondike", "K♣ | ", "", "", "", "", "1>2", "Moving all of pile 1 to an empty pile changes nothing."),
    ("klondike", "7♣ | 9♦", "", "", "6♣", "", "fc>2", "6♣ can't go on 9♦. Only 8♣ / 8♠ can."),
    ("klondike", "7♣ | 9♦", "", "", "", "", "fc>2", "No card is on that foundation."),
    ("klondike", "7♣ | 7♦", "", "", "6♣ 2♥", "", "f>2", "f>2 doesn't say which card. Type fc>2."),
    ("klondike", "7♣ | 9♦", "", "", "6♣ 2♥", "", "f>2", "f>2 doesn't say which card. Type fc>2 / fh>2."),
    ("klondike", "7♣ | 9♦", "", "", "", "", "f>2", "f>2 doesn't say which card. Type fc>2 / fd>2 / fh>2 / fs>2."),
    ("klondike", "7♣ | 8♦", "", "", "", "", "1>c", "This game has no cells."),
    ("klondike", "7♣ | 8♦", "", "", "", "", "draw", "The stock and the waste are empty."),
    ("spider", "7♠ | 9♠", "", "", "", "", "f>2",
     "This game has no foundations. Full runs are discarded automatically."),
    ("spider", "7♠ | 9♠ | 2♠ 2♠ 2♠ 2♠ 2♠ 2♠ 2♠ 2♠", "3♠", "", "", "", "draw",
     "You can't deal while there are empty piles: 4, 5, 6, 7, 8, 9, 10."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "piles", "stock", "waste", "home", "cells", "move", "explanation"), CLASSIC_CASES)
def test_a_refusal_explains_the_rules_of_the_classics(
    game: str, piles: str, stock: str, waste: str, home: str, cells: str, move: str, explanation: str
) -> None:
    position = building(game, piles, stock, waste, home, cells=cells)
    assert refusal(position, move) == explanation


@pytest.mark.parametrize(
    ("move", "explanation"),
    [
        ("1+2", "2♠ + 3♥ isn't a set: 2♠ pairs with any 8."),
        ("1+4", "Pile 4 is empty."),
        ("1+14", "There is no pile 14: the piles are 1 to 13."),
        ("3+5", "10♦ + J♣ isn't a set: 10s go only as four of a kind."),
        ("draw", "Nothing to draw: empty piles refill automatically."),
        ("1>2", "Here you discard cards instead of moving them. Try 2+7."),
    ],
)
def test_a_refusal_explains_what_is_wrong_with_a_set(move: str, explanation: str) -> None:
    assert refusal(tens("2♠ 3♥ 10♦ - J♣"), move) == explanation


def test_a_refusal_names_all_partners_of_a_card_in_a_set_of_several_ranks() -> None:
    court = (Rank.JACK, Rank.QUEEN, Rank.KING)
    position = tens("J♠ J♥ A♦")
    position = replace(position, rules=replace(position.rules, sets=(court,)))
    assert refusal(position, "1+2") == "J♠ + J♥ isn't a set: J♠ goes only with Q + K."
    assert position.rules.move_examples == ("1+4+6",)


def test_a_move_of_the_wrong_kind_gets_a_legal_example() -> None:
    assert "Try 1+3." in refusal(tens("2♠ 3♥ 8♦"), "1>2")
    assert "Try 2>3, not 1+2." in refusal(building("diplomat", "9♣ | 7♣ | 8♦", stock="K♠"), "1+2")


@pytest.mark.parametrize("move", [Discard(()), Discard((3, 3)), Transfer(CELL, pile(1)), Transfer(pile(1), CELL)])
def test_a_move_without_a_text_form_is_refused_without_a_false_reason(move: Move) -> None:
    for position in (tens("2♠ 8♥ 5♦"), building("diplomat", "7♣ | 9♦")):
        with pytest.raises((IllegalMoveError, InvalidMoveError)) as error:
            game_at(position).play(move)
        assert "isn't a set" not in str(error.value)
        assert "Next" not in str(error.value)


def test_moves_after_the_end_are_refused_because_the_game_is_over() -> None:
    lost = game_at(tens("2♠ 3♥"))
    with pytest.raises(GameOverError, match=r"This game is lost\. No moves are left"):
        lost.play("1+2")
    with pytest.raises(GameOverError, match="This game is lost"):
        lost.give_up()
    won = game_at(building("diplomat", "", foundations="K♣ K♣ K♦ K♦ K♥ K♥ K♠ K♠"))
    with pytest.raises(GameOverError, match="You've already won"):
        won.play("draw")
    with pytest.raises(GameOverError, match="You've already won"):
        won.give_up()


def test_values_with_braces_are_not_interpreted() -> None:
    assert str(PatienceError("“{text}” is wrong", text="{text}")) == "“{text}” is wrong"
