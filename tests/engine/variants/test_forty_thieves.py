"""Forty Thieves, an example of adding a game: it is one short file."""

from __future__ import annotations

from pathlib import Path

from engine import VARIANTS, Game
from engine.building import BuildingPosition
from engine.variants import forty_thieves
from tests.engine.positions import building, foundations, moves, piles, play

GAME = "forty-thieves"


def test_it_is_one_file_of_less_than_60_lines() -> None:
    file = Path(forty_thieves.__file__)
    assert len(file.read_text().splitlines()) < 60
    elsewhere = [other for other in file.parents[1].rglob("*.py") if other != file]
    assert not [other.name for other in elsewhere if GAME in other.read_text()]


def test_it_is_played_like_the_other_building_games() -> None:
    assert type(Game.new(GAME, 7).position) is type(Game.new("diplomat", 7).position) is BuildingPosition


def test_it_is_a_bonus_game_listed_after_those_with_a_daily() -> None:
    assert VARIANTS[GAME].daily is None
    has_daily = [variant.daily is not None for variant in VARIANTS.values()]
    assert has_daily == sorted(has_daily, reverse=True)


def test_ten_open_piles_of_four_and_64_in_the_stock() -> None:
    view = Game.new(GAME, 7).position.view()
    assert [len(pile) for pile in view.piles] == [4] * 10
    assert "▒" not in {str(card) for pile in view.piles for card in pile}
    assert (view.stock, view.waste, len(view.foundations)) == (64, (), 8)


OTHERS = "2♥ | 2♣ | 2♦ | Q♥ | Q♣ | Q♦ | 7♦"


def test_builds_down_in_suit() -> None:
    assert moves(building(GAME, f"8♠ | 7♠ | 7♥ | {OTHERS}")) == {"2>1"}


def test_nothing_goes_on_an_ace() -> None:
    assert moves(building(GAME, f"A♠ | K♠ | 7♥ | {OTHERS}", foundations="A♠ A♠")) == set()


def test_one_card_moves_at_a_time() -> None:
    assert moves(building(GAME, f"8♠ | 7♠ 6♠ | 7♥ | {OTHERS}")) == set()


def test_a_space_takes_one_card_of_tableau_or_waste() -> None:
    position = building(GAME, f"8♠ | 7♠ 6♠ | | {OTHERS}", waste="3♠", stock="K♥")
    assert moves(position) == {"2>3", "w>3", "draw"}
    assert piles(play(position, "2>3"))[1:3] == ["7♠", "6♠"]


def test_foundations_go_up_in_suit_from_the_ace() -> None:
    assert foundations(play(building(GAME, "A♠ | 2♠ | 2♥"), "1>f", "2>f")) == "2♠"
