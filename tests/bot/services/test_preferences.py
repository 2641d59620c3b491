"""Preferences of users."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.language import LANGUAGES
from bot.model.preferences import BoardView, Preferences
from bot.store import Database, open_database
from tests.support.kinds import ask, on_both
from tests.support.turns import BookInTurns

pytestmark = on_both

INTERACTIONS = itertools.count(1)
ALICE = 1
BOB = 2
CHOICES: dict[str, Any] = {
    "view": BoardView.PICTURE,
    "four_colour": True,
    "private_board": True,
    "auto_home": True,
    "private_statistics": True,
    "no_challenges": True,
    "language": "pt-BR",
}


@pytest.fixture
def book(database: Database) -> BookInTurns:
    return BookInTurns(database)


@pytest.fixture
async def elsewhere(url: str, book: BookInTurns) -> AsyncIterator[BookInTurns]:
    """A second process with the same database."""
    await book.of(ALICE)
    database = await open_database(url)
    yield BookInTurns(database)
    await database.close()


async def test_every_choice_is_stored_and_can_be_reverted(book: BookInTurns) -> None:
    choices: list[tuple[str, Any]] = [
        *(("view", view) for view in BoardView),
        *((name, on) for name, chosen in CHOICES.items() if chosen is True for on in (True, False)),
        *(("language", language) for language in (*LANGUAGES, None)),
        *(("open_stock", {"diplomat": on}) for on in (True, False)),
    ]
    expected = Preferences()
    for name, value in choices:
        expected = replace(expected, **{name: value})
        assert await book.change(ALICE, next(INTERACTIONS), **{name: value}) == expected
        assert await book.of(ALICE) == expected


async def test_a_change_leaves_other_preferences_and_other_users_alone(book: BookInTurns) -> None:
    await book.change(BOB, next(INTERACTIONS), view=BoardView.TEXT)
    await book.change(ALICE, next(INTERACTIONS), four_colour=True, open_stock={"diplomat": True})
    changed = await book.change(ALICE, next(INTERACTIONS), open_stock={"grounds-for-divorce": False})
    assert changed == await book.of(ALICE)
    assert changed == Preferences(four_colour=True, open_stock={"diplomat": True, "grounds-for-divorce": False})
    assert await book.of(BOB) == Preferences(BoardView.TEXT)


async def test_changes_of_different_preferences_from_two_processes_all_survive(
    book: BookInTurns, elsewhere: BookInTurns
) -> None:
    users = range(20)
    await asyncio.gather(
        *(
            (book, elsewhere)[(user + number) % 2].change(user, next(INTERACTIONS), **{name: choice})
            for user in users
            for number, (name, choice) in enumerate(CHOICES.items())
        )
    )
    for user in users:
        assert await book.of(user) == await elsewhere.of(user) == Preferences(**CHOICES)


async def test_choices_that_this_version_does_not_know_fall_back_to_the_default_and_are_not_lost(
    url: str, book: BookInTurns
) -> None:
    strange = {"view": "hologram", "four_colour": "sometimes", "language": "tlh", "speed": "fast", "auto_home": "on"}
    values = ", ".join(f"({ALICE}, '{name}', '{value}')" for name, value in strange.items())
    await ask(url, f"INSERT INTO preferences VALUES {values}")  # noqa: S608
    assert await book.of(ALICE) == Preferences(auto_home=True)
    assert await book.change(ALICE, next(INTERACTIONS), auto_home=False) == Preferences()
    kept = dict(await ask(url, "SELECT name, value FROM preferences"))
    assert kept == strange | {"auto_home": "off"}
    assert await book.change(ALICE, next(INTERACTIONS), view=BoardView.TEXT) == Preferences(BoardView.TEXT)
