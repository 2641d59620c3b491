"""Games: saving and loading, undo and redo, steps of several moves, and giving up."""

import pytest

from engine import (
    Discard,
    Game,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSaveError,
    Status,
)
from tests.engine.positions import building, foundations, game_at, tens

SECOND = Discard((9, 10))
THIRD = Discard((1, 12))


@pytest.mark.parametrize(
    "text",
    [
        "tens|7||0",
        "twelves|7||0|",
        "tens|07||0|",
        "dimes|7|tens=dealt|0|",
        "dimes|7|,tens=deck|0|",
        "dimes|7||2|draw",
        "dimes|7||1xx|draw",
        "dimes|7||1|draw ",
        "tens|8||1|8+4",
        "dimes|7||1|draw&9>9",
        "tens|7||0x|3+5",
    ],
)
def test_load_rejects_texts_that_save_does_not_produce(text: str) -> None:
    with pytest.raises(InvalidSaveError):
        Game.load(text)


def test_load_says_why_a_save_cannot_be_read() -> None:
    with pytest.raises(InvalidSaveError, match=r"is damaged: .*There is no pile 9"):
        Game.load("dimes|7||1|9>1")
    with pytest.raises(InvalidSaveError, match="it has 1 fields, not 5"):
        Game.load("dimes")


def test_a_finished_game_cannot_be_saved_as_given_up() -> None:
    game = Game.new("tens", 1)
    while moves := game.legal_moves():
        game.play(moves[0])
    assert game.status is Status.LOST
    assert Game.load(game.save()) == game
    name, deal, options, place, line = game.save().split("|")
    with pytest.raises(InvalidSaveError):
        Game.load("|".join((name, deal, options, f"{place}x", line)))


def test_a_new_move_discards_undone_moves() -> None:
    game = Game.load("tens|8||1|4+8")
    game.undo()
    game.play("8+10")
    assert game.save() == "tens|8||1|8+10"


def test_undo_fails_at_the_start_and_redo_at_the_end() -> None:
    game = Game.new("tens", 8)
    with pytest.raises(HistoryError, match="nothing to undo: you haven't moved yet"):
        game.undo()
    with pytest.raises(HistoryError, match="nothing to redo"):
        game.redo()


def test_nothing_can_be_played_after_giving_up_until_that_is_undone() -> None:
    game = Game.load("cast-out-nines|7|tableau=wrap|2|draw draw draw draw")
    before = game.save()
    game.give_up()
    given_up = game.save()
    for change in (game.redo, game.give_up, lambda: game.play("draw")):
        with pytest.raises(GameOverError, match="gave up this game"):
            change()
    assert game.legal_moves() == []
    assert game.save() == given_up
    assert game.undo() is None
    assert game.status is Status.PLAYING
    assert game.save() == before


def test_callers_may_change_the_list_of_legal_moves() -> None:
    game = Game.new("tens", 8)
    game.legal_moves().clear()
    assert game.legal_moves()


def test_games_share_their_moves() -> None:
    """A bot keeps thousands of games in memory."""
    first = Game.load("dimes|8||2|draw draw")
    second = Game.new("dimes", 9)
    second.play("draw")
    assert first.moves[0] is first.moves[1] is second.moves[0]
    assert first.steps[0] is second.steps[0]


def game_of_two_steps() -> Game:
    game = Game.new("tens", 8)
    game.play("4+8")
    game.play("10+9", THIRD)
    return game


def test_a_move_may_depend_on_an_earlier_one_of_its_step() -> None:
    game = game_at(building("diplomat", "2♠ A♠ | 3♠"))
    game.play("1>f", "1>f", "2>f")
    assert foundations(game.position) == "3♠"


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (("9+10", "9+10"), IllegalMoveError),
        (("9+10", "1+12", "up"), InvalidMoveError),
        (("up", "9+10"), InvalidMoveError),
        (("9+10", "draw"), IllegalMoveError),
    ],
)
def test_a_step_with_an_illegal_move_changes_nothing(moves: tuple[str, ...], error: type[Exception]) -> None:
    game = game_of_two_steps()
    game.undo()
    position = game.position
    saved = game.save()
    legal = game.legal_moves()
    with pytest.raises(error):
        game.play(*moves)
    assert (game.position, game.save(), game.legal_moves()) == (position, saved, legal)
    assert game.redo() == (SECOND, THIRD)


def test_a_step_may_end_the_game_but_not_continue_after_it() -> None:
    game = game_at(tens("2♠ 8♥ 3♠ 7♥"))
    with pytest.raises(GameOverError, match="This game is lost"):
        game.play("1+2", "3+4", "1+2")
    assert game.legal_moves()
    game.play("1+2", "3+4")
    assert game.status is Status.LOST


def test_a_refusal_describes_the_position_within_the_step() -> None:
    game = game_at(building("diplomat", "9♦ 2♠ | 7♣", stock="K♠"))
    with pytest.raises(IllegalMoveError, match="7♣ can't go on 9♦"):
        game.play("1>3", "2>1")


def test_changing_a_copy_does_not_change_the_game() -> None:
    game = game_of_two_steps()
    copy = game.copy()
    copy.undo()
    copy.play("9+10")
    assert (game.save(), game.position.cards_home) == ("tens|8||2|4+8 9+10&1+12", 6)
