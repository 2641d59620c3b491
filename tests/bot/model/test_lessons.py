"""The games on which the bot teaches."""

from bot.model.game import TAUGHT, UserGame, taught_line
from engine import Game, Verdict
from engine.solver import solve
from engine.variant import Difficulty
from engine.winnable import level_of


def test_the_taught_opening_is_one_of_an_easy_deal_and_keeps_it_winnable() -> None:
    assert TAUGHT.deal is not None
    assert level_of(TAUGHT.variant, {}, TAUGHT.deal) is Difficulty.EASY
    game = Game.new(TAUGHT.variant, TAUGHT.deal)
    while (line := taught_line(UserGame(1, 1, 1, game, started_at=0, changed_at=0))) is not None:
        game.play(line.moves[0])
    assert str(game.moves[-1]) == "draw"
    assert solve(game.position, 300_000).verdict is Verdict.WON
