"""Why a move is illegal: the rule it breaks and, where that helps, a move that works."""

from __future__ import annotations

import pytest

from engine import Discard, Game, GameOverError, IllegalMoveError, InvalidMoveError, Move, PatienceError, Transfer
from engine.refusals import refusal as find_refusal
from tests.engine.positions import building, game_at, refusal, tens

EIGHTS = "8♥ 7♥ | 8♦ | 6♣ | 3♣ | 3♥ | 3♠ | J♣ | J♥"

CASES = [
    # game, piles, stock, waste, foundations, move, explanation
    ("diplomat", "7♣ | | | | 9♦", "", "", "", "1>5", "7♣ can't go on 9♦: pile 5 takes 8 of any suit."),
    ("diplomat", "7♣ | 7♦", "", "", "", "1>2", "7♣ can't go on 7♦: pile 2 takes 6 of any suit."),
    ("diplomat", "7♣ | Q♦", "", "", "", "1>2", "7♣ can't go on Q♦: pile 2 takes J of any suit."),
    ("diplomat", "7♣ | 2♦", "", "", "", "1>2", "7♣ can't go on 2♦: pile 2 takes A of any suit."),
    ("diplomat", "| Q♦", "", "7♣", "", "w>2", "7♣ can't go on Q♦: pile 2 takes J of any suit."),
    ("diplomat", "K♣ | A♦", "", "", "", "1>2", "K♣ can't go on A♦: nothing goes on an Ace."),
    ("forty-thieves", "7♣ | 8♦", "", "", "", "1>2", "7♣ can't go on 8♦: pile 2 takes 7♦."),
    ("dimes", "K♣ | A♦", "", "", "", "1>2", "K♣ can't go on A♦: pile 2 takes K♦."),
    ("cast-out-nines", "K♣ | A♣", "", "", "", "1>2", "K♣ can't go on A♣: nothing goes on an Ace."),
    (
        "grounds-for-divorce", "9♣ 8♣ 7♣ | 9♦", "", "", "", "1>2",
        "7♣ can't go on 9♦, but 8♣ can: try 1>2*2.",
    ),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>9", "There is no pile 9: the piles are 1 to 8."),
    ("diplomat", "7♣ | 9♦", "", "", "", "10>1", "There is no pile 10: the piles are 1 to 8."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>1", "1>1 goes nowhere: name two different piles."),
    ("diplomat", "7♣ | 9♦", "", "", "", "3>1", "Pile 3 is empty."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>3", "Moving all of pile 1 into a space changes nothing."),
    ("grounds-for-divorce", "8♣ 7♣ | 9♦", "", "", "", "1>3*2", "Moving all of pile 1 into a space changes nothing."),
    ("diplomat", "7♣ | 9♦", "", "", "", "f>1", "Cards that are home stay there."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>w", "Nothing goes back to the stock or the waste."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>s", "Nothing goes back to the stock or the waste."),
    ("diplomat", "7♣ | 9♦", "", "", "", "w>2", "The waste is empty."),
    ("diplomat", "7♣ | 9♦", "", "", "", "draw", "The stock is empty, and there is no redeal."),
    ("diplomat", "7♣ 6♣ | 8♦", "", "", "", "1>2*2", "In this game one card moves at a time."),
    ("diplomat", "7♣ | 9♦", "8♣", "", "", "s>3", "A card of the stock can't go straight to another place: use draw."),
    ("diplomat", "7♣ | 9♦", "", "", "5♣ 2♣", "1>f", "7♣ can't go home yet: its foundations take 3♣ / 6♣ next."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1>f", "7♣ can't go home yet: its foundations take A♣ next."),
    ("diplomat", "7♣", "", "", "K♣ K♣", "1>f", "7♣ can't go home: its foundations are full."),
    ("diplomat", "", "", "7♣", "K♣ 4♣", "w>f", "7♣ can't go home yet: its foundations take 5♣ next."),
    ("cast-out-nines", "A♣", "", "", "", "1>f", "A♣ can't go home yet: its foundations take 9♣ next."),
    ("diplomat", "7♣ | 9♦", "", "", "", "1+2", "This game moves cards from place to place: try 3>5 rather than 1+2."),
    ("dimes", "7♣ | 9♦", "8♣", "", "", "s>2",
     "A card of the stock goes to the waste or straight into a space, nowhere else."),
    ("dimes", "7♣ | 9♦", "8♣", "", "", "s>f",
     "A card of the stock goes to the waste or straight into a space, nowhere else."),
    ("dimes", "7♣ | 9♦", "", "", "", "s>3", "The stock is empty, and there is no redeal."),
    ("dimes", "7♣ | 9♦", "8♣", "", "", "s>3*2", "In this game one card moves at a time."),
    ("grounds-for-divorce", "7♣ | 9♦ Q♣ K♣ 2♣ 4♣ 6♣ 8♣ 10♣ Q♣", "8♣", "", "", "draw",
     "The stock can't be dealt while a pile is empty: put a card into pile 3 first."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "draw",
     "The stock can't be dealt any more: too few cards are left to fill every pile."),
    ("dimes", "7♣ | J♦", "", "", "", "1>2", "7♣ can't go on J♦: that takes 10♦, which is home."),
    ("diplomat", "7♣ | 9♦", "8♠", "", "", "w>2", "The waste is empty: draw a card first."),
    ("cast-out-nines", "7♣ 6♣ | 9♦", "", "", "", "1>f*2",
     "Only one card at a time moves from the waste or the stock, and home."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "1>f",
     "There are no foundations here: a finished run leaves by itself."),
    ("grounds-for-divorce", "7♣ | 9♦", "8♣", "", "", "w>1",
     "There is no waste here: the stock is dealt onto the piles."),
    ("grounds-for-divorce", "(2♦) 8♣ 7♣ | 9♦", "", "", "", "1>2*3", "Cards face up in pile 1: only 2."),
    ("grounds-for-divorce", "(2♦ 3♦) 8♣ | 9♦", "", "", "", "1>2*2", "Cards face up in pile 1: only 1."),
    ("grounds-for-divorce", "9♣ 8♦ 7♦ | 10♦", "", "", "", "1>2*3",
     "The cards of 1>2*3 are no run: 8♦ does not follow 9♣ in suit."),
    ("cast-out-nines", "J♦ 8♣ 7♣ | 9♦ |", "", "", "", "1>3*2", "Only one card at a time goes into a space."),
    ("diplomat", EIGHTS, "K♠", "", "", "draw",
     "The stock is closed while two sequences can be joined: 6♣ of pile 3 goes on 7♥ of pile 1 (3>1)."),
    ("diplomat", "A♠ | 8♦", "K♠", "", "", "draw",
     "The stock is closed while a top card can go home: A♠ of pile 1 can (1>f)."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "piles", "stock", "waste", "foundations", "move", "explanation"), CASES)
def test_a_refusal_explains_the_rule_that_a_move_breaks(
    game: str, piles: str, stock: str, waste: str, foundations: str, move: str, explanation: str
) -> None:
    assert refusal(building(game, piles, stock, waste, foundations), move) == explanation


def test_a_game_raises_the_refusal_of_its_position() -> None:
    game = game_at(building("diplomat", "7♣ | | | | 9♦", stock="K♠"))
    with pytest.raises(IllegalMoveError, match="7♣ can't go on 9♦: pile 5 takes 8 of any suit"):
        game.play("1>5")
    with pytest.raises(IllegalMoveError, match="7♣ can't go on 9♦: pile 5 takes 8 of any suit"):
        game.find_move(Transfer(1, 5))


@pytest.mark.parametrize(
    ("move", "explanation"),
    [
        ("1+2", "2♠ + 3♥ is no set: 2♠ goes with any 8."),
        ("1+4", "Pile 4 is empty."),
        ("1+14", "There is no pile 14: the piles are 1 to 13."),
        ("3+5", "10♦ + J♣ is no set: 10 leaves only as all four of them."),
        ("draw", "There is nothing to draw here: emptied piles are filled from the stock by themselves."),
        ("1>2", "Cards are never moved here, only discarded: try 2+7 rather than 1>2."),
    ],
)
def test_a_refusal_explains_what_is_wrong_with_a_set(move: str, explanation: str) -> None:
    assert refusal(tens("2♠ 3♥ 10♦ - J♣"), move) == explanation


@pytest.mark.parametrize("move", [Discard(()), Discard((3, 3)), Transfer(-3, 1), Transfer(1, -3)])
def test_a_move_without_a_text_form_is_refused_without_a_false_reason(move: Move) -> None:
    for position in (tens("2♠ 8♥ 5♦"), building("diplomat", "7♣ | 9♦")):
        with pytest.raises((IllegalMoveError, InvalidMoveError)) as error:
            game_at(position).play(move)
        assert "is no set" not in str(error.value)
        assert "takes" not in str(error.value)


def test_moves_after_the_end_are_refused_because_the_game_is_over() -> None:
    lost = game_at(tens("2♠ 3♥"))
    with pytest.raises(GameOverError, match="This game is lost: no move is left"):
        lost.play("1+2")
    with pytest.raises(GameOverError, match="This game is lost"):
        lost.give_up()
    won = game_at(building("diplomat", "", foundations="K♣ K♣ K♦ K♦ K♥ K♥ K♠ K♠"))
    with pytest.raises(GameOverError, match="This game is won: every card is home"):
        won.play("draw")
    with pytest.raises(GameOverError, match="This game is won"):
        won.give_up()


def test_texts_that_are_not_moves_raise_another_error_than_illegal_moves() -> None:
    game = Game.new("diplomat", 7)
    with pytest.raises(InvalidMoveError) as error:
        game.play("up")
    assert not isinstance(error.value, IllegalMoveError)
    assert str(error.value).startswith("“up” is no move.")


def test_a_refusal_has_a_template_to_translate() -> None:
    error = find_refusal(building("diplomat", "7♣ | 9♦"), Transfer(1, 2))
    assert error.template == "{card} can't go on {top}: pile {pile} takes {rank} of any suit."
    assert error.template.format(**error.values) == str(error)


def test_values_with_braces_are_not_interpreted() -> None:
    assert str(PatienceError("“{text}” is wrong", text="{text}")) == "“{text}” is wrong"
