"""The help."""

from __future__ import annotations

import pytest

from bot.commands.routes import MENUS
from bot.language import LANGUAGES, find_language
from bot.messages.help_page import Section, help_page
from engine import VARIANTS
from tests.support.boards import all_text

ENGLISH = find_language("en")
COMMANDS = [("solitaire " + "x" * 24, "x" * 100)] * 14

every_language = pytest.mark.parametrize("code", LANGUAGES)


@every_language
def test_help_lists_every_command_in_every_language(code: str) -> None:
    page = all_text(help_page(Section.COMMANDS, COMMANDS, find_language(code)))
    for name, meaning in COMMANDS:
        assert f"`/{name}` {meaning}" in page


def test_help_names_the_entries_in_menus() -> None:
    page = all_text(help_page(Section.START, COMMANDS, ENGLISH))
    assert [menu.name for menu in MENUS if menu.name not in page] == []


def test_help_names_every_game() -> None:
    page = all_text(help_page(Section.GAMES, COMMANDS, ENGLISH))
    for variant in VARIANTS.values():
        assert variant.title in page
        assert variant.summary in page
