"""The help."""

from __future__ import annotations

from bot.commands.routes import MENUS
from bot.language import find_language
from bot.messages.help_page import Section, help_page
from tests.support.boards import all_text


def test_help_names_the_entries_in_menus() -> None:
    page = all_text(help_page(Section.START, (), find_language("en")))
    assert [menu.name for menu in MENUS if menu.name not in page] == []
