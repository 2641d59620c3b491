"""The move that a hint offers without a search."""

from bot.model.solutions import first_move
from engine import DRAW, Status
from engine.promise import Promise, promise
from tests.engine.positions import building, game_at
from tests.engine.random_games import walk
from tests.support.boards import every_game


@every_game
def test_it_is_legal_and_gains_something_if_a_draw_leads_further(name: str, options: dict[str, str]) -> None:
    for game in walk(name, 1, options=options):
        if game.status is Status.PLAYING:
            move = first_move(game)
            assert move in game.legal_moves()
            if DRAW in game.legal_moves() and game.position.play(DRAW) not in game.positions:
                assert promise(game.position, move) is not Promise.SIDEWAYS


def test_it_does_not_walk_in_circles_if_another_move_is_left() -> None:
    """An eight can move back and forth between two nines for ever."""
    game = game_at(building("diplomat", "9♦ 8♠ | 9♥ | 9♣ 8♦ | K♣ | K♦ | K♥ | K♠ | K♦"), "diplomat")
    before = set()
    while game.position not in before:
        before.add(game.position)
        listed = game.listed_moves()
        move = first_move(game)
        onward = [each for each in listed if game.position.play(each) not in before]
        assert move in onward or not onward
        assert move is not None
        game.play(move)
    assert len(before) > 2


def test_the_only_move_is_offered_even_if_it_goes_back() -> None:
    game = game_at(building("diplomat", "9♦ 8♠ | 9♥ | K♣ | K♦ | K♥ | K♠ | K♣ | K♦"), "diplomat")
    game.play("1>2")
    assert str(first_move(game)) == "2>1"
