"""Move texts: each move prints one form, and parsing is lenient."""

import pytest

from engine import (
    CELL,
    CELLS,
    DRAW,
    FOUNDATION,
    FOUNDATIONS,
    STOCK,
    WASTE,
    Discard,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Transfer,
    parse_move,
    pile,
)
from engine.moves import shift
from tests.engine.positions import building, game_at

FORMS = {
    "3>5": shift(3, 5),
    "3>5*4": shift(3, 5, 4),
    "3>f": Transfer(pile(3), FOUNDATION),
    "w>5": Transfer(WASTE, pile(5)),
    "w>f": Transfer(WASTE, FOUNDATION),
    "3>c": Transfer(pile(3), CELL),
    "c2>5": Transfer(CELLS[2], pile(5)),
    "c2>f": Transfer(CELLS[2], FOUNDATION),
    "fh>3": Transfer(FOUNDATIONS[3], pile(3)),
    "s>5": Transfer(STOCK, pile(5)),
    "draw": DRAW,
    "2+7": Discard((2, 7)),
    "1+4+6+9": Discard((1, 4, 6, 9)),
    "10>3*12": shift(10, 3, 12),
}


@pytest.mark.parametrize("text", FORMS)
def test_parse_move_reads_what_str_prints(text: str) -> None:
    assert parse_move(text) == FORMS[text]
    assert str(FORMS[text]) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "3>",
        "3>5>7",
        "3>5*0",
        "x>5",
        "1234>5",
        "2+",
        "2+2",
        "move 3>5",
        "35",
        "7 s",
        "3>fh",
        "3>c2",
        "hello",
        "3>5;draw",
    ],
)
def test_parse_move_rejects_other_texts_with_examples(text: str) -> None:
    with pytest.raises(
        InvalidMoveError,
        match=r"isn't a move\. Type 3>5 to move a card from pile 3 to pile 5\. Other moves: 3>5\*4, 3>f, w>5",
    ):
        parse_move(text)


@pytest.mark.parametrize("text", ["0>1", "pile 0>1", "00-1", "0>f", "1>0"])
def test_pile_0_is_not_the_waste(text: str) -> None:
    game = game_at(building("diplomat", "3♦", waste="2♠", foundations="A♠", stock="K♠"))
    with pytest.raises((InvalidMoveError, IllegalMoveError)) as error:
        game.play(text)
    assert "waste" not in str(error.value).partition("Other moves")[0]


def test_find_move_accepts_moves_and_texts() -> None:
    game = Game.new("tens", 8)
    assert game.find_move(" 8+4 ") == game.find_move(Discard((4, 8))) == Discard((4, 8))
    assert game.moves == ()
