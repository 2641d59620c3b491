"""The pages of the shelf."""

from dataclasses import replace
from datetime import date

import pytest

from bot.language import NO_BREAK, find_language
from bot.messages.message import LONGEST_LABEL
from bot.messages.shelf_page import back_button, shelf_page, waiting_name, waiting_text
from bot.model.contest import Contest
from bot.model.daily.contest import daily_contest
from bot.model.daily.days import ONE_DAY
from bot.model.game import BoardVersion, UserGame
from bot.model.shelf import ShelvedGame
from engine import VARIANTS, Game
from tests.support.boards import every_language, selects_of

ENGLISH = find_language("en")
TODAY = date(2026, 11, 21)
DAILY = daily_contest(TODAY, "tens")
YESTERDAYS = daily_contest(TODAY - ONE_DAY, "tens")
CHALLENGE = Contest("challenge", "7", ends_at=9)


def waits(variant: str, deal: int = 8, *, contest: Contest | None = None, cards_home: int = 8) -> ShelvedGame:
    return ShelvedGame(
        BoardVersion(deal, 1), variant, deal, contest is not None, cards_home, effort=37, started_at=0, contest=contest
    )


def plays(variant: str, deal: int = 8, *, contest: Contest | None = None) -> UserGame:
    return UserGame(1, 1, 1, Game.new(variant, deal), 0, 0, contest=contest)


@pytest.mark.parametrize(
    ("waiting", "playing", "name"),
    [
        ([waits("dimes")], plays("tens"), "Dimes"),
        ([waits("dimes")], plays("dimes", 9), "Dimes · deal 8"),
        ([waits("dimes")], plays("dimes", 8), "Dimes · 8 of 104 home"),
        ([waits("dimes"), waits("dimes", 9)], plays("tens"), "Dimes · deal 8"),
        ([waits("dimes"), waits("diplomat", 9)], plays("tens"), "Dimes"),
        ([waits("dimes"), waits("dimes", 8, cards_home=9)], plays("dimes", 9), "Dimes · 8 of 104 home"),
        ([waits("dimes")], plays("dimes", 9, contest=DAILY), "Dimes · deal 8"),
        ([waits("tens", contest=DAILY)], plays("dimes"), "Tens, daily"),
        ([waits("tens", contest=DAILY)], plays("tens"), "Tens, daily"),
        (
            [waits("tens", contest=DAILY, cards_home=6)],
            plays("tens", contest=DAILY),
            "Tens, daily · 6 of 52 discarded",
        ),
        ([waits("tens", contest=YESTERDAYS)], plays("tens", contest=DAILY), "Tens · daily for Nov 20, 2026"),
        ([waits("tens", contest=CHALLENGE)], plays("dimes"), "Tens, challenge"),
        ([waits("tens", contest=CHALLENGE)], plays("tens", contest=DAILY), "Tens, challenge"),
        (
            [waits("tens", contest=CHALLENGE, cards_home=6)],
            plays("tens", contest=CHALLENGE),
            "Tens, challenge · 6 of 52 discarded",
        ),
    ],
)
def test_a_game_that_waits_is_named_by_what_tells_it_from_the_others(
    waiting: list[ShelvedGame], playing: UserGame, name: str
) -> None:
    named = waiting_name(waiting, playing, ENGLISH, today=TODAY).replace(NO_BREAK, " ")
    assert named == name
    assert named in waiting_text(waiting, named, ENGLISH)


@every_language
@pytest.mark.parametrize("name", VARIANTS)
def test_the_longest_name_of_a_game_that_waits_fits_on_a_button(code: str, name: str) -> None:
    language = find_language(code)
    for first in (
        waits(name, 2**64 - 1, cards_home=52),
        waits(name, contest=daily_contest(TODAY, name), cards_home=52),
        waits(name, contest=CHALLENGE, cards_home=52),
    ):
        named = waiting_name([first, first], plays(name), language)
        assert 0 < len(back_button(first, named, language).label) <= LONGEST_LABEL


def test_games_on_the_shelf_are_named_with_their_rules() -> None:
    games = [
        replace(waits("diplomat"), board=BoardVersion(number, 1), options=options)
        for number, options in enumerate(({}, {"stock": "free"}))
    ]
    labels = [choice.label for choice in selects_of(shelf_page(games, ENGLISH, now=0))[0].choices]
    assert labels == ["Diplomat · deal 8", "Diplomat · draw at any time · deal 8"]
