"""Rules that all games share: spaces, cards home, winning, losing and the order of moves."""

from __future__ import annotations

import pytest

from engine import DRAW, Game, Status, parse_move
from engine.building import BuildingPosition
from tests.engine.positions import EVERY_GAME, EVERY_LABEL, building, game_at, piles, play


def test_a_card_goes_to_the_fuller_foundation_that_takes_it() -> None:
    after = play(building("diplomat", "A♠ | A♠ | 2♠ | 2♠ | 3♠"), "1>f", "2>f", "3>f", "5>f", "4>f")
    assert isinstance(after, BuildingPosition)
    assert after.foundations[-2:] == (3, 2)


def test_a_game_is_won_once_every_card_is_home() -> None:
    kings = "K♣ K♣ K♦ K♦ K♥ K♥ K♠ Q♠"
    game = game_at(building("diplomat", "K♠", foundations=kings))
    assert (game.home, game.status) == (103, Status.PLAYING)
    game.play("1>f")
    assert (game.home, game.status) == (104, Status.WON)
    game.undo()
    assert game.status is Status.PLAYING


def test_a_game_is_lost_as_soon_as_no_legal_move_is_left() -> None:
    game = game_at(building("forty-thieves", "| ".join(["5♥"] * 10), stock="6♣"))
    assert (game.legal_moves(), game.status) == ([DRAW], Status.PLAYING)
    game.play("draw")
    assert (game.legal_moves(), game.status) == ([], Status.LOST)


def test_no_move_is_played_for_the_player() -> None:
    position = building("diplomat", "A♠ | 2♠ | 8♥ 7♣ | 8♦", foundations="A♥")
    assert piles(play(position, "3>4")) == ["A♠", "2♠", "8♥", "8♦ 7♣"]


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_moves_that_bring_a_card_home_come_first_and_the_stock_last(name: str, options: dict[str, str]) -> None:
    for deal in range(20):
        texts = [str(move) for move in Game.new(name, deal, options).legal_moves()]
        ranks = [0 if text.endswith("f") else 2 if text == "draw" else 1 for text in texts]
        assert ranks == sorted(ranks)


def test_playing_a_move_does_not_change_the_position() -> None:
    position = building("grounds-for-divorce", "(5♥) 8♠ | 9♥")
    before = repr(position)
    assert position.play(parse_move("1>2")) != position
    assert repr(position) == before


@pytest.mark.parametrize(
    ("source", "cards"), [("1", "8♠"), ("w", "3♦"), ("s", "▒")], ids=["a pile", "the waste", "the stock"]
)
def test_moved_cards_are_those_taken_up_and_hide_a_stock_card(source: str, cards: str) -> None:
    position = building("dimes", "9♥ 8♠", waste="2♦ 3♦", stock="4♦")
    assert " ".join(map(str, position.moved_cards(parse_move(f"{source}>2")))) == cards


def test_moved_cards_of_a_run_and_of_a_set() -> None:
    position = building("grounds-for-divorce", "9♥ 8♠ 7♠ | 9♣")
    assert list(map(str, position.moved_cards(parse_move("1>2*2")))) == ["8♠", "7♠"]
    game = Game.new("tens", 8)
    assert list(map(str, game.position.moved_cards(game.legal_moves()[0]))) == [
        str(pile[0]) for number, pile in enumerate(game.position.view().piles, 1) if number in (4, 8)
    ]
