"""Players' names in messages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language import find_language
from bot.messages.player_names import plain_name, player_name

ENGLISH = find_language("en")
FIRST_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HARMFUL = DIRECTIONS + "\u0301\u0336\u20dd\u05b8\u200b*_`<@:/"
NAMES = st.text(st.sampled_from(HARMFUL + "aé漢עמ ") | st.characters(), min_size=1)


@given(NAMES)
def test_a_name_cannot_end_its_isolation(name: str) -> None:
    shown = player_name(name, ENGLISH)
    assert shown[0] == FIRST_ISOLATE
    assert shown[-1] == END_OF_ISOLATE
    assert not set(shown[1:-1]) & set(DIRECTIONS)


@given(NAMES)
def test_a_name_does_not_pile_up_marks(name: str) -> None:
    run = longest = 0
    for character in plain_name(name):
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        longest = max(longest, run)
    assert longest <= 4


@given(NAMES)
def test_every_name_shows_something(name: str) -> None:
    assert plain_name(name)


@pytest.mark.parametrize("name", ["alice", "Nguyễn Văn An", "שָׁלוֹם", "عمر الخيام", "関 孝和", "ศรีสุดา", "Ramanujan 🎩"])
def test_names_in_any_script_stay_as_they_are(name: str) -> None:
    assert plain_name(name) == unicodedata.normalize("NFC", name)
