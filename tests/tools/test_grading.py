"""Grading deals, and the simulated beginner who decides which are easy."""

from dataclasses import replace

import pytest

from engine import VARIANTS, Game
from engine.building import BuildingPosition
from engine.deal import random_words
from engine.winnable import file_name, level_of, levels_of, winnable_deals
from tools.grading import grade
from tools.grading.beginner import next_position

LISTS = [(variant.name, options) for variant in VARIANTS.values() for options in variant.option_sets()]
GRADED = [(name, options) for name, options in LISTS if levels_of(name, options)]


@pytest.mark.parametrize(("name", "options"), GRADED)
def test_grading_a_deal_again_gives_the_level_that_ships(name: str, options: dict[str, str]) -> None:
    # The easiest of them, because a search takes long without Numba.
    deal = winnable_deals(name, options, levels_of(name, options)[0])[0]
    assert grade(name, options, deal) is level_of(name, options, deal)


def test_every_list_but_that_of_tens_can_be_graded() -> None:
    known = {file_name(name, options) for name, options in LISTS if winnable_deals(name, options)}
    gradable = {
        file_name(variant.name, dict([options.split("=")] if options else []))
        for variant in VARIANTS.values()
        for options in variant.short_searches
    }
    assert gradable == known - {"tens.txt"}
    assert levels_of("tens", {}) == ()


def test_the_beginner_does_not_know_the_cards_of_the_stock() -> None:
    before = Game.new("diplomat", 7).position
    assert isinstance(before, BuildingPosition)
    games = [before, replace(before, stock=before.stock[::-1])]
    moods = [random_words("mood"), random_words("mood")]
    moves = 0
    while True:
        following = [next_position(game, set(), mood) for game, mood in zip(games, moods, strict=True)]
        games = [game for game in following if game is not None]
        if any(game.waste for game in games):
            break
        moves += 1
        assert games[0].view() == games[1].view()
    assert all(game.waste for game in games)
    assert moves > 3
