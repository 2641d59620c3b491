"""Players' names in messages."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language import LANGUAGES, find_language
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
    for character in plain_name(name, ENGLISH):
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        longest = max(longest, run)
    assert longest <= 4


INVISIBLE = [
    *DIRECTIONS,
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e",  # zero-width spaces and joiners
    *"\u115f\u1160\u3164\uffa0\u2800\U0001d159",  # fillers, blanks
    *" \u00a0\u2003\u3000\n\r\t\x00\x7f\u2028\u2029",
    *"\u0301\ufe0f\U000e0041\U000e0100\U0001d173",  # marks, variation selectors, tags
]


@given(st.text(st.sampled_from(INVISIBLE), max_size=32))
def test_a_name_that_shows_nothing_is_replaced_by_a_word(name: str) -> None:
    for code in LANGUAGES:
        language = find_language(code)
        assert plain_name(name, language) == language.text("player")
        assert player_name(name, language) == f"{FIRST_ISOLATE}{language.text('player')}{END_OF_ISOLATE}"


@given(st.lists(st.sampled_from(INVISIBLE), max_size=15), st.sampled_from("aé漢עم7🎩."), st.sampled_from(INVISIBLE))
def test_a_name_that_shows_something_is_kept(before: list[str], seen: str, after: str) -> None:
    shown = plain_name("".join((*before, seen, after)), ENGLISH)
    assert seen in unicodedata.normalize("NFD", shown) or seen in shown
    assert shown.splitlines() == [shown]


@given(NAMES)
def test_every_name_shows_something_on_one_line(name: str) -> None:
    shown = plain_name(name, ENGLISH)
    assert set(shown) - set(INVISIBLE)
    assert shown.splitlines() == [shown]
    assert len(player_name(name, ENGLISH).splitlines()) == 1


@pytest.mark.parametrize("name", ["alice", "Nguyễn Văn An", "שָׁלוֹם", "عمر الخيام", "関 孝和", "ศรีสุดา", "Ramanujan 🎩"])
def test_names_in_any_script_stay_as_they_are(name: str) -> None:
    assert plain_name(name, ENGLISH) == unicodedata.normalize("NFC", name)
