"""Any text from outside is parsed correctly, or rejected with the documented error."""

from hypothesis import example, given
from hypothesis import strategies as st

from bot.commands.settings import parse_setting
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId, parse_new, write_new
from bot.messages.leaderboard_page import LeaderboardView
from bot.model.preferences import BoardView, Preferences
from bot.store.preferences import read_stored, with_stored

ANY_TEXT = st.text(st.characters(), max_size=80)  # NUL, surrogates and direction marks included


@given(
    st.text(st.characters(), max_size=120)
    | st.builds(
        "solitaire:{}:{}:{}:{}".format,
        st.sampled_from(Action),
        st.integers(-1, 2**65) | st.from_regex(r"\A0*[0-9]{1,21}\Z"),
        st.integers(-1, 10**11),
        ANY_TEXT,
    )
)
@example("solitaire:undo:007:1:")
@example("solitaire:undo:٣:1:")
@example(f"solitaire:undo:{2**63}:1:")
def test_a_custom_id_is_parsed_as_written_or_rejected(text: str) -> None:
    try:
        read = CustomId.parse(text)
    except ValueError:
        return
    assert str(read) == text
    assert 0 <= read.game_id < 2**63


@given(ANY_TEXT | st.text("tens,dimes0123456789-=dailyagainany٣", max_size=40))
@example("tens," + "9" * 58)
@example("tens,daily=2026-11-21,x")
def test_a_new_game_is_parsed_or_rejected(text: str) -> None:
    try:
        read = parse_new(text)
    except ValueError:
        return
    assert parse_new(write_new(read)) == read


@given(ANY_TEXT | st.text("day,week2026-11-21tensallworldhere?top own", max_size=60), ANY_TEXT)
@example("day,2026-11-21,all,world," + "9" * 50 + ",", "")
@example("day,2026-11-21,all,world,-5,", "")
def test_a_leaderboard_view_is_parsed_or_rejected(text: str, chosen: str) -> None:
    try:
        read = LeaderboardView.parse(text, chosen)
    except ValueError:
        return
    assert LeaderboardView.parse(str(read)) == read


@given(
    ANY_TEXT
    | st.sampled_from(["view", "language", "hidden_player=on", "auto_home=", "view=on", "open_stock:diplomat=on"]),
    ANY_TEXT,
)
def test_a_preference_is_parsed_or_rejected(argument: str, chosen: str) -> None:
    try:
        name, text = parse_setting(argument, chosen)
    except ValueError:
        return
    assert isinstance(with_stored(Preferences(), name, text), Preferences)


@given(
    st.dictionaries(
        st.sampled_from([*vars(Preferences()), "open_stock:diplomat", "open_stock:new", "view:x", "new", ""]),
        ANY_TEXT | st.sampled_from(["on", "de"]),
    )
)
@example({"view": "hologram", "language": "tlh", "auto_home": "ON"})
def test_stored_preferences_are_always_readable(stored: dict[str, str]) -> None:
    assert isinstance(read_stored(stored).view, BoardView)
