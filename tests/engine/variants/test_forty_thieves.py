"""Forty Thieves, an example of adding a game: it is one short file."""

from __future__ import annotations

from pathlib import Path

from engine import VARIANTS, Game
from engine.building import BuildingPosition
from engine.variants import forty_thieves

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
