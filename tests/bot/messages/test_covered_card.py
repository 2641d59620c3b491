"""The line about the card that the last draw covered."""

import pytest

from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.drawing import Drawing, Overlay
from bot.messages.style import Style
from bot.model.game import UserGame
from engine import ClosedStockError, Game
from tests.engine.positions import building, game_at
from tests.support.boards import EVERY_VIEW, TEXT, WORDS, all_text, board_of

JACKS = "Q♥ | Q♣ | 9♦ | 10♠"


def diplomat(piles: str, *moves: str, waste: str = "", foundations: str = "") -> Game:
    """A game of Diplomat with an open stock after these steps; `&` joins the moves of a step."""
    position = building("diplomat", piles, stock="2♣ 2♦ 2♥", waste=waste, foundations=foundations, option="stock=free")
    game = game_at(position, "diplomat", {"stock": "free"})
    for step in moves:
        game.play(*step.split("&"))
    return game


def test_after_a_draw_the_board_names_the_playable_card_that_it_covered_and_undo() -> None:
    game = diplomat(JACKS, "draw", waste="J♠")
    assert (
        "Your draw covered `J♠`, which had somewhere to go: pile 1 (`Q♥`) or pile 2 (`Q♣`). ↩️ takes it back."
    ) in all_text(board_of(game))
    assert "covered" not in all_text(board_of(game, overlay=Overlay(closed_stock=ClosedStockError("Not yet."))))


def test_others_get_no_advice_about_the_last_move() -> None:
    current = UserGame(1, 1, 2, diplomat(JACKS, "draw", waste="J♠"), 0, 0)
    assert "covered" not in all_text(draw_board(Drawing(current, TEXT, player="alice", now=0, for_others=True)))


def test_a_hint_is_not_blamed_for_the_card_that_it_covers() -> None:
    current = UserGame(1, 1, 2, diplomat(JACKS, "draw", waste="J♠"), 0, 0)
    assert "covered" not in all_text(draw_board(Drawing(current, TEXT, player="alice", now=0, pressed=Action.MOVE)))


def test_a_covered_card_does_not_matter_beside_win_now() -> None:
    piles = "Q♥ | K♠ | K♥ | K♦ | K♣ | Q♣ | Q♠"
    position = building("klondike", piles, stock="J♣", waste="J♠", foundations="J♥ Q♦ 10♣ 10♠")
    game = game_at(position, "klondike")
    game.play("draw")
    board = board_of(game)
    assert "Win now" in all_text(board)
    assert "covered" not in all_text(board)


@pytest.mark.parametrize(
    ("step", "waste", "foundations"),
    [
        pytest.param("draw", "", "", id="the waste was empty"),
        pytest.param("draw", "7♣", "", id="the card could go only to an empty pile"),
        pytest.param("draw&w>f", "J♠", "A♣", id="the drawn card went on home"),
        pytest.param("3>4", "J♠", "", id="nothing was drawn"),
    ],
)
def test_the_board_mentions_no_covered_card(step: str, waste: str, foundations: str) -> None:
    assert "covered" not in all_text(board_of(diplomat(JACKS, step, waste=waste, foundations=foundations)))


@pytest.mark.parametrize(
    ("waste", "foundations"),
    [pytest.param("A♠", "", id="safely"), pytest.param("3♠", "2♠", id="though others may need it")],
)
def test_after_a_draw_the_board_names_a_covered_card_that_could_go_home(waste: str, foundations: str) -> None:
    board = board_of(diplomat(JACKS, "draw", waste=waste, foundations=foundations))
    assert f"Your draw covered `{waste}`, which had somewhere to go: home" in all_text(board)


@pytest.mark.parametrize("style", EVERY_VIEW, ids=lambda style: style.view)
def test_every_view_names_the_covered_card(style: Style) -> None:
    assert "Your draw covered" in all_text(board_of(diplomat(JACKS, "draw", waste="J♠"), style))


def test_in_words_the_covered_card_follows_the_last_move() -> None:
    shown = all_text(board_of(diplomat(JACKS, "draw", waste="J♠"), WORDS)).split("\n")
    assert shown[0].startswith("Last move: ")
    assert shown[1].startswith("Your draw covered jack of spades")
