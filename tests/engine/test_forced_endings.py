"""Playing the rest of a game: only to a win, and only where nothing is hidden and nothing is left to decide."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from engine import Game, GameOverError, IllegalMoveError, Position, Status, finishing_moves
from engine.autoplay import hides_cards
from engine.building import BuildingPosition
from engine.cards import CARDS
from tests.engine.games import games, hidden_otherwise
from tests.engine.positions import building, tens

WINNABLE = 13
"""A deal of Tens."""

SEVEN_FULL = "K♣ K♣ K♦ K♦ K♥ K♥ K♠"


def without_the_rest(position: BuildingPosition) -> BuildingPosition:
    """The position with all cards discarded that lie nowhere."""
    left = Counter(CARDS * 2) - Counter(card for pile in position.piles for card in pile)
    return replace(position, discarded=tuple(left.elements()))


def finish(position: Position) -> list[str]:
    return list(map(str, finishing_moves(position)))


def wins(position: Position) -> bool:
    """Whether the moves are legal, one after another, and win."""
    moves = finishing_moves(position)
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)
    return bool(moves) and position.home == position.pack


def test_cards_that_only_go_home_finish_the_game_also_from_the_waste() -> None:
    position = building("diplomat", "K♠ J♠ | 10♠", waste="Q♠", foundations=f"{SEVEN_FULL} 9♠")
    assert finish(position) == ["2>f", "1>f", "w>f", "1>f"]


def test_a_card_in_the_stock_leaves_something_to_find_out() -> None:
    position = building("diplomat", "Q♠", stock="K♠", foundations=f"{SEVEN_FULL} J♠")
    assert finish(position) == []


def test_a_game_that_has_to_be_thought_about_is_not_finished() -> None:
    """The Jack lies below the King, which has to go aside first."""
    position = building("diplomat", "J♠ K♠ | Q♠", foundations=f"{SEVEN_FULL} 10♠")
    assert any(str(move) == "1>3" for move in position.legal_moves())
    assert finish(position) == []


def test_of_two_equal_cards_the_one_is_taken_that_helps() -> None:
    """Either Jack can go first; the Queen and the King of the other pile are needed before the other can."""
    others = "K♣ K♣ K♦ K♦ K♥ K♥"
    for piles in ("Q♠ J♠ | K♠ Q♠ K♠ J♠", "K♠ Q♠ K♠ J♠ | Q♠ J♠"):
        assert wins(building("diplomat", piles, foundations=f"{others} 10♠ 10♠"))


def test_in_grounds_for_divorce_whole_runs_are_joined_in_suit() -> None:
    low = "7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"
    high = "K♠ Q♠ J♠ 10♠ 9♠ 8♠"
    position = building("grounds-for-divorce", f"{high} | {low}")
    assert finish(without_the_rest(position)) == ["2>1*7"]


def test_in_grounds_for_divorce_the_order_is_found() -> None:
    high, low = "K{0} Q{0} J{0} 10{0} 9{0} 8{0}", "7{0} 6{0} 5{0} 4{0} 3{0} 2{0} A{0}"
    spades, hearts = high.format("♠"), high.format("♥")
    position = building("grounds-for-divorce", f"{spades} {low.format('♥')} | {hearts} | {low.format('♠')}")
    assert finish(without_the_rest(position)) == ["1>2*7", "3>1*7"]
    crossed = building("grounds-for-divorce", f"{spades} {low.format('♥')} | {hearts} {low.format('♠')}")
    assert finish(without_the_rest(crossed)) == []  # one run has to go aside into a space


def test_tens_is_finished_once_the_stock_is_empty() -> None:
    """The order of sets does not matter then; before, what is to come is hidden."""
    assert finish(tens("A♠ 9♠ 2♦ 8♦")) == []  # the rest of the pack is nowhere
    game = Game.new("tens", WINNABLE)
    seen = []
    while game.status is Status.PLAYING:
        moves = finishing_moves(game.position)
        assert bool(moves) == (not hides_cards(game.position))
        seen.append(bool(moves))
        game.play(*(moves or game.legal_moves()[:1]))
    assert game.status is Status.WON
    assert seen[-1]


def test_a_game_is_finished_in_one_step_which_one_undo_takes_back() -> None:
    game = Game.new("tens", WINNABLE)
    while not finishing_moves(game.position):
        game.play(game.legal_moves()[0])
    steps = len(game.steps)
    game.finish()
    assert game.status is Status.WON
    assert len(game.steps) == steps + 1
    game.undo()
    assert game.home < 52


def test_where_it_cannot_be_finished_the_reason_is_said_and_nothing_is_played() -> None:
    game = Game.new("dimes", 8)
    with pytest.raises(IllegalMoveError, match="still hidden"):
        game.finish()
    while game.position.view().stock:
        game.play("draw")
    with pytest.raises(IllegalMoveError, match="left to decide"):
        game.finish()
    assert len(game.moves) == 88
    game.give_up()
    with pytest.raises(GameOverError):
        game.finish()


@settings(max_examples=60, deadline=None)
@given(games())
def test_it_wins_or_does_nothing_and_depends_on_nothing_hidden(game: Game) -> None:
    moves = finishing_moves(game.position)
    assert not moves or wins(game.position)
    assert bool(moves) == bool(finishing_moves(hidden_otherwise(game.position, Random(1))))
