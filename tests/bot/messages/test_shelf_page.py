"""The pages of the shelf."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.language import LANGUAGES, NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.message import LONGEST_LABEL
from bot.messages.shelf_page import (
    back_button,
    full_shelf_page,
    parse_board,
    shelf_page,
    waiting_name,
    waiting_text,
)
from bot.model.contest import Contest
from bot.model.daily.contest import daily_contest
from bot.model.game import BoardVersion, NewGame, UserGame
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from engine import VARIANTS, Game
from tests.engine.positions import EVERY_GAME

ENGLISH = find_language("en")


def shelf(count: int = MOST_SHELVED) -> list[ShelvedGame]:
    """Ranked attempts with the largest numbers."""
    day = date(2026, 11, 21)
    names = (list(VARIANTS) * count)[:count]
    return [
        ShelvedGame(
            BoardVersion(2**63 - 1 - number, 99999),
            name,
            2**64 - 1,
            is_ranked=True,
            home=104,
            effort=4000,
            started_at=0,
            contest=daily_contest(day, name),
        )
        for number, name in enumerate(names)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_full_shelf_fits_in_every_language(code: str) -> None:
    """Making a message checks it against Discord's limits."""
    language = find_language(code)
    assert len(shelf_page(shelf(), language, now=0).selects[0].choices) == MOST_SHELVED
    full = full_shelf_page(shelf(), NewGame("tens", 2**64 - 1), language, now=0)
    assert [parse_board(choice.value) for choice in full.selects[0].choices] == [each.board for each in shelf()]


def test_each_game_has_a_button_that_resumes_it() -> None:
    games = shelf(3)
    *resume, _ = [CustomId.parse(button.custom_id) for button in shelf_page(games, ENGLISH, now=0).buttons]
    assert {each.action for each in resume} == {Action.RESUME}
    assert [each.game_id for each in resume] == [game.board.game_id for game in games]


TODAY = date(2026, 11, 21)


def contest_of(variant: str, day: date | None, challenge: Contest | None) -> Contest | None:
    return challenge if day is None else daily_contest(day, variant)


def waits(
    variant: str, deal: int = 8, *, day: date | None = None, challenge: Contest | None = None, home: int = 8
) -> ShelvedGame:
    contest = contest_of(variant, day, challenge)
    return ShelvedGame(BoardVersion(deal, 1), variant, deal, day is not None, home, 37, started_at=0, contest=contest)


CHALLENGE = Contest("challenge", "7", ends_at=9)


def plays(variant: str, deal: int = 8, *, day: date | None = None, challenge: Contest | None = None) -> UserGame:
    return UserGame(1, 1, 1, Game.new(variant, deal), 0, 0, contest=contest_of(variant, day, challenge))


@pytest.mark.parametrize(
    ("waiting", "playing", "name"),
    [
        ([waits("dimes")], plays("tens"), "Dimes"),
        ([waits("dimes")], plays("dimes", 9), "Dimes · deal 8"),
        ([waits("dimes")], plays("dimes", 8), "Dimes · 8 of 104 home"),
        ([waits("dimes"), waits("dimes", 9)], plays("tens"), "Dimes · deal 8"),
        ([waits("dimes"), waits("diplomat", 9)], plays("tens"), "Dimes"),
        ([waits("dimes"), waits("dimes", 8, home=9)], plays("dimes", 9), "Dimes · 8 of 104 home"),
        ([waits("dimes")], plays("dimes", 9, day=TODAY), "Dimes · deal 8"),
        ([waits("tens", day=TODAY)], plays("dimes"), "Tens · daily"),
        ([waits("tens", day=TODAY)], plays("tens"), "Tens · daily"),
        ([waits("tens", day=TODAY, home=6)], plays("tens", day=TODAY), "Tens · daily · 6 of 52 discarded"),
        ([waits("tens", day=date(2026, 11, 20))], plays("tens", day=TODAY), "Tens · daily for Nov 20, 2026"),
        ([waits("tens", challenge=CHALLENGE)], plays("dimes"), "Tens · challenge"),
        ([waits("tens", challenge=CHALLENGE)], plays("tens", day=TODAY), "Tens · challenge"),
        (
            [waits("tens", challenge=CHALLENGE, home=6)],
            plays("tens", challenge=CHALLENGE),
            "Tens · challenge · 6 of 52 discarded",
        ),
    ],
)
def test_a_game_that_waits_is_named_by_what_tells_it_from_the_others(
    waiting: list[ShelvedGame], playing: UserGame, name: str
) -> None:
    named = waiting_name(waiting, playing, ENGLISH, today=TODAY).replace(NO_BREAK, " ")
    assert named == name
    assert named in waiting_text(waiting, named, ENGLISH)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_longest_name_of_a_game_that_waits_fits_on_a_button(code: str, name: str) -> None:
    language = find_language(code)
    for first in (
        waits(name, 2**64 - 1, home=52),
        waits(name, day=TODAY, home=52),
        waits(name, challenge=CHALLENGE, home=52),
    ):
        named = waiting_name([first, first], plays(name), language)
        assert 0 < len(back_button(first, named, language, is_over=True).label) <= LONGEST_LABEL


def test_games_on_the_shelf_are_named_with_their_rules() -> None:
    games = [
        replace(waits("diplomat"), board=BoardVersion(number, 1), options=options)
        for number, options in enumerate(({}, {"stock": "free"}))
    ]
    labels = [choice.label for choice in shelf_page(games, ENGLISH, now=0).selects[0].choices]
    assert labels == ["Diplomat · deal 8", "Diplomat · draw at any time · deal 8"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_shelf_of_games_with_other_rules_fits_in_every_language(code: str) -> None:
    games = [
        replace(waits(name, 2**64 - 1), board=BoardVersion(number, 1), options=options)
        for number, (name, options) in enumerate(EVERY_GAME[:MOST_SHELVED])
    ]
    assert len(shelf_page(games, find_language(code), now=0).selects[0].choices) == len(games)
