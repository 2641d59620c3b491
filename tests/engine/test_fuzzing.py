"""Arbitrary texts raise only the documented errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import (
    DEAL_COUNT,
    Game,
    InvalidDealError,
    InvalidMoveError,
    InvalidSaveError,
    parse_deal,
    parse_move,
)
from engine.cards import normalize
from tests.engine.games import games

if TYPE_CHECKING:
    from collections.abc import Callable

Read = TypeVar("Read")

MOVE_LIKE = st.text("0123456789>*+-,&x×→ wsfpdrahomeiltckun", max_size=14)


def read_or_error(read: Callable[[str], Read], text: str, *errors: type[ValueError]) -> Read | str:
    """Return the value read, or the text of the error."""
    try:
        return read(text)
    except errors as error:
        return str(error)


@given(st.text(max_size=100) | MOVE_LIKE)
@example("\ud800")
@example("0" * 79 + "1")
@example("1+" * 500 + "2")
def test_parse_move_returns_a_move_or_raises(text: str) -> None:
    move = read_or_error(parse_move, text, InvalidMoveError)
    if isinstance(move, str):
        assert "isn't a move" in move
        assert len(move) < 200
    else:
        assert parse_move(str(move)) == move


@given(st.text(max_size=30) | st.text("0123456789-+._ eE", max_size=30))
def test_parse_deal_returns_a_deal_or_raises(text: str) -> None:
    deal = read_or_error(parse_deal, text, InvalidDealError)
    if isinstance(deal, str):
        assert "isn't a deal number" in deal
    else:
        assert 0 <= deal < DEAL_COUNT
        assert normalize(text).lstrip("0") == str(deal).lstrip("0")


@given(st.text(max_size=60) | st.lists(st.text(max_size=8), min_size=5, max_size=5).map("|".join))
@example("tens|" + "9" * 10_000 + "||0|")
@example("tens|8||" + "9" * 10_000 + "|")
def test_load_rejects_arbitrary_texts(text: str) -> None:
    with pytest.raises(InvalidSaveError) as error:
        Game.load(text)
    assert str(error.value)


@st.composite
def corrupted_save(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a saved game, and a copy with a few characters or words changed."""
    saved = draw(games()).save()
    text = saved
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        words = ["", *" |x019-=,>*+&fws\né", "draw", "draw "]
        text = text[:at] + draw(st.sampled_from(words)) + text[at + length :]
    return saved, text


@given(corrupted_save())
def test_a_corrupted_save_is_rejected_or_is_a_valid_save_of_another_game(both: tuple[str, str]) -> None:
    saved, text = both
    game = read_or_error(Game.load, text, InvalidSaveError)
    if isinstance(game, str):
        assert game
        assert text != saved
    else:
        assert game.save() == text
        assert (game == Game.load(saved)) == (text == saved)
