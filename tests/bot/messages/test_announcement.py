"""The peek at the day's table shows nothing but the last card of each pile."""

from dataclasses import replace
from random import Random

import pytest

from bot.language import find_language
from bot.messages.aloud import table_in_words
from bot.model.daily.deals import GAMES
from bot.pictures.table import draw_table
from engine import Game
from engine.building import BuildingPosition
from tests.engine.games import shuffle_hidden

GAMES_TO_PICK = [name for name in GAMES if isinstance(Game.new(name, 8).position, BuildingPosition)]


@pytest.mark.parametrize("name", GAMES_TO_PICK)
def test_deals_that_differ_only_below_the_last_cards_have_the_same_peek(name: str) -> None:
    dealt = Game.new(name, 8).position
    assert isinstance(dealt, BuildingPosition)
    face_down = dealt.face_down
    covered = replace(dealt, face_down=tuple(max(0, len(pile) - 1) for pile in dealt.piles))
    shuffled = shuffle_hidden(covered, Random(8))
    assert isinstance(shuffled, BuildingPosition)
    other = replace(shuffled, face_down=face_down)
    assert other != dealt
    peeks = [position.view().peek() for position in (dealt, other)]
    assert len({table_in_words(peek, find_language("en")) for peek in peeks}) == 1
    pictures = {draw_table(peek, Game.new(name, 8).variant.felt, four_colour=True) for peek in peeks}
    assert len(pictures) == 1
    assert len(pictures.pop()) < 60_000
