"""Statistics of finished games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.game import BoardVersion, NewGame
from bot.model.statistics import GameStatistics
from bot.services.shelf import Shelf
from bot.services.statistics import Statistics, count
from bot.store import Database, GameStore, Turns
from bot.store.games import FinishedGame
from bot.store.queries import queries
from engine import VARIANTS, Status
from tests.support.clock import Clock
from tests.support.turns import GamesInTurns, ShelfInTurns, open_games, turn_of

ALICE = 1
BOB = 2
UNREADABLE = "This is no game."


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(database: Database, clock: Clock) -> GamesInTurns:
    return open_games(database, clock=clock)


@pytest.fixture
def shelf(games: GamesInTurns) -> ShelfInTurns:
    return ShelfInTurns(games.turns, Shelf(GameStore(), games.games))


class StatisticsInTurns:
    """`Statistics`, each time in a turn of its own."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    async def of(self, user_id: int) -> list[GameStatistics]:
        return await Statistics(GameStore()).of(turn_of(self._turns, user_id), user_id)


@pytest.fixture
def statistics(games: GamesInTurns) -> StatisticsInTurns:
    return StatisticsInTurns(games.turns)


async def only(statistics: StatisticsInTurns) -> GameStatistics:
    """Alice's statistics for the only variant that she has played."""
    (counted,) = await statistics.of(ALICE)
    return counted


async def win(games: GamesInTurns, first_id: int) -> int:
    """Win a game of Tens as Alice; return the number of moves."""
    current = await games.start(ALICE, NewGame("tens", 13), first_id)
    while current.game.status is Status.PLAYING:
        first_id += 1
        current = await games.play(ALICE, str(current.game.legal_moves()[0]), first_id)
    assert current.game.status is Status.WON
    return len(current.game.moves)


def make_unreadable(path: Path) -> None:
    """As if another version of the bot had written Alice's game."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE games SET saved = ?, version = version + 1 WHERE is_current = 1", (UNREADABLE,))


def finished(variant: str = "tens", status: str = "won", home: int = 52, moves: int = 20) -> FinishedGame:
    return FinishedGame(1, variant, status, home, moves, seconds=60)


async def test_games_count_when_they_end(
    games: GamesInTurns, shelf: ShelfInTurns, statistics: StatisticsInTurns
) -> None:
    moves = await win(games, 100)
    assert await only(statistics) == GameStatistics("tens", 1, 1, 52, moves, 0, streak=1, longest_streak=1, seconds=0)
    current = await games.start(ALICE, NewGame("tens", 8), 200)
    await games.play(ALICE, "4+8", 201)
    assert (await only(statistics)).played == 1
    await games.start(ALICE, NewGame("tens", 9), 202)
    assert (await only(statistics)).played == 1
    await shelf.give_up(ALICE, BoardVersion(current.id, 2), 203)
    assert await only(statistics) == GameStatistics("tens", 2, 1, 52, moves, 0, streak=0, longest_streak=1, seconds=0)
    assert await statistics.of(BOB) == []


async def test_each_variant_has_its_own_statistics_in_the_order_of_the_variants(
    games: GamesInTurns, statistics: StatisticsInTurns
) -> None:
    for number, variant in enumerate(reversed(VARIANTS), 1):
        current = await games.start(ALICE, NewGame(variant, 8), number * 100)
        await games.play(ALICE, str(current.game.legal_moves()[-1]), number * 100 + 1)
        await games.give_up(ALICE, number * 100 + 2)
    counted = await statistics.of(ALICE)
    assert [game.variant for game in counted] == list(VARIANTS)
    assert {game.played for game in counted} == {1}


async def test_a_game_lost_at_the_deal_counts(games: GamesInTurns, statistics: StatisticsInTurns) -> None:
    lost = await games.start(ALICE, NewGame("tens", 16), 100)
    assert lost.game.status is Status.LOST
    counted = await only(statistics)
    assert (counted.played, counted.best) == (1, 0)


async def test_undoing_all_moves_before_giving_up_does_not_hide_a_game(
    games: GamesInTurns, statistics: StatisticsInTurns
) -> None:
    await win(games, 100)
    dealt = await games.start(ALICE, NewGame("tens", 8), 200)
    await games.play(ALICE, str(dealt.game.legal_moves()[0]), 201)
    await games.undo(ALICE, 202)
    await games.give_up(ALICE, 203)
    counted = await only(statistics)
    assert (counted.played, counted.streak) == (2, 0)


async def test_undone_moves_do_not_count(games: GamesInTurns, statistics: StatisticsInTurns) -> None:
    await games.start(ALICE, NewGame("tens", 8), 100)
    await games.play(ALICE, "4+8", 101)
    await games.give_up(ALICE, 102)
    assert (await only(statistics)).best == 2
    await games.undo(ALICE, 103)
    assert await statistics.of(ALICE) == []
    await games.undo(ALICE, 104)
    await games.play(ALICE, "5+13", 105)
    await games.play(ALICE, "4+8", 106)
    await games.give_up(ALICE, 107)
    assert (await only(statistics)).best == 4


async def test_finished_games_still_count_when_they_become_unreadable(
    path: Path, games: GamesInTurns, statistics: StatisticsInTurns
) -> None:
    moves = await win(games, 100)
    make_unreadable(path)
    await games.start(ALICE, NewGame("dimes", 8), 200)
    await games.play(ALICE, "draw", 201)
    await games.give_up(ALICE, 202)
    make_unreadable(path)
    before = await statistics.of(ALICE)
    await games.start(ALICE, NewGame("tens", 8), 203)
    assert await statistics.of(ALICE) == before
    assert [(game.variant, game.won, game.best, game.best_moves) for game in before] == [
        ("dimes", 0, 8, None),
        ("tens", 1, 52, moves),
    ]


async def test_an_unreadable_game_that_was_not_finished_does_not_count(
    path: Path, games: GamesInTurns, statistics: StatisticsInTurns
) -> None:
    await games.start(ALICE, NewGame("tens", 8), 100)
    await games.play(ALICE, "4+8", 101)
    make_unreadable(path)
    await games.start(ALICE, NewGame("tens", 8), 200)
    assert await statistics.of(ALICE) == []


async def test_at_most_five_minutes_between_two_changes_count_as_played(
    games: GamesInTurns, statistics: StatisticsInTurns, clock: Clock
) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    seconds = 0
    for number, (pause, counted) in enumerate([(0, 0), (10, 10), (299, 299), (300, 300), (301, 300), (86400, 300)]):
        clock.now += pause
        await games.play(ALICE, "draw", 101 + number)
        seconds += counted
    await games.give_up(ALICE, 200)
    assert (await only(statistics)).seconds == seconds


async def test_setting_the_clock_back_takes_no_time_away(
    games: GamesInTurns, statistics: StatisticsInTurns, clock: Clock
) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    clock.now = 1020
    await games.play(ALICE, "draw", 101)
    clock.now = 500
    await games.play(ALICE, "draw", 102)
    clock.now = 530
    await games.give_up(ALICE, 103)
    assert (await only(statistics)).seconds == 20 + 30


async def test_time_after_the_end_of_a_game_does_not_count(
    games: GamesInTurns, statistics: StatisticsInTurns, clock: Clock
) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.play(ALICE, "draw", 101)
    clock.now += 60
    await games.give_up(ALICE, 102)
    clock.now += 100
    await games.undo(ALICE, 103)
    clock.now += 7
    await games.give_up(ALICE, 104)
    clock.now += 100
    await games.start(ALICE, NewGame("dimes", 9), 105)
    assert (await only(statistics)).seconds == 60 + 7


@given(st.lists(st.tuples(st.sampled_from(["tens", "dimes"]), st.sampled_from(["won", "lost", "given up"]))))
def test_streaks_count_consecutive_wins(results: list[tuple[str, str]]) -> None:
    for counted in count(finished(variant, status) for variant, status in results):
        line = [status == "won" for variant, status in results if variant == counted.variant]
        streaks = [
            (first, end)
            for first in range(len(line))
            for end in range(first + 1, len(line) + 1)
            if all(line[first:end])
        ]
        assert counted.longest_streak == max((end - first for first, end in streaks), default=0)
        assert counted.streak == max((end - first for first, end in streaks if end == len(line)), default=0)
        assert (counted.played, counted.won) == (len(line), sum(line))


def test_the_best_game_has_the_most_cards_home_and_the_shortest_win_the_fewest_moves() -> None:
    (counted,) = count(
        [
            finished(status="lost", home=40, moves=5),
            finished(status="won", home=52, moves=24),
            finished(status="won", home=52, moves=22),
            finished(status="given up", home=10, moves=1),
        ]
    )
    assert (counted.best, counted.best_moves, counted.seconds) == (52, 22, 240)


def test_variants_that_this_version_does_not_know_are_left_out() -> None:
    assert [counted.variant for counted in count([finished("klondike"), finished("tens")])] == ["tens"]


async def test_statistics_read_neither_the_games_of_others_nor_saved_texts(
    path: Path, statistics: StatisticsInTurns
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executemany(
            "INSERT INTO games (id, user_id, variant, saved, dealt, status, home, effort, is_ranked, version,"
            " started_at, changed_at, is_current, seconds, is_begun)"
            " VALUES (?, ?, 'tens', ?, '', 'lost', 30, 9, 0, 10, 1, 2, 0, 60, 1)",
            [(number, number % 2, "draw " * 400) for number in range(20_000)],
        )
        other.commit()
        query = queries.finished_games.sql
        plan = "".join(row[3] for row in other.execute(f"EXPLAIN QUERY PLAN {query}", {"user_id": ALICE}))
    assert "COVERING INDEX finished_games (user_id=?)" in plan
    assert (await only(statistics)).played == 10_000
