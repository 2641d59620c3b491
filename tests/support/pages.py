"""Every private page at its longest."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.language import Language
from bot.messages.calendar_page import calendar_page
from bot.messages.dailies_page import dailies_page
from bot.messages.daily import result_page
from bot.messages.fairness_page import fairness_page
from bot.messages.games_page import games_page
from bot.messages.help_page import Section, help_page
from bot.messages.layout import Page
from bot.messages.leaderboard_page import LeaderboardView, leaderboard_page
from bot.messages.message import Message
from bot.messages.privacy_page import privacy_page
from bot.messages.rules_page import rules_page
from bot.messages.settings_page import settings_page
from bot.messages.shelf_page import full_shelf_page, shelf_page
from bot.messages.solutions import analysis_page
from bot.messages.statistics_page import Profile, statistics_page
from bot.messages.style import Style
from bot.model.badges import BadgeToCome, all_badges
from bot.model.calendar import Calendar, Mark
from bot.model.challenge import Duels
from bot.model.daily.chain import Chain
from bot.model.daily.contest import DailyFacts, DailySummary, PlayerRank, Ranks, daily_contest
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import SOLVER, Daily, Method, games_of
from bot.model.daily.ranking import (
    PLACES,
    LeaderboardKind,
    LeaderboardPage,
    RankedPlayer,
    Result,
    points_standing,
)
from bot.model.daily.streaks import DailyStreaks, Streak
from bot.model.game import BoardVersion, NewGame, UserGame
from bot.model.player import Player
from bot.model.preferences import Preferences
from bot.model.reminder import Reminder
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from bot.model.solutions import Analysis
from bot.model.statistics import GameStatistics
from engine import DRAW, VARIANTS, Game
from engine.variant import Difficulty
from tests.engine.positions import EVERY_GAME
from tests.support.boards import LONGEST_NAME, varied_games_in

DAY = date(2026, 11, 21)
GREATEST = 2**64 - 1
ESCAPED_NAME = "*" * len(LONGEST_NAME)
"""The longest name that needs every character escaped."""
STREAK = Streak(9999, 9999, has_freeze=True)
RANKS = Ranks(PlayerRank(99999, 99999), PlayerRank(99999, 99999))
COMMANDS = [("0" * 21, "0" * 60)] * 16

FOR_PLAYERS = tuple(VARIANTS)
BADGES = all_badges()
"""Of the games for players: while these pages are drawn, tests may know other games."""


def result(variant: str) -> Result:
    return Result(variant, 40, 9999, 99_999, is_given_up=True, day=DAY, server_id=1)


def full_shelves() -> Iterator[list[ShelvedGame]]:
    """A full shelf of games under every rule, and a full shelf of ranked attempts."""
    for is_ranked in (False, True):
        yield [
            ShelvedGame(
                BoardVersion(2**63 - 1 - number, 99_999),
                name,
                GREATEST,
                is_ranked=is_ranked,
                cards_home=104,
                effort=4000,
                started_at=2**31,
                contest=daily_contest(DAY, name) if is_ranked else None,
                options=options,
            )
            for number, (name, options) in enumerate(EVERY_GAME[:MOST_SHELVED])
        ]


def analyses(style: Style) -> Iterator[tuple[str, Message]]:
    """Analyses beside the largest tables."""
    ended = Game.new("dimes", 8)
    ended.play(DRAW)
    ended.give_up()
    for shown in varied_games_in(style.language.code):
        for move in shown.listed_moves()[:1]:
            analysis = Analysis(0, (move,), 1)
            yield "analysis", analysis_page(UserGame(1, 1, 1, ended, 0, 0), analysis, style, shown=shown)


def fairness(language: Language) -> Iterator[tuple[str, Message]]:
    chains = [Chain(DAY - 400 * ONE_DAY, "0" * 64), Chain(DAY - 9 * ONE_DAY, "1" * 64), Chain(DAY + ONE_DAY, "2" * 64)]
    method = Method(SOLVER, 2_000_000)
    dailies = [Daily(DAY, game, "9" * 64, 999, method) for game in games_of(DAY)]
    for is_running in (True, False):
        yield "fairness", fairness_page(DAY, dailies, chains, language, is_revealed=True, is_running=is_running)
    yield "fairness", fairness_page(DAY, dailies, chains, language, is_revealed=False, is_running=False)


def longest_pages(style: Style) -> Iterator[tuple[str, Page]]:
    """Every private page but boards, by name, with the longest names and the greatest numbers."""
    language = style.language
    played = games_of(DAY)
    attempts = {
        game: DailySummary(result(game), RANKS, 9999, DAY, played, facts=DailyFacts(99999, 99999, 9999))
        for game in played
    }
    marks = {DAY: dict.fromkeys(played, Mark.WON_LATER)}
    games = dict.fromkeys(played, Difficulty.MEDIUM)
    known = dict.fromkeys(played, DailyFacts(99_999, 99_999, 9999))
    for chosen in (attempts, {}):
        calendar = Calendar(DAY, DAY, DAY - 99 * ONE_DAY, games, marks if chosen else {}, chosen, known, STREAK)
        yield "dailies", dailies_page(calendar, language, key=32 * "8", note=language.text("That daily is over."))
        yield "calendar", calendar_page(replace(calendar, today=DAY + ONE_DAY), language)
    for game, summary in attempts.items():
        attempt = UserGame(GREATEST, 1, 1, Game.new(game, 8), 0, 0, transcript="hint@9 undo@1")
        yield "result", result_page(attempt, summary, style)
    for shelf in full_shelves():
        playing = UserGame(GREATEST, 1, 1, Game.new("grounds-for-divorce", GREATEST), 0, 0)
        yield "shelf", shelf_page(shelf, language, now=0, playing=playing, given_up=shelf[0])
        yield "full shelf", full_shelf_page(shelf, NewGame("tens", GREATEST), language, now=0)
    reader = Player(1, ESCAPED_NAME, server_id=1)
    for kind, variant, standing in (
        (LeaderboardKind.DAY, "dimes", result("dimes").standing),
        (LeaderboardKind.WEEK, None, points_standing(99_999, 999_999)),
    ):
        places = [
            RankedPlayer(99_999 + number, 9, ESCAPED_NAME, standing, is_given_up=True) for number in range(PLACES)
        ]
        own = RankedPlayer(999_999, reader.id, ESCAPED_NAME, standing, is_given_up=True)
        view = LeaderboardView(kind, DAY, variant, is_world=True)
        page = LeaderboardPage(9_998, places, 99_999, own)
        yield "leaderboard", leaderboard_page(view, page, language, reader=reader, today=DAY, games=played)
    yield from analyses(style)
    yield from fairness(language)
    statistics = [GameStatistics(name, 99_999, 99_998, 104, 4000, 99_999, 9999, 9999, 10**8) for name in FOR_PLAYERS]
    yield (
        "statistics",
        statistics_page(
            Profile(
                statistics,
                badges=BADGES[::2],
                to_come=[BadgeToCome(badge, 103, 104) for badge in BADGES[1::2]],
                streaks=DailyStreaks(STREAK, STREAK),
                duels=Duels(9999, 9999, 9999),
            ),
            style,
            player=ESCAPED_NAME,
        ),
    )
    yield "settings", settings_page(Preferences(), Reminder(18, language.code), language, now=0)
    for section in (Section.START, Section.COMMANDS, Section.MOVES):
        yield "help", help_page(section, COMMANDS, language)
    for name in FOR_PLAYERS:
        yield "rules", rules_page(VARIANTS[name], {}, language)
    yield "privacy", privacy_page(language)
    yield "games", games_page((), language)
