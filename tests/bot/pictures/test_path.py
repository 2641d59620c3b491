"""The path of a game."""

import random

from bot.pictures.path import path_of
from engine import Game


def test_a_path_keeps_when_the_cards_home_changed() -> None:
    game = Game.new("dimes", 7)
    chooser = random.Random(1)
    for _ in range(80):
        game.play(str(chooser.choice(game.legal_moves())))
    home = {number: position.cards_home for number, position in enumerate(game.positions)}
    path = path_of(game)
    assert dict(path).items() <= home.items()
    assert path[0][0] == 0
    assert path[-1][0] == len(game.moves)
    changes = {number for number in home if number and home[number] != home[number - 1]}
    assert {number for number, _ in path} >= changes | {number - 1 for number in changes}
    assert len(path) <= 2 * len(changes) + 2


def test_the_path_of_an_untouched_game_is_a_point() -> None:
    game = Game.new("dimes", 7)
    assert path_of(game) == ((0, game.cards_home),)
