"""Every text is translated: in a language that puts ⟦ ⟧ around its texts, no English is left outside them."""

from __future__ import annotations

import re
from datetime import date
from gettext import NullTranslations

import pytest

from bot.language import LANGUAGES, Language
from bot.messages.actions import Action
from bot.messages.controls import MenuPage, Overlay
from bot.messages.help_page import Section, greeting, help_page
from bot.messages.layout import Page
from bot.messages.move_list import moves_from
from bot.messages.question import question
from bot.messages.reminder import reminder_message
from bot.messages.rules_page import opening, rules_page
from bot.messages.settings_page import settings_page
from bot.messages.solutions import analysis_page
from bot.messages.statistics_page import statistics_page
from bot.messages.style import Style
from bot.model.badges import all_badges
from bot.model.game import UserGame
from bot.model.preferences import BoardView, Preferences
from bot.model.reminder import Reminder
from bot.model.solutions import Analysis
from bot.model.statistics import GameStatistics
from engine import DRAW, VARIANTS, Game, Solution, Verdict
from tests.engine.games import conceivable_moves
from tests.engine.positions import EVERY_GAME, EVERY_LABEL
from tests.engine.random_games import walk
from tests.support.boards import (
    EVERY_VIEW,
    LONGEST_NAME,
    all_text,
    board_of,
    games_in_every_state,
    late_games,
    long_runs,
    won_game,
)


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

INNERMOST = r"⟦[^⟦⟧]*⟧"
NO_WORDS = [
    r"⟦[^⟦⟧]*…",  # shortened to fit a choice
    r"<:\w+:\d+>",
    "`draw`",
    r"\bor\b",  # a list's last word comes from the Unicode locale data
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


def test_untranslated_text_is_detected() -> None:
    assert left_in_english(f"10♥ {BRACKETED.text('Undo')} w>f*3") == []
    assert left_in_english(f"{BRACKETED.text('pile {number}', number=3)} and more") == ["and", "more"]
    assert left_in_english(BRACKETED.text("**{game}** it is", game="Dimes")) == ["Dimes"]


@every_view
@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_boards_and_controls_are_translated(name: str, options: dict[str, str], style: Style) -> None:
    for game in [*games_in_every_state(name, options), *late_games(name, options, count=10)]:
        assert_translated(board_of(game, style, Overlay(menu=MenuPage.FIRST)))
        for source in (choice.value for select in board_of(game).selects for choice in select.choices):
            if moves_from(game, source):
                assert_translated(board_of(game, style, Overlay(narrowed=tuple(moves_from(game, source)))))


@every_view
@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_hints_are_translated(name: str, options: dict[str, str], style: Style) -> None:
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
    for ended in (game, won_game("dimes", {})):
        shown = analysis.along_way(game, 1)
        step = min(1, len(analysis.way))
        assert_translated(analysis_page(UserGame(1, 1, 1, ended, 0, 0), analysis, style, shown=shown, step=step))


def test_longest_selects_are_translated() -> None:
    for game in long_runs():
        assert_translated(board_of(game, STYLES[0]))


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=EVERY_LABEL)
def test_refusals_are_translated(name: str, options: dict[str, str]) -> None:
    for game in games_in_every_state(name, options):
        legal = game.position.legal_moves()
        for move in conceivable_moves(game.position):
            if move not in legal:
                told = BRACKETED.error(game.position.refusal(move))
                assert left_in_english(told) == [], told


@every_view
def test_rules_are_translated(style: Style) -> None:
    for variant in VARIANTS.values():
        assert_translated(
            rules_page(opening(variant, {}), style, picture=b"a picture" if style.view is BoardView.PICTURE else None)
        )


def test_help_is_translated() -> None:
    for section in Section:
        assert_translated(help_page(section, [("⟦solitaire start⟧", "⟦Deal a game⟧")], BRACKETED))
    assert_translated(greeting(BRACKETED))


def test_settings_are_translated() -> None:
    for reminder in (None, Reminder(18, "de")):
        assert_translated(settings_page(Preferences(), reminder, BRACKETED, now=0))


def test_reminders_are_translated() -> None:
    assert_translated(reminder_message(date(2026, 11, 21), 5, BRACKETED))


def test_statistics_are_translated() -> None:
    days = 3 * 24 * 3600
    games = [GameStatistics(variant, 8, 2, 104, 131, 60, 0, 1, days) for variant in VARIANTS]
    for style in STYLES:
        assert_translated(statistics_page(games, style, player=LONGEST_NAME, badges=all_badges()))
    assert_translated(statistics_page([], STYLES[0], player=LONGEST_NAME))


def test_question_adds_no_words_of_its_own() -> None:
    assert_translated(question("⟦Really?⟧", Action.GIVE_UP, BRACKETED, no="⟦No⟧"))
