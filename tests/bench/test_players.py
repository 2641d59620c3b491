"""The simulated players of the benchmarks."""

from __future__ import annotations

import pytest

from bench.players import offered_moves
from bot.commands.rendering import edit_arguments, pressed_component
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.taps import asks, parse_place, tapped_moves
from engine import Game, draws
from tests.engine.random_games import walk
from tests.support.boards import EMOJI, board_of, every_game
from tests.support.wire.interactions import Interaction
from tests.support.wire.objects import User
from tests.support.wire.people import Person
from tests.support.wire.world import World

pytestmark = pytest.mark.usefixtures("scratch_games")


async def deliver(_: Interaction) -> None:
    raise AssertionError("nothing is delivered")


def played_by(pressed: CustomId, chosen: str, game: Game) -> str | None:
    """The move that a press plays; None if the press asks a question."""
    match pressed.action:
        case Action.TAP:
            moves = tapped_moves(game.position, parse_place(pressed.argument), game.listed_moves())
            return None if asks(game.position, moves) else str(moves[0])
        case Action.DRAW:
            return "&".join(map(str, draws(game.position)))
        case _:
            return chosen


@every_game
async def test_one_press_plays_each_move_that_a_player_picks(name: str, options: dict[str, str]) -> None:
    world = World(servers=1)
    person = Person(User(1, "alice"), world.guilds[0], world, deliver)
    picked = 0
    for game in walk(name, 1, moves=100, options=options):
        view = edit_arguments(board_of(game, EMOJI))["view"]
        board = world.post(2, {"components": view.to_components()})
        for move, label in offered_moves(board, game):
            pressed, chosen = pressed_component(person.component(board, label).payload["data"])
            assert played_by(CustomId.parse(pressed), chosen, game) == move
            picked += 1
    assert picked
