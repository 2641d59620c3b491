"""Labels and custom ids."""

import pytest

from bot.language import find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId, parse_new, write_new
from bot.messages.labels import move_label
from bot.messages.question import question
from bot.messages.shelf_page import full_shelf_page, parse_board
from bot.model.game import BoardVersion, NewGame
from bot.model.shelf import ShelvedGame
from engine import parse_move
from tests.engine.positions import building
from tests.support.boards import buttons_of, every_game, long_runs, selects_of

ENGLISH = find_language("en")


@every_game
@pytest.mark.parametrize("deal", [None, 0, 2**64 - 1])
def test_question_about_any_new_game_fits_and_reads_back(name: str, options: dict[str, str], deal: int | None) -> None:
    new = NewGame(name, deal, options)
    assert parse_new(write_new(new)) == new
    board = BoardVersion(2**63 - 1, 99999)
    shelf = [ShelvedGame(board, name, 1, is_ranked=False, cards_home=0, effort=1, started_at=0)]
    page = full_shelf_page(shelf, new, find_language("en"), now=0)
    (select,), (keep,) = selects_of(page), buttons_of(page)
    assert CustomId.parse(select.custom_id) == CustomId(Action.START, argument=write_new(new))
    assert parse_board(select.choices[0].value) == board
    assert CustomId.parse(keep.custom_id).action is Action.KEEP


def test_question_about_any_move_fits_and_reads_back() -> None:
    for game in long_runs():
        for move in game.legal_moves():
            board = BoardVersion(2**63 - 1, 99999)
            page = question("Really?", Action.PLAY, ENGLISH, game=board, argument=str(move), no="Cancel")
            played = CustomId(Action.PLAY, board.game_id, board.version, str(move))
            assert CustomId.parse(buttons_of(page)[0].custom_id) == played


def test_moves_of_a_stock_without_end_and_of_foundations_are_named() -> None:
    position = building("klondike", "8♠", waste="7♦", foundations="7♥")
    labels = [move_label(position, move, ENGLISH) for move in position.legal_moves()]
    assert labels == ["7♦ · waste → pile 1 (8♠)", "7♥ · home → pile 1 (8♠)", "Turn over · waste → stock"]


@pytest.mark.parametrize(
    ("move", "offered", "played"),
    [
        ("w>3", "7♠ · waste → empty pile", "7♠ · waste → empty pile 3"),
        ("s>3", "next card · stock → empty pile", "2♣ · stock → empty pile 3"),
        ("draw", "Draw · stock → waste", "2♣ · stock → waste"),
    ],
)
def test_a_played_move_is_named_by_its_pile_and_the_card_that_was_hidden(move: str, offered: str, played: str) -> None:
    position = building("dimes", "9♥ 3♠ | K♣", waste="7♠", stock="2♣")
    parsed = parse_move(move)
    assert move_label(position, parsed, ENGLISH) == offered
    assert move_label(position, parsed, ENGLISH, after=position.play(parsed)) == played
