"""What a player of the soak makes of a board."""

import dataclasses

import pytest

from bench.possible_games import PossibleGame
from bot.messages.style import Style
from engine import Game
from tests.engine.random_games import walk
from tests.support.boards import EMOJI, TEXT, board_of, every_game, games_in_every_state
from tests.support.wire.objects import Message, User

VERSION = 99999
"""The version of the boards that `board_of` draws."""


def shown(game: Game, style: Style, version: int = VERSION) -> Message:
    embed = board_of(game, style).embed
    assert embed is not None
    button = {"custom_id": f"solitaire:undo:7:{version}:"}
    return Message(1, 2, User(1, "patience"), embeds=[dict(embed.to_dict())], components=[{"components": [button]}])


@pytest.mark.parametrize("style", [EMOJI, TEXT], ids=["emoji", "text"])
@every_game
def test_a_board_shows_its_game(name: str, options: dict[str, str], style: Style) -> None:
    for game in games_in_every_state(name, options):
        board = shown(game, style)
        assert PossibleGame(VERSION, game).is_shown_by(board)
        assert not PossibleGame(VERSION - 1, game).is_shown_by(board)


@every_game
def test_a_board_shows_no_game_with_other_cards(name: str, options: dict[str, str]) -> None:
    positions = walk(name, 1, moves=40, options=options)
    before = next(positions).copy()
    for after in positions:
        possible = PossibleGame(VERSION, before)
        assert before.view() == after.view() or not possible.is_shown_by(shown(after, EMOJI))
        before = after.copy()


def test_a_board_without_buttons_for_its_version_shows_no_other_deal() -> None:
    """Such as that of a daily that is over, when the game that the player has started since was not dealt."""
    over = Game.new("dimes", 1)
    over.give_up()
    board = shown(over, EMOJI, version=0)
    assert PossibleGame(8, over).is_shown_by(board)
    assert not PossibleGame(1, Game.new("dimes", 2)).is_shown_by(board)


def test_an_outdated_game_can_no_longer_be_stored() -> None:
    dealt = PossibleGame(1, Game.new("dimes", 1))
    drawn = dealt.after(lambda game: game.play("draw"))
    drawn_twice = drawn.after(lambda game: game.play("draw"))
    assert drawn_twice.comes_of(drawn)
    assert drawn_twice.comes_of(dealt)
    assert not drawn.comes_of(drawn_twice)
    assert dataclasses.replace(drawn).comes_of(dealt)


def test_a_refused_change_leaves_the_game() -> None:
    dealt = PossibleGame(1, Game.new("dimes", 1))
    assert dealt.after(Game.undo) is dealt
