"""The statistics of a player."""

import pytest
from wcwidth import width

from bot.language import find_language
from bot.messages.badges import badge_lines_to_come, badge_name
from bot.messages.message import Message
from bot.messages.statistics_page import Profile, statistics_page
from bot.messages.style import Style
from bot.model.badges import badges_to_come, first_win
from bot.model.statistics import GameStatistics
from engine import VARIANTS
from tests.support.boards import LONGEST_NAME, every_language
from tests.support.shown import readable

PHONE = 36
"""The number of characters that fit on a line of an embed on a phone."""


def statistics(games: list[GameStatistics], code: str = "en") -> Message:
    return statistics_page(Profile(games), Style(find_language(code)), player=LONGEST_NAME)


def fields(message: Message) -> dict[str, str]:
    assert message.embed is not None
    return {field.name or "": field.value or "" for field in message.embed.fields}


@pytest.mark.parametrize(
    ("played", "facts"),
    [
        (
            GameStatistics("dimes", 8, 2, 104, 131, 600, 1, 2, 3661),
            [
                "2 of 8 won (25%)",
                "Fewest moves: 131",
                "Best time: 10:00",
                "Current streak: 1",
                "Longest streak: 2",
            ],
        ),
        (
            GameStatistics("tens", 2, 2, 52, 22, 98, 0, 0, 243),
            ["2 of 2 won (100%)", "Best time: 1:38"],  # every win takes the same moves
        ),
        (
            GameStatistics("dimes", 8, 0, 30, None, None, 0, 0, 60),
            ["8 games", "Most cards cleared: 30"],
        ),
    ],
    ids=["some won", "tens", "none won"],
)
def test_statistics_list_what_there_is_to_tell(played: GameStatistics, facts: list[str]) -> None:
    (told,) = fields(statistics([played])).values()
    assert readable(told).split(" · ") == facts


def test_the_time_of_all_games_is_added_up() -> None:
    page = statistics([GameStatistics(name, 1, 0, 9, None, None, 0, 0, 1800) for name in ("dimes", "tens", "klondike")])
    assert page.embed is not None
    assert page.embed.description == "Time played: 1:30:00"


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


def test_badges_to_come_say_how_near_they_are() -> None:
    games = [
        GameStatistics("dimes", 8, 0, 56, None, None, 0, 0, 60),
        GameStatistics("diplomat", 8, 1, 104, 90, 90, 0, 0, 60),
    ]
    to_come = badges_to_come(
        [first_win("diplomat")], {each.variant: each.best for each in games}, streak=3, finished_today=1, dailies=5
    )
    page = statistics_page(Profile(games, to_come=to_come), Style(find_language("en")), player="alice")
    assert page.embed is not None
    heading, *near = (page.embed.footer.text or "").splitlines()
    assert heading == "Badges to come"
    assert near == [
        "▫️ First win at Dimes · 56/104",
        "▫️ Won a daily on a streak of 7 days · 3/7",
        "▫️ Finished all dailies of a day, and won the last one · 1/5",
    ]


def test_the_three_nearest_badges_to_come_are_named() -> None:
    to_come = badges_to_come([], dict.fromkeys(VARIANTS, 0), streak=0, finished_today=0, dailies=6)
    lines = badge_lines_to_come(to_come, find_language("en"))
    assert lines == [f"▫️ {badge_name(each.badge, find_language('en'))}" for each in to_come[:3]]


def test_a_badge_is_never_shown_as_complete_before_it_is_earned() -> None:
    to_come = badges_to_come([], {}, streak=7, finished_today=5, dailies=5)
    lines = badge_lines_to_come(to_come, find_language("en"))
    assert lines[0] == "▫️ Won a daily on a streak of 7 days · you only need a win"
    assert "5/5" not in "".join(lines)


@every_language
def test_statistics_break_lines_only_between_facts(code: str) -> None:
    years = [GameStatistics(name, 9999, 8888, 104, 1234, 3599, 8888, 8888, 1234 * 3600 + 3599) for name in VARIANTS]
    for told in fields(statistics(years, code)).values():
        assert max(width(fact) for fact in told.split("· ")) <= PHONE, told
