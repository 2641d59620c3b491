"""What is marked on a table."""

from __future__ import annotations

import pytest

from bot.model.marks import NO_MARKS, Spot, marks_of
from engine import CELLS, FOUNDATIONS, STOCK, WASTE, Game, Kind, Move, parse_move, pile
from tests.engine.positions import building, game_at, tens


def hint(move: str) -> list[Move]:
    return [parse_move(move, discards="+" in move)]


def test_a_new_deal_has_no_marks() -> None:
    assert marks_of(Game.new("dimes", 8)) == NO_MARKS


def test_a_moved_run_is_marked_where_it_went_and_so_is_the_card_that_turned_up() -> None:
    game = game_at(building("grounds-for-divorce", "(5♥ 2♠) 7♠ 6♠ | 9♦ 8♥", stock="2♣"), "grounds-for-divorce", {})
    game.play("1>2*2")
    assert marks_of(game).moved == {Spot(pile(1), 1), Spot(pile(2), 2), Spot(pile(2), 3)}


def test_all_moves_of_the_last_step_are_marked_and_none_before_it() -> None:
    game = game_at(building("dimes", "J♥ | Q♥ 3♣ | 7♣ 6♣ | 9♠ 8♠", stock="2♣ 4♦"), "dimes", {})
    game.play("4>5")
    assert marks_of(game).moved == {Spot(pile(5))}
    game.play("draw", "draw")
    assert marks_of(game).moved == {Spot(WASTE, 0), Spot(WASTE, 1)}
    game.undo()
    assert marks_of(game).moved == {Spot(pile(5))}


def test_a_card_that_went_home_is_marked_and_so_is_the_pile_that_it_left_empty() -> None:
    game = game_at(building("dimes", "J♥ | 3♣ 2♣"), "dimes", {})
    game.play("1>f")
    home, gap = sorted(marks_of(game).moved)
    assert home.place.kind is Kind.FOUNDATION
    assert gap == Spot(pile(1))


@pytest.mark.usefixtures("scratch_games")
def test_cells_and_foundations_are_marked_like_piles() -> None:
    game = game_at(building("two-cells", "7♠ | 9♦ 8♥", cells="2♣"), "two-cells")
    assert marks_of(game, hint("c1>3")).hinted == {Spot(CELLS[1]), Spot(pile(3))}
    assert marks_of(game, hint("2>c")).hinted == {Spot(pile(2), 1), Spot(CELLS[2])}
    game.play("2>c")
    assert marks_of(game).moved == {Spot(CELLS[2])}
    game.play("c1>3")
    assert marks_of(game).moved == {Spot(CELLS[1]), Spot(pile(3))}
    back = game_at(building("klondike", "8♠", foundations="7♥"), "klondike")
    assert marks_of(back, hint("fh>1")).hinted == {Spot(FOUNDATIONS[3]), Spot(pile(1))}
    back.play("fh>1")
    assert marks_of(back).moved == {Spot(FOUNDATIONS[3]), Spot(pile(1), 1)}


def test_the_cards_that_fill_gaps_in_tens_are_marked() -> None:
    game = Game.new("tens", 8)
    game.play("4+8")
    assert marks_of(game).moved == {Spot(pile(4)), Spot(pile(8))}


def test_no_empty_pile_is_marked_once_the_game_is_over() -> None:
    game = game_at(building("dimes", "J♥ | J♠"), "dimes", {})
    game.play("1>f", "2>f")
    assert {spot.place.kind for spot in marks_of(game).moved} == {Kind.FOUNDATION}
    lost = game_at(tens("A♣ 9♣ K♣"), "tens", {})
    lost.play("1+2")
    assert marks_of(lost) == NO_MARKS


def test_a_hint_marks_the_cards_to_move_and_where_they_go() -> None:
    game = game_at(building("diplomat", "7♠ | 9♦ 8♥ | A♥", waste="6♣ 7♦", stock="2♣"), "diplomat", {"stock": "free"})
    assert marks_of(game, hint("1>2")).hinted == {Spot(pile(1)), Spot(pile(2), 1)}
    assert marks_of(game, hint("w>2")).hinted == {Spot(WASTE, 1), Spot(pile(2), 1)}
    assert marks_of(game, hint("w>4")).hinted == {Spot(WASTE, 1), Spot(pile(4))}
    assert marks_of(game, hint("draw")).hinted == {Spot(STOCK)}
    card, foundation = sorted(marks_of(game, hint("3>f")).hinted, reverse=True)
    assert card == Spot(pile(3))
    base, top = game.view().foundations[foundation.place.number - 1]
    assert (foundation.place.kind, str(base), top) == (Kind.FOUNDATION, "A♥", None)
    assert marks_of(Game.new("tens", 8), hint("4+8")).hinted == {Spot(pile(4)), Spot(pile(8))}


def test_a_question_marks_the_card_and_all_its_targets() -> None:
    game = game_at(building("diplomat", "7♠ | 9♦ 8♥ | 8♦"), "diplomat", {})
    assert marks_of(game, [*hint("1>2"), *hint("1>3")]).hinted == {Spot(pile(1)), Spot(pile(2), 1), Spot(pile(3))}
