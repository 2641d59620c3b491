"""The pages of the shelf."""

from __future__ import annotations

from datetime import date

import pytest

from bot.language import LANGUAGES, find_language
from bot.messages.custom_id import Action, CustomId
from bot.messages.shelf_page import back_button, full_shelf_page, parse_board, shelf_page
from bot.model.game import Board, NewGame
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from engine import VARIANTS

ENGLISH = find_language("en")


def shelf(count: int = MOST_SHELVED) -> list[ShelvedGame]:
    """Ranked attempts with the largest numbers."""
    day = date(2026, 11, 21)
    names = (list(VARIANTS) * count)[:count]
    return [
        ShelvedGame(
            Board(2**63 - 1 - number, 99999), name, 2**64 - 1, day, is_ranked=True, home=104, effort=4000, started_at=0
        )
        for number, name in enumerate(names)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_full_shelf_fits_in_every_language(code: str) -> None:
    """Making a message checks it against Discord's limits."""
    language = find_language(code)
    assert len(shelf_page(shelf(), language).selects[0].choices) == MOST_SHELVED
    full = full_shelf_page(shelf(), NewGame("tens", 2**64 - 1), language)
    assert [parse_board(choice.value) for choice in full.selects[0].choices] == [each.board for each in shelf()]
    for waiting in shelf(len(VARIANTS)):
        back_button(waiting, language, is_over=True)


def test_buttons_act_on_the_chosen_game_or_on_the_one_left_last() -> None:
    games = shelf(3)
    for chosen, acted in ((games[1].board.game_id, games[1]), (0, games[0]), (7, games[0])):
        page = shelf_page(games, ENGLISH, chosen=chosen)
        resume, drop, _ = map(CustomId.parse, (button.custom_id for button in page.buttons))
        assert (resume.action, resume.game_id) == (Action.RESUME, acted.board.game_id)
        assert (drop.action, Board(drop.game_id, drop.version)) == (Action.DROP, acted.board)


def test_a_single_game_needs_no_choice() -> None:
    assert shelf_page(shelf(1), ENGLISH).selects == []
