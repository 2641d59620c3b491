"""Every text is translated: in a language that puts ⟦ ⟧ around its texts, no English is left outside them."""

import re
from datetime import date
from gettext import NullTranslations

import pytest

from bot.language import LANGUAGES, Language
from bot.messages.drawing import Overlay
from bot.messages.help_page import greeting
from bot.messages.layout import Page
from bot.messages.move_list import moves_from
from bot.messages.reminder import reminder_message
from bot.messages.solutions import analysis_page
from bot.messages.style import Style
from bot.model.game import UserGame
from bot.model.solutions import Analysis
from engine import DRAW, Game, Solution, Verdict
from tests.engine.positions import EVERY_GAME
from tests.engine.random_games import walk
from tests.support.boards import (
    EVERY_VIEW,
    LONGEST_NAME,
    all_text,
    board_of,
    games_in_every_state,
    late_games,
    long_runs,
    overlays_of,
    selects_of,
    won_game,
)
from tests.support.pages import longest_pages
from tests.support.thorough import pairs


class Bracketed(NullTranslations):
    """Puts brackets around the words of a text, but not around its values, which have translations of their own."""

    def gettext(self, message: str) -> str:
        return re.sub(r"((?:[^{}]|\{\{|\}\})+)(?=\{\w|$)", r"⟦\1⟧", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - an override
        return self.gettext(message)


BRACKETED = Language("en", Bracketed())
STYLES = [Style(BRACKETED, style.preferences, style.deck) for style in EVERY_VIEW]

WAY = (DRAW,)

every_view = pytest.mark.parametrize("style", STYLES, ids=lambda style: style.view)
every_rules = pytest.mark.parametrize(("rules", "style"), pairs(EVERY_GAME, STYLES))

INNERMOST = r"⟦[^⟦⟧]*⟧"
NO_WORDS = [
    r"⟦[^⟦⟧]*…",  # shortened to fit a choice
    r"<:\w+:\d+>",
    "`draw`",
    r"\bf[cdhs]\b",  # the foundation of a suit in a move
    r"\b[0-9a-f]{64}\b",
    r"\bor\b",  # the last word of a list comes from the Unicode locale data
    r"\b(Oct|Nov|Dec)\w* (?=\d)",  # so do dates
    LONGEST_NAME,
    *LANGUAGES.values(),
]


def left_in_english(text: str) -> list[str]:
    """The words outside translations, names and emoji; cards and moves are single letters."""
    while re.search(INNERMOST, text):  # in words, a part of a text may be translated again
        text = re.sub(INNERMOST, " ", text)
    for pattern in NO_WORDS:
        text = re.sub(pattern, " ", text)
    return re.findall(r"[^\W\d_]{2,}", text)


def assert_translated(message: Page) -> None:
    assert left_in_english(all_text(message)) == [], all_text(message)


@every_rules
def test_boards_and_controls_are_translated(rules: tuple[str, dict[str, str]], style: Style) -> None:
    name, options = rules
    for game in [*games_in_every_state(name, options), *late_games(name, options, count=10)]:
        for overlay in overlays_of(game):
            assert_translated(board_of(game, style, overlay))
        for source in (choice.value for select in selects_of(board_of(game)) for choice in select.choices):
            if moves_from(game, source):
                assert_translated(board_of(game, style, Overlay(narrowed=tuple(moves_from(game, source)))))


@every_rules
def test_hints_are_translated(rules: tuple[str, dict[str, str]], style: Style) -> None:
    name, options = rules
    *_, end = walk(name, 2, moves=60, options=options)
    game = Game.new(name, 2, options)
    for at, move in enumerate(end.moves):
        for verdict in Verdict:
            assert_translated(board_of(game, style, Overlay(hint=Solution(verdict, end.moves[at:]))))
        game.play(move)


@every_view
@pytest.mark.parametrize(
    "analysis",
    [
        Analysis(),
        Analysis(lost_from=0),
        Analysis(lost_from=3),
        Analysis(0, WAY),
        Analysis(2, WAY, 3),
        Analysis(2, WAY, 4),
        Analysis(5, WAY),
    ],
)
def test_analyses_are_translated(analysis: Analysis, style: Style) -> None:
    game = Game.new("dimes", 8)
    game.play(*[DRAW] * 5)
    game.give_up()
    shown = analysis.along_way(game, 0)
    assert_translated(analysis_page(UserGame(1, 1, 1, game, 0, 0), analysis, style, shown=shown))


@every_view
def test_the_analysis_of_a_win_is_translated(style: Style) -> None:
    won = won_game("dimes", {})
    assert_translated(analysis_page(UserGame(1, 1, 1, won, 0, 0), Analysis(len(won.moves)), style, shown=won))


def test_longest_selects_are_translated() -> None:
    for game in long_runs():
        assert_translated(board_of(game, STYLES[0]))


@every_view
def test_pages_are_translated(style: Style) -> None:
    for _, page in longest_pages(style):
        assert_translated(page)


def test_greetings_and_reminders_are_translated() -> None:
    assert_translated(greeting(BRACKETED))
    assert_translated(reminder_message(date(2026, 11, 21), 5, BRACKETED))
