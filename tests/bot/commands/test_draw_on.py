"""A press on *Draw* goes on until a card has somewhere to go."""

import pytest

from bot.messages.board import draw_board
from bot.messages.drawing import Drawing
from bot.messages.style import Style
from bot.model.game import UserGame
from bot.model.transcripts import replay
from engine import Game
from tests.support.boards import EVERY_VIEW, TEXT, WORDS, all_text, board_of
from tests.support.card_room import CardRoom, changed, only, public
from tests.support.daily_room import begin

DEAL = 27
"""A deal of Cast Out Nines in which the fourth card drawn is the first that has somewhere to go."""


def drawn(*steps: str) -> Game:
    game = Game.new("cast-out-nines", DEAL)
    for step in steps:
        game.play(*step.split("&"))
    return game


async def test_a_press_is_one_step_and_one_undo_and_the_board_names_the_cards(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("cast-out-nines", DEAL), "Draw"))
    assert await room.saved() == f"cast-out-nines|{DEAL}||1|draw&draw&draw&draw"
    assert "Drew 4: " in board.text
    assert board.moves_made == 4
    assert changed(await room.press(board, "Undo")).moves_made == 0


async def test_the_first_press_that_draws_several_cards_explains_why(room: CardRoom) -> None:
    explanation = "Draw goes on until a card has somewhere to go."
    board = await room.start("cast-out-nines", DEAL)
    explained = []
    while sum(len(step) > 1 for step in (await room.game()).game.steps) < 2:
        board = changed(await room.press(board, "Draw"))
        explained.append(explanation in board.text)
    assert explained.count(True) == 1
    assert len((await room.game()).game.steps[explained.index(True)]) > 1


async def test_a_written_draw_turns_one_card(room: CardRoom) -> None:
    await room.start("cast-out-nines", DEAL)
    assert "Drew" not in public(await room.say("draw")).text
    assert len((await room.game()).game.moves) == 1


async def test_a_setting_makes_each_press_turn_one_card(room: CardRoom) -> None:
    await room.prefer(draw_one=True)
    board = changed(await room.press(await room.start("cast-out-nines", DEAL), "Draw"))
    assert "Drew" not in board.text
    assert board.moves_made == 1


async def test_in_a_ranked_attempt_each_card_counts_as_a_move(day: CardRoom) -> None:
    await begin(day, "dimes")
    await day.play("7>f", "s>7")
    board = changed(await day.press(only(await day.say("show")), "Draw"))
    assert len((await day.game()).game.steps[-1]) == 3
    assert (await day.game()).effort == 5
    await day.press(board, "Undo")
    undone = await day.game()
    assert (len(undone.game.moves), undone.effort) == (2, 6)
    replayed = replay("dimes", undone.game.deal, undone.transcript or "")
    assert (replayed.game, replayed.effort) == (undone.game, undone.effort)


@pytest.mark.parametrize("style", EVERY_VIEW, ids=lambda style: style.view)
def test_every_view_names_the_cards_drawn_in_one_step(style: Style) -> None:
    assert "Drew 2: " in all_text(board_of(drawn("draw&draw"), style))
    assert "Drew" not in all_text(board_of(drawn("draw"), style))
    assert "Drew" not in all_text(board_of(drawn("draw", "draw"), style))


def test_the_cards_are_named_in_the_order_in_which_they_came() -> None:
    game = drawn("draw&draw&draw&draw")
    cards = " ".join(map(str, game.view().waste or ()))
    assert f"Drew 4: `{cards}`" in all_text(board_of(game, TEXT))
    first, *_ = all_text(board_of(game, WORDS)).split("\n")
    assert first.startswith("Last move: Drew 4: ")
    assert first.count(" of ") == 4
    assert first.count(", ") == 3


def test_a_long_draw_names_only_its_last_cards() -> None:
    game = drawn("&".join(["draw"] * 60))
    last = " ".join(map(str, (game.view().waste or ())[-12:]))
    assert f"Drew 60: … `{last}`" in all_text(board_of(game, TEXT))
    for style in EVERY_VIEW:
        assert "Drew 60: …" in all_text(board_of(game, style))


def test_others_do_not_see_what_the_last_step_drew() -> None:
    current = UserGame(1, 1, 2, drawn("draw&draw"), 0, 0)
    assert "Drew" not in all_text(draw_board(Drawing(current, TEXT, player="alice", now=0, for_others=True)))
