"""Several moves as one step: played together, and taken back by one undo."""

from __future__ import annotations

import pytest

from engine import DRAW, Discard, Game, GameOverError, IllegalMoveError, InvalidMoveError, Status, parse_move
from tests.engine.positions import building, foundations, game_at, tens

FIRST, SECOND, THIRD = Discard((4, 8)), Discard((9, 10)), Discard((1, 12))


def played() -> Game:
    """A step of one move, then one of two."""
    game = Game.new("tens", 8)
    game.play("4+8")
    game.play("10+9", THIRD)
    return game


def test_one_undo_takes_back_a_whole_step_and_one_redo_plays_it_again() -> None:
    game = played()
    last = game.position
    assert game.undo() == (SECOND, THIRD)
    assert (game.steps, game.moves, game.undone) == (((FIRST,),), (FIRST,), (SECOND, THIRD))
    assert game.undo() == (FIRST,)
    assert (game.steps, game.undone) == ((), (FIRST, SECOND, THIRD))
    assert [game.redo(), game.redo()] == [(FIRST,), (SECOND, THIRD)]
    assert game.position == last


def test_the_steps_are_the_moves_as_they_were_played_together() -> None:
    assert played().steps == ((FIRST,), (SECOND, THIRD))
    assert played().moves == (FIRST, SECOND, THIRD)


def test_each_move_of_the_last_step_is_known_with_the_positions_around_it() -> None:
    game = played()
    start, first, second, third = game.positions
    last_steps = []
    for change in (game.undo, game.redo, game.undo, game.undo):
        last_steps.append(game.last_step)
        change()
    both, one = ((first, SECOND, second), (second, THIRD, third)), ((start, FIRST, first),)
    assert [*last_steps, game.last_step] == [both, one, both, one, ()]


def test_the_positions_are_those_within_a_step_too() -> None:
    game = played()
    assert [position.home for position in game.positions] == [0, 2, 4, 6]
    assert game.positions[-1] == game.position
    game.undo()
    assert [position.home for position in game.positions] == [0, 2]


def test_a_move_may_become_legal_by_the_one_before_it() -> None:
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
def test_when_one_move_is_not_legal_in_its_turn_none_is_played_and_nothing_forgotten(
    moves: tuple[str, ...], error: type[Exception]
) -> None:
    game = played()
    game.undo()
    position, saved, legal = game.position, game.save(), game.legal_moves()
    with pytest.raises(error):
        game.play(*moves)
    assert (game.position, game.save(), game.legal_moves()) == (position, saved, legal)
    assert game.redo() == (SECOND, THIRD)


def test_a_step_may_end_the_game_but_not_go_on_after_its_end() -> None:
    game = game_at(tens("2♠ 8♥ 3♠ 7♥"))
    with pytest.raises(GameOverError, match="This game is lost"):
        game.play("1+2", "3+4", "1+2")
    assert game.legal_moves()
    game.play("1+2", "3+4")
    assert game.status is Status.LOST


def test_a_step_is_refused_in_the_words_of_the_position_within_it() -> None:
    game = game_at(building("diplomat", "9♦ 2♠ | 7♣", stock="K♠"))
    with pytest.raises(IllegalMoveError, match="7♣ can't go on 9♦"):
        game.play("1>3", "2>1")


def test_a_new_step_forgets_all_that_was_undone() -> None:
    game = played()
    game.undo()
    game.undo()
    game.play("9+10", "1+12")
    assert game.save() == "tens|8||1|9+10&1+12"
    assert game.undone == ()


def test_a_save_joins_the_moves_of_a_step_and_counts_steps() -> None:
    game = played()
    assert game.save() == "tens|8||2|4+8 9+10&1+12"
    game.undo()
    assert game.save() == "tens|8||1|4+8 9+10&1+12"


@pytest.mark.parametrize("saved", ["tens|8||2|4+8 9+10&1+12", "tens|8||1|4+8 9+10&1+12", "tens|8||0x|4+8&9+10 1+12"])
def test_a_loaded_game_has_the_steps_of_the_saved_one(saved: str) -> None:
    game = Game.load(saved)
    assert game.save() == saved
    steps = [tuple(map(parse_move, step.split("&"))) for step in saved.rpartition("|")[2].split()]
    if game.status is Status.GIVEN_UP:
        game.undo()
    while game.undone:
        game.redo()
    assert list(game.steps) == steps


@pytest.mark.parametrize(
    "saved",
    [
        "tens|8||2|4+8 9+10 1+12",
        "dimes|7||1|draw draw",
        "diplomat|42||3x|2>5 7>3 1>f 4>f",
        "cast-out-nines|7|tableau=wrap|2|draw draw draw draw",
        "grounds-for-divorce|11||2|9>8 draw 8>1 7>6",
    ],
)
def test_in_a_save_without_steps_of_several_moves_each_move_is_one(saved: str) -> None:
    game = Game.load(saved)
    assert game.save() == saved
    assert game.steps == tuple((move,) for move in game.moves)
    assert len(game.moves) == int(saved.split("|")[3].rstrip("x"))


def test_a_copy_is_played_on_without_changing_the_game() -> None:
    game = played()
    copy = game.copy()
    copy.undo()
    copy.play("9+10")
    assert (game.save(), game.position.home) == ("tens|8||2|4+8 9+10&1+12", 6)


def test_giving_up_is_taken_back_before_the_step() -> None:
    game = Game.load("dimes|7||1x|draw&draw")
    assert game.undo() is None
    assert game.undo() == (DRAW, DRAW)
