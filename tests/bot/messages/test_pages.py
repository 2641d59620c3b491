"""The pages beside the board."""

from __future__ import annotations

import pytest
from wcwidth import width

from bot.language import LANGUAGES, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.help_page import Section, help_page
from bot.messages.message import Message, Select
from bot.messages.pages import (
    AUTOMATIC,
    OPENING_DEAL,
    opening,
    question,
    rules_page,
    settings_page,
    statistics_page,
)
from bot.messages.style import Style
from bot.model.game import Board
from bot.model.preferences import BoardView, Preferences
from bot.model.reminder import Reminder
from bot.model.statistics import GameStatistics
from engine import VARIANTS, Variant
from engine.winnable import winnable_deals
from tests.support.boards import EMOJI, EMOJI_BY_KEY, EVERY_STYLE, LONGEST_NAME, PICTURE, TEXT, all_text
from tests.support.card_room import readable

ENGLISH = find_language("en")
COMMANDS = [("solitaire " + "x" * 24, "x" * 100)] * 14
SWITCHES = [
    "four_colour",
    "private_board",
    "auto_home",
    "private_statistics",
    "hidden_player",
    "no_challenges",
]

PHONE = 36
"""Characters that fit on a line of an embed on a phone."""

every_language = pytest.mark.parametrize("code", LANGUAGES)


def long_statistics() -> list[GameStatistics]:
    """Numbers as long as those of someone who has played for years."""
    return [
        GameStatistics(variant, 9999, 8888, 104, 1234, 3599, 8888, 8888, 1234 * 3600 + 3599) for variant in VARIANTS
    ]


def statistics(games: list[GameStatistics], code: str = "en") -> Message:
    return statistics_page(games, Style(find_language(code)), player=LONGEST_NAME)


def fields(message: Message) -> dict[str, str]:
    assert message.embed is not None
    return {field.name or "": field.value or "" for field in message.embed.fields}


@every_language
def test_help_lists_every_command_in_every_language(code: str) -> None:
    page = all_text(help_page(Section.COMMANDS, COMMANDS, find_language(code)))
    for name, meaning in COMMANDS:
        assert f"`/{name}` {meaning}" in page


def test_help_names_every_game() -> None:
    page = all_text(help_page(Section.GAMES, COMMANDS, ENGLISH))
    for variant in VARIANTS.values():
        assert variant.title in page
        assert variant.summary in page


@pytest.mark.parametrize("style", EVERY_STYLE, ids=lambda style: f"{style.language.code} {style.view}")
def test_rules_of_every_game_fit_in_every_view_and_language(style: Style) -> None:
    for variant in VARIANTS.values():
        rules_page(opening(variant, {}), style, picture=b"a picture" if style.view is BoardView.PICTURE else None)


def test_the_example_in_the_rules_shows_the_cards_of_no_contest() -> None:
    lists = [winnable_deals(name, options) for name in VARIANTS for options in _all_options(VARIANTS[name])]
    assert sum(map(bool, lists)) >= 7
    assert not any(OPENING_DEAL in each for each in lists)


def _all_options(variant: Variant) -> list[dict[str, str]]:
    return [{}, *({option.name: value} for option in variant.options for value in option.values)]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_rules_show_an_opening_in_the_chosen_view(variant: Variant) -> None:
    text, emoji = (all_text(rules_page(opening(variant, {}), style)) for style in (TEXT, EMOJI))
    picture = rules_page(opening(variant, {}), PICTURE, picture=b"a picture")
    for page in (text, emoji, all_text(picture)):
        assert variant.title in page
        assert variant.text in page
    assert "(deal 1100)**\n```" in text
    assert str(EMOJI_BY_KEY["n1"]) in emoji
    assert picture.picture is not None
    assert "1: " in picture.picture.description


def test_statistics_list_results() -> None:
    told = fields(statistics([GameStatistics("dimes", 8, 2, 104, 131, 600, 1, 2, 3661)]))["Dimes"]
    assert readable(told).split(" · ") == [
        "2 of 8 won (25%)",
        "Fewest moves: 131",
        "Best time: 10:00",
        "Current streak: 1",
        "Longest streak: 2",
        "Time played: 1:01:01",
    ]


@every_language
def test_no_share_is_called_all_or_nothing_unless_it_is(code: str) -> None:
    language = find_language(code)
    nothing, everything = language.percent(0, 300), language.percent(300, 300)
    between = {language.percent(part, 300) for part in range(1, 300)}
    assert len(between | {nothing, everything}) == 101
    assert not between & {nothing, everything}
    for won, share in ((1, "1%"), (299, "99%")):
        told = fields(statistics([GameStatistics("tens", 300, won, 52, 22, 98, 2, 2, 243)]))["Tens"]
        assert readable(told).startswith(f"{won} of 300 won ({share})")


def test_statistics_of_tens_count_no_moves_as_all_wins_take_the_same() -> None:
    told = fields(statistics([GameStatistics("tens", 2, 2, 52, 22, 98, 2, 2, 243)]))["Tens"]
    assert readable(told).split(" · ")[:2] == ["2 of 2 won (100%)", "Best time: 1:38"]


def test_statistics_without_a_win_say_how_far_the_best_game_went() -> None:
    told = fields(statistics([GameStatistics("dimes", 8, 0, 30, None, None, 0, 0, 60)]))["Dimes"]
    assert readable(told).split(" · ") == ["0 of 8 won (0%)", "Most cards cleared: 30", "Time played: 1:00"]


@every_language
def test_statistics_break_lines_only_between_facts(code: str) -> None:
    for told in fields(statistics(long_statistics(), code)).values():
        assert max(width(fact) for fact in told.split("· ")) <= PHONE, told


def test_statistics_without_games_say_so() -> None:
    assert "No finished games yet. Play one with `/solitaire start`!" in all_text(statistics([]))


def chosen(select: Select) -> list[str]:
    return [choice.value for choice in select.choices if choice.chosen]


@every_language
@pytest.mark.parametrize("view", BoardView)
def test_settings_page_marks_the_chosen_view(code: str, view: BoardView) -> None:
    views, *_ = settings_page(Preferences(view=view), None, find_language(code), now=0).selects
    assert chosen(views) == [view]


@pytest.mark.parametrize("language", [None, *LANGUAGES])
def test_settings_page_marks_the_chosen_language_among_all_of_them(language: str | None) -> None:
    page = settings_page(Preferences(language=language), None, ENGLISH, now=0)
    _, languages, _ = page.selects
    assert chosen(languages) == [language or AUTOMATIC]
    assert all(name in all_text(page) for name in LANGUAGES.values())


@pytest.mark.parametrize("name", SWITCHES)
def test_switch_shows_its_state_and_toggles_it(name: str) -> None:
    off, on = (
        settings_page(Preferences(**{name: value}), None, ENGLISH, now=0).buttons  # type: ignore[arg-type]
        for value in (False, True)
    )
    place = SWITCHES.index(name)
    pressed = [CustomId.parse(buttons[place].custom_id) for buttons in (off, on)]
    assert pressed == [CustomId(Action.SET, argument=f"{name}={value}") for value in ("on", "off")]
    assert (off[place].emoji, on[place].emoji) == ("⬜", "✅")
    assert off[:place] == on[:place]
    assert off[place + 1 :] == on[place + 1 :]


@pytest.mark.parametrize("reminder", [None, Reminder(18, "de")])
def test_settings_page_offers_every_hour_the_next_one_first(reminder: Reminder | None) -> None:
    *_, hours = settings_page(Preferences(), reminder, ENGLISH, now=15 * 3600 + 59).selects
    assert chosen(hours) == ["off" if reminder is None else "18"]
    assert [choice.value for choice in hours.choices] == ["off", *(str(hour % 24) for hour in range(16, 40))]
    assert hours.choices[3].label == "Reminder: 18:00 UTC"
    assert hours.choices[3].description == "in 3 hours"


@pytest.mark.parametrize(("hour", "moment"), [(18, 18), (15, 15), (3, 27)])
def test_settings_page_says_when_the_next_reminder_comes(hour: int, moment: int) -> None:
    page = settings_page(Preferences(), Reminder(hour, "en"), ENGLISH, now=15 * 3600 + 59)
    assert f"at <t:{moment * 3600}:t>" in all_text(page)


def test_question_offers_the_action_or_nothing() -> None:
    page = question("Really?", Action.GIVE_UP, ENGLISH, game=Board(7, 2), argument="sure", no="Keep playing")
    assert all_text(page).split("\n") == ["Really?", "Give up", "Keep playing"]
    assert [CustomId.parse(button.custom_id) for button in page.buttons] == [
        CustomId(Action.GIVE_UP, 7, 2, "sure"),
        CustomId(Action.KEEP, 7, 2),
    ]
