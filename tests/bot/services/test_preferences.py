"""Preferences of users."""

import asyncio

from bot.model.player import Player
from bot.model.preferences import BoardView, Preferences
from bot.store.preferences import read_stored
from tests.support.kinds import ask, on_both
from tests.support.processes import ALICE, Process

pytestmark = on_both

CHOICES = {
    "view": "picture",
    "four_colour": "on",
    "private_board": "on",
    "auto_home": "on",
    "draw_one": "on",
    "private_statistics": "on",
    "no_challenges": "on",
    "language": "pt-BR",
    "open_stock:diplomat": "on",
}


async def preferences(process: Process, who: Player = ALICE) -> Preferences:
    return await process.services.preferences.of(process.turn(who), who.id)


async def change(process: Process, name: str, text: str, who: Player = ALICE) -> Preferences:
    return await process.services.preferences.change(process.turn(who), name, text)


async def test_changes_of_different_preferences_from_two_processes_all_survive(
    here: Process, elsewhere: Process
) -> None:
    users = [Player(number, "someone") for number in range(20)]
    await asyncio.gather(
        *(
            change((here, elsewhere)[(user.id + number) % 2], name, text, user)
            for user in users
            for number, (name, text) in enumerate(CHOICES.items())
        )
    )
    for user in users:
        assert await preferences(here, user) == await preferences(elsewhere, user) == read_stored(CHOICES)


async def test_choices_that_this_version_does_not_know_fall_back_to_the_default_and_are_not_lost(
    url: str, here: Process
) -> None:
    strange = {"view": "hologram", "four_colour": "sometimes", "language": "tlh", "speed": "fast", "auto_home": "on"}
    values = ", ".join(f"({ALICE.id}, '{name}', '{value}')" for name, value in strange.items())
    await ask(url, f"INSERT INTO preferences VALUES {values}")  # noqa: S608
    assert await preferences(here) == Preferences(auto_home=True)
    assert await change(here, "auto_home", "off") == Preferences()
    kept = dict(await ask(url, "SELECT name, value FROM preferences"))
    assert kept == strange | {"auto_home": "off"}
    assert await change(here, "view", "text") == Preferences(BoardView.TEXT)
