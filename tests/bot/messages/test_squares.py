"""Ten squares that tell how an attempt went."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.squares import squares
from bot.model.game import UserGame
from engine import Game
from tests.support.daily_room import EASY_DIMES, easy_win

DRAWS = ["draw"] * 240


@cache
def game_of_dimes(moves: int, *, is_given_up: bool) -> Game:
    game = Game.new("dimes", EASY_DIMES)
    for move in easy_win()[:moves]:
        game.play(move)
    if is_given_up:
        game.give_up()
    return game


WIN = len(easy_win())


def attempt(game: Game, actions: list[str]) -> UserGame:
    transcript = " ".join(f"{action}@{seconds}" for seconds, action in enumerate(actions))
    return UserGame(1, 1, 1, game, 0, 0, transcript=transcript)


def won(actions: list[str]) -> str:
    return squares(attempt(game_of_dimes(WIN, is_given_up=False), actions))


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({}, "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩"),
        ({0: "hint"}, "🟥🟩🟩🟩🟩🟩🟩🟩🟩🟩"),
        ({23: "hint", 24: "hint"}, "🟥🟥🟩🟩🟩🟩🟩🟩🟩🟩"),
        ({50: "undo"}, "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩"),
        ({50: "undo", 60: "undo"}, "🟩🟩🟨🟩🟩🟩🟩🟩🟩🟩"),
        ({235: "undo", 236: "undo", 237: "hint"}, "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟥"),
        ({9: "redo", 100: "refused"}, "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩"),
    ],
)
def test_a_tenth_with_a_hint_is_red_and_one_with_an_undo_in_twelve_actions_yellow(
    changed: dict[int, str], shown: str
) -> None:
    assert won([changed.get(number, draw) for number, draw in enumerate(DRAWS)]) == shown


@given(moves=st.integers(0, WIN - 1), actions=st.lists(st.sampled_from(["draw", "undo", "hint"]), max_size=60))
def test_any_other_attempt_has_as_many_colours_as_tenths_of_the_pack_are_home(moves: int, actions: list[str]) -> None:
    game = game_of_dimes(moves, is_given_up=True)
    shown = squares(attempt(game, [*actions, "give-up"]))
    assert len(shown) == 10
    assert shown.count("⬛") == 10 - max(min(1, game.cards_home), min(9, 10 * game.cards_home // 104))
    assert "⬛" not in shown.rstrip("⬛")


@given(actions=st.lists(st.sampled_from(["draw", "undo", "hint"]), max_size=60), move=st.text("w123>"))
def test_the_squares_depend_on_no_card_pile_or_time(actions: list[str], move: str) -> None:
    others = [f"{move}x" if action == "draw" else action for action in actions]
    assert won(actions) == won(others)


def test_a_game_of_luck_and_an_unranked_game_have_no_squares() -> None:
    assert squares(attempt(Game.new("tens", 8), ["4+8", "give-up"])) == ""
    assert squares(UserGame(1, 1, 1, Game.new("dimes", 8), 0, 0)) == ""
