"""Which button of a board stands out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import discord
import pytest

from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.controls import Overlay
from bot.model.daily.contest import daily_contest
from bot.model.game import UserGame
from engine import DRAW, Game, Solution, Verdict
from tests.bot.messages.test_controls import LOUD, find_button
from tests.engine.positions import building, game_at
from tests.support.boards import (
    TEXT,
    board_of,
)


def is_draw_loud(game: Game) -> bool:
    draw = find_button(board_of(game), Action.DRAW)
    return draw is not None and draw.style is LOUD


def test_draw_stands_out_only_if_no_move_gains_anything() -> None:
    stuck = building("dimes", "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣ | 4♥ | 6♣", stock="8♦")
    with_empty_pile = building("dimes", "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣ | 4♥ 6♣", stock="8♦")
    with_join = building("dimes", "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣ | 8♥ | 6♣", stock="8♦")
    assert is_draw_loud(game_at(stuck, "dimes"))
    assert not is_draw_loud(game_at(with_empty_pile, "dimes"))
    assert not is_draw_loud(game_at(with_join, "dimes"))
    with_waste = building("dimes", "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣ | 4♥ | 6♣", stock="8♦", waste="4♠")
    assert not is_draw_loud(game_at(with_waste, "dimes"))
    sideways = building("diplomat", "8♣ 7♥ | 8♠ | 5♦", stock="K♠", option="stock=free")
    on_three_piles = replace(sideways, rules=replace(sideways.rules, piles=3), piles=sideways.piles[:3])
    on_three_piles = replace(on_three_piles, face_down=(0, 0, 0))
    assert is_draw_loud(game_at(on_three_piles, "diplomat"))


def test_only_the_move_of_a_hint_stands_out_beside_it() -> None:
    game = game_at(building("dimes", "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣ | 4♥ | 6♣", stock="8♦"), "dimes")
    assert [button.label for button in board_of(game).buttons if button.style is LOUD] == ["Draw"]
    hinted = board_of(game, overlay=Overlay(hint=Solution(Verdict.UNKNOWN, (DRAW,))))
    assert [button.label for button in hinted.buttons if button.style is LOUD] == ["Play it"]


def is_loudest(game: Game, wanted: Action, *, transcript: str | None = None) -> bool:
    """Whether a board's button stands out."""
    current = UserGame(
        1, 1, 1, game, 0, 0, contest=daily_contest(date(2026, 11, 21), game.variant.name), transcript=transcript
    )
    found = find_button(draw_board(current, TEXT, player="alice", now=0), wanted)
    assert found is not None
    return found.style is discord.ButtonStyle.primary


@pytest.mark.parametrize(
    ("piles", "foundations", "is_draw", "is_home"),
    [
        pytest.param("9♥ | 3♠", "", True, False, id="nothing else to do"),
        pytest.param("9♥ 8♥ | 9♥", "", True, False, id="a move that gains nothing by itself"),
        pytest.param("9♥ | 8♥", "", False, False, id="a join"),
        pytest.param("9♥ | A♠", "", False, True, id="a safe card"),
        pytest.param("9♥ | 5♠", "4♠", False, False, id="a card that may be needed"),
    ],
)
def test_draw_stands_out_if_no_other_move_gains_anything_and_home_if_it_is_safe(
    piles: str, foundations: str, *, is_draw: bool, is_home: bool
) -> None:
    game = game_at(building("forty-thieves", piles, stock="2♦", foundations=foundations), "forty-thieves")
    assert is_loudest(game, Action.DRAW) == is_draw
    assert is_loudest(game, Action.HOME) == is_home
    assert not is_loudest(game, Action.DRAW, transcript="")
    assert not is_loudest(game, Action.HOME, transcript="")


def test_deal_stands_out_if_the_cards_can_only_be_shifted() -> None:
    kings_and_sixes = "K♣ | K♦ | K♥ | K♠ | 6♣ | 6♦ | 6♥ | 6♠"
    only_shifts = building("grounds-for-divorce", f"9♣ 8♠ | 9♦ | {kings_and_sixes}", stock="2♣ " * 10)
    joins = building("grounds-for-divorce", f"9♣ 8♠ | 9♠ | {kings_and_sixes}", stock="2♣ " * 10)
    assert is_draw_loud(game_at(only_shifts, "grounds-for-divorce"))
    assert not is_draw_loud(game_at(joins, "grounds-for-divorce"))
