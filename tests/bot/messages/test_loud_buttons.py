"""Which button of a board stands out."""

from dataclasses import replace
from datetime import date

import discord
import pytest

from bot.messages.actions import Action
from bot.messages.board import draw_board
from bot.messages.drawing import Drawing, Overlay
from bot.model.daily.contest import daily_contest
from bot.model.game import UserGame
from engine import DRAW, Game, Position, Solution, Verdict
from engine.building import BuildingPosition
from tests.engine.positions import building, game_at
from tests.support.boards import (
    TEXT,
    action_of,
    board_of,
    buttons_of,
    every_game,
    games_in_every_state,
    given_up_game,
    late_games,
    overlays_of,
)

SIX = "9♥ | K♣ | 5♠ | 3♦ | 7♠ | 2♣"
KINGS_AND_SIXES = "K♣ | K♦ | K♥ | K♠ | 6♣ | 6♦ | 6♥ | 6♠"


def loud(game: Game, *, transcript: str | None = None, overlay: Overlay | None = None) -> list[Action]:
    contest = None if transcript is None else daily_contest(date(2026, 11, 21), game.variant.name)
    current = UserGame(1, 1, 1, game, 0, 0, contest=contest, transcript=transcript)
    board = draw_board(Drawing(current, TEXT, player="alice", now=0, overlay=overlay or Overlay()))
    return [action_of(button) for button in buttons_of(board) if button.style is discord.ButtonStyle.primary]


def on_three_piles(position: BuildingPosition) -> Position:
    rules = replace(position.rules, heights=position.rules.heights[:3])
    return replace(position, rules=rules, piles=position.piles[:3], face_down=(0, 0, 0))


@pytest.mark.parametrize(
    ("name", "position", "stands_out"),
    [
        pytest.param("dimes", building("dimes", f"{SIX} | 4♥ | 6♣", stock="8♦"), [Action.DRAW], id="nothing to do"),
        pytest.param("dimes", building("dimes", f"{SIX} | 4♥ 6♣", stock="8♦"), [], id="an empty pile"),
        pytest.param("dimes", building("dimes", f"{SIX} | 8♥ | 6♣", stock="8♦"), [], id="a join"),
        pytest.param(
            "dimes",
            building("dimes", f"{SIX} | 4♥ | 6♣", stock="8♦", waste="4♠"),
            [],
            id="a waste card that would be covered",
        ),
        pytest.param(
            "diplomat",
            on_three_piles(building("diplomat", "8♣ 7♥ | 8♠ | 5♦", stock="K♠", option="stock=free")),
            [Action.DRAW],
            id="a shift between equal cards",
        ),
        pytest.param(
            "grounds-for-divorce",
            building("grounds-for-divorce", f"9♣ 8♠ | 9♦ | {KINGS_AND_SIXES}", stock="2♣ " * 10),
            [Action.DRAW],
            id="a shift",
        ),
        pytest.param(
            "grounds-for-divorce",
            building("grounds-for-divorce", f"9♣ 8♠ | 9♠ | {KINGS_AND_SIXES}", stock="2♣ " * 10),
            [],
            id="a join in suit",
        ),
        pytest.param("forty-thieves", building("forty-thieves", "9♥ | 3♠", stock="2♦"), [Action.DRAW], id="two cards"),
        pytest.param(
            "forty-thieves", building("forty-thieves", "9♥ | A♠", stock="2♦"), [Action.HOME], id="a safe card"
        ),
        pytest.param(
            "forty-thieves",
            building("forty-thieves", "9♥ | 5♠", stock="2♦", foundations="4♠"),
            [],
            id="a card that may be needed",
        ),
    ],
)
def test_draw_stands_out_if_no_other_move_gains_anything_and_home_if_it_is_safe(
    name: str, position: Position, stands_out: list[Action]
) -> None:
    game = game_at(position, name)
    assert loud(game) == stands_out
    assert loud(game, transcript="") == []


def test_only_the_move_of_a_hint_stands_out_beside_it() -> None:
    game = game_at(building("dimes", f"{SIX} | 4♥ | 6♣", stock="8♦"), "dimes")
    assert loud(game, overlay=Overlay(hint=Solution(Verdict.UNKNOWN, (DRAW,)))) == [Action.MOVE]


def test_draw_does_not_stand_out_after_it_has_covered_a_card_that_had_somewhere_to_go() -> None:
    game = game_at(building("dimes", f"{SIX} | 4♥ | 6♣", stock="8♦ 9♦", waste="4♠"), "dimes")
    game.play("draw")
    assert loud(game) == []


@every_game
def test_at_most_one_button_stands_out_unless_the_board_asks(name: str, options: dict[str, str]) -> None:
    for game in [*games_in_every_state(name, options), *late_games(name, options)]:
        for overlay in overlays_of(game):
            assert len(loud(game, overlay=overlay)) <= 1


def test_a_game_that_was_given_up_offers_the_same_deal_first() -> None:
    board = board_of(given_up_game())
    assert [button.label for button in buttons_of(board)] == ["Same deal", "New deal", "Undo", ""]
    assert [button.label for button in buttons_of(board) if button.style is discord.ButtonStyle.primary] == [
        "Same deal"
    ]
