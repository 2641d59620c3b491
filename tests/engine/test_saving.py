"""Saving and loading, undo and redo, giving up."""

from __future__ import annotations

import pytest

from engine import DRAW, Discard, Game, GameOverError, HistoryError, IllegalMoveError, InvalidSaveError, Status


def played() -> Game:
    """A game with four moves played and two of them undone."""
    game = Game.new("cast-out-nines", 7, {"tableau": "wrap"})
    for _ in range(4):
        game.play("draw")
    game.undo()
    game.undo()
    return game


def test_a_saved_game_is_its_name_deal_options_and_moves() -> None:
    assert played().save() == "cast-out-nines|7|tableau=wrap|2|draw draw draw draw"


def test_default_options_are_not_saved() -> None:
    assert Game.new("dimes", 3, {"tens": "dealt"}).save() == Game.new("dimes", 3).save() == "dimes|3||0|"


def test_a_game_given_up_is_saved_as_such() -> None:
    game = played()
    game.give_up()
    assert game.save() == "cast-out-nines|7|tableau=wrap|2x|draw draw draw draw"
    assert Game.load(game.save()).status is Status.GIVEN_UP


def test_a_loaded_game_is_the_saved_one() -> None:
    game = Game.load(played().save())
    assert game == played()
    assert game.position == played().position
    assert game.redo() == game.redo() == (DRAW,)


def test_games_of_different_moves_are_not_equal() -> None:
    other = played()
    other.undo()
    assert played() != other
    assert played() != "a text"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tens",
        "tens|7||0",
        "tens|7||0||",
        "twelves|7||0|",
        "Tens|7||0|",
        "tens|07||0|",
        "tens|-1||0|",
        "tens|18446744073709551616||0|",
        "tens|seven||0|",
        "tens| 7||0|",
        "tens|7|speed=high|0|",
        "dimes|7|tens=dealt|0|",
        "dimes|7|tens=none|0|",
        "dimes|7|tens=deck,tens=deck|0|",
        "dimes|7|,tens=deck|0|",
        "dimes|7||1|",
        "dimes|7||-1|draw",
        "dimes|7||2|draw",
        "dimes|7||01|draw",
        "dimes|7||xx|draw",
        "dimes|7||1xx|draw",
        "dimes|7||x1|draw",
        "dimes|7||1|deal",
        "dimes|7||1|DRAW",
        "dimes|7||1|draw ",
        "dimes|7||1| draw",
        "dimes|7||2|draw  draw",
        "dimes|7||2|draw\tdraw",
        "dimes|7||1|draw\n",
        "dimes|7||1|9>9",
        "dimes|7||1|2+7",
        "dimes|7||1|0>5",
        "tens|8||1|draw",
        "tens|8||1|8+4",
        "tens|8||1|4&8",
        "tens|8||2|4+8&9+10",
        "dimes|7||1|draw&",
        "dimes|7||1|&draw",
        "dimes|7||1|draw&&draw",
        "dimes|7||3|draw & draw",
        "dimes|7||1|draw&deal",
        "dimes|7||1|draw&9>9",
        "dimes|7||1|&",
        "dimes|7||0|&",
        "tens|7||0x|3+5",
    ],
)
def test_a_text_that_save_does_not_write_is_refused(text: str) -> None:
    with pytest.raises(InvalidSaveError):
        Game.load(text)


def test_a_save_that_names_no_move_played_says_why_it_cannot_be_read() -> None:
    with pytest.raises(InvalidSaveError, match=r"cannot be read: .*There is no pile 9"):
        Game.load("dimes|7||1|9>1")
    with pytest.raises(InvalidSaveError, match="that has 5 fields, not 1"):
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


def test_undo_returns_the_move_taken_back_and_redo_plays_it_again() -> None:
    game = Game.new("tens", 8)
    game.play("4+8")
    first = game.position
    assert game.undo() == (Discard((4, 8)),)
    assert [str(move) for move in game.undone] == ["4+8"]
    assert game.moves == ()
    assert game.redo() == (Discard((4, 8)),)
    assert game.position == first
    assert game.undone == ()


def test_undone_moves_come_next_first() -> None:
    game = Game.load("tens|8||2|4+8 9+10")
    game.undo()
    game.undo()
    assert list(map(str, game.undone)) == ["4+8", "9+10"]


def test_a_new_move_forgets_those_undone() -> None:
    game = Game.load("tens|8||1|4+8")
    game.undo()
    game.play("8+10")
    assert game.save() == "tens|8||1|8+10"
    with pytest.raises(HistoryError, match="nothing to redo"):
        game.redo()


def test_a_refused_move_forgets_nothing() -> None:
    game = Game.load("tens|8||0|4+8")
    with pytest.raises(IllegalMoveError):
        game.play("1+2")
    assert game.save() == "tens|8||0|4+8"


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_at_the_end() -> None:
    game = Game.new("tens", 8)
    with pytest.raises(HistoryError, match="nothing to undo: no move has been played"):
        game.undo()
    with pytest.raises(HistoryError, match="nothing to redo"):
        game.redo()


def test_a_lost_game_may_be_taken_back() -> None:
    game = Game.new("tens", 1)
    while moves := game.legal_moves():
        game.play(moves[0])
    game.undo()
    assert game.status is Status.PLAYING


def test_nothing_can_be_played_in_a_game_given_up() -> None:
    game = played()
    game.give_up()
    saved = game.save()
    for change in (game.redo, game.give_up, lambda: game.play("draw")):
        with pytest.raises(GameOverError, match="gave this game up"):
            change()
    assert game.save() == saved


def test_giving_up_may_be_taken_back() -> None:
    game = played()
    before = game.save()
    game.give_up()
    assert game.undo() is None
    assert game.status is Status.PLAYING
    assert game.save() == before


def test_a_list_of_legal_moves_belongs_to_the_caller() -> None:
    game = Game.new("tens", 8)
    game.legal_moves().clear()
    assert game.legal_moves()


def test_games_share_their_moves() -> None:
    """Thousands are at hand at a time."""
    first, second = Game.load("dimes|8||2|draw draw"), Game.new("dimes", 9)
    second.play("draw")
    assert first.moves[0] is first.moves[1] is second.moves[0]
    assert first.steps[0] is second.steps[0]
