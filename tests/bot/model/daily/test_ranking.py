"""Ranking: which result is better, which leaderboards it counts for, and what results add up to."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.model.daily.deals import GAMES, WARM_UPS, pick_of
from bot.model.daily.ranking import (
    Leaderboard,
    LeaderboardKind,
    Result,
    has_points,
    leaderboards_of,
    points_standing,
    read_points,
    standing_after,
    streak_standing,
)
from bot.model.score import cards_dealt_home, counts_refusals, pack_of, points_of, read_result
from engine import VARIANTS, Game

DAY = date(2028, 2, 29)
DAYS = st.dates(date(2028, 2, 20), date(2028, 3, 20))
SERVERS = (None, 7, 8)
TWO_DAYS = 2 * 24 * 60 * 60
LARGEST_INTEGER = 2**63 - 1
"""The values that a database column can hold."""


@st.composite
def results(draw: st.DrawFn, variant: str | None = None) -> Result:
    """A possible result, with small numbers so that equal ones occur."""
    name = variant or draw(st.sampled_from(GAMES))
    pack = pack_of(name)
    home = draw(st.integers(0, pack) | st.sampled_from((0, pack - 1, pack, pack)))
    effort = draw(st.integers(0, 3) | st.integers(0, 100_000))
    seconds = draw(st.integers(0, 3) | st.integers(0, TWO_DAYS))
    return Result(name, home, effort, seconds, day=draw(DAYS), server_id=draw(st.sampled_from(SERVERS)))


@st.composite
def rivals(draw: st.DrawFn) -> list[Result]:
    """Results of several players in one game and day."""
    variant = draw(st.sampled_from(GAMES))
    made = draw(st.lists(results(variant), min_size=2, max_size=8))
    return [replace(result, day=DAY) for result in made]


@st.composite
def histories(draw: st.DrawFn) -> list[Result]:
    """All results of one player, in any order: one for each day and game."""
    return draw(st.lists(results(), max_size=25, unique_by=lambda result: (result.day, result.variant)))


def result_of(variant: str = "tens", home: int = 0, effort: int = 0, seconds: int = 0) -> Result:
    return Result(variant, home, effort, seconds, day=DAY, server_id=None)


def documented(result: Result) -> tuple[bool, int, int, int]:
    """The key that ranks a result; smaller is better."""
    if result.variant in WARM_UPS:
        return not result.is_won, -result.cards_home, result.seconds, result.effort
    return not result.is_won, -result.cards_home, result.effort, result.seconds


@given(rivals())
def test_results_are_ranked_by_cards_home_then_effort_then_time_and_a_warm_up_by_time_first(made: list[Result]) -> None:
    assert sorted(made, key=lambda each: each.standing) == sorted(made, key=documented)
    for one, other in pairwise(made):
        assert (one.standing < other.standing) == (documented(one) < documented(other))


@given(results())
def test_the_result_can_be_read_from_its_standing(result: Result) -> None:
    assert read_result(result.standing, result.variant) == (result.cards_home, result.effort, result.seconds)


@given(results(), st.integers(0, 2**70), st.integers(0, 2**70))
def test_huge_numbers_keep_the_order_and_fit_into_a_database(result: Result, effort: int, seconds: int) -> None:
    huge = replace(result, effort=effort, seconds=seconds)
    assert 0 <= huge.standing <= LARGEST_INTEGER
    home, shown_effort, shown_seconds = read_result(huge.standing, result.variant)
    assert home == result.cards_home
    assert shown_effort <= effort
    assert shown_seconds <= seconds
    assert replace(huge, effort=0).standing <= huge.standing
    assume(result.cards_home)
    assert huge.standing < replace(result, cards_home=result.cards_home - 1, effort=0, seconds=0).standing


def test_only_tens_counts_refused_moves() -> None:
    assert [variant for variant in GAMES if counts_refusals(variant)] == ["tens"]


@pytest.mark.parametrize(
    ("variant", "home", "points"),
    [
        ("tens", 0, 0),
        ("tens", 26, 50),
        ("tens", 51, 98),
        ("tens", 52, 200),
        ("dimes", 8, 0),
        ("dimes", 56, 50),
        ("dimes", 104, 200),
        ("diplomat", 2, 1),
    ],
)
def test_points_are_the_percentage_brought_home_plus_a_hundred_for_a_win(variant: str, home: int, points: int) -> None:
    assert result_of(variant, home).points == points


@given(results())
def test_points_are_between_0_and_200_and_only_wins_exceed_99(result: Result) -> None:
    assert 0 <= result.points <= 200
    assert (result.points == 200) == (result.points > 99) == result.is_won
    assert result.points % 100 <= 100 * result.cards_home / pack_of(result.variant)


@given(results())
def test_another_card_home_never_lowers_the_points(result: Result) -> None:
    assume(not result.is_won)
    assert replace(result, cards_home=result.cards_home + 1).points >= result.points


@pytest.mark.parametrize(
    ("variant", "home", "points"),
    [
        ("dimes", 104, 200),
        ("dimes", 56, 50),
        ("diplomat", 104, 50),
        ("diplomat", 61, 14),
        ("diplomat", 2, 0),
        ("tens", 52, 0),
    ],
)
def test_the_pick_counts_in_full_for_its_day_another_game_a_quarter_and_a_warm_up_nothing(
    variant: str, home: int, points: int
) -> None:
    wednesday = date(2026, 11, 25)
    assert pick_of(wednesday) == "dimes"
    assert replace(result_of(variant, home), day=wednesday).day_points == points


Points = tuple[int, int | None]
POINTS = st.tuples(st.integers(0, 2**28 - 1), st.integers(0, TWO_DAYS) | st.none())


@given(POINTS)
def test_the_points_can_be_read_from_a_standing(made: Points) -> None:
    assert read_points(points_standing(*made)) == made


@given(POINTS, POINTS)
def test_more_points_are_better_and_then_less_time_and_no_time_is_last(one: Points, other: Points) -> None:
    better = (-one[0], one[1] is None, one[1] or 0) < (-other[0], other[1] is None, other[1] or 0)
    assert (points_standing(*one) < points_standing(*other)) == better


@given(st.integers(0, 2**70), st.integers(0, 2**70))
def test_huge_sums_keep_the_order_and_fit_into_a_database(points: int, seconds: int) -> None:
    assert 0 <= points_standing(points, seconds) <= LARGEST_INTEGER
    if 0 < points < 2**28:
        assert points_standing(points, seconds) < points_standing(points - 1, 0)


def test_no_player_can_reach_the_limits_of_a_standing() -> None:
    result = result_of("diplomat", 103, effort=10_000_000, seconds=TWO_DAYS)
    assert read_result(result.standing, "diplomat") == (103, 10_000_000, TWO_DAYS)
    dailies_of_a_century = 100 * 366 * len(GAMES)
    most = (200 * dailies_of_a_century, TWO_DAYS)
    assert read_points(points_standing(*most)) == most


STARTS = {
    LeaderboardKind.DAY: DAY,
    LeaderboardKind.WEEK: date(2028, 2, 28),
    LeaderboardKind.ALL_TIME: None,
    LeaderboardKind.STREAKS: None,
}


@pytest.mark.parametrize("server_id", SERVERS)
@pytest.mark.parametrize("variant", ["tens", "dimes"])
def test_a_result_counts_for_all_games_in_its_server_and_the_world(variant: str, server_id: int | None) -> None:
    boards = leaderboards_of(Result(variant, 51, 0, 0, day=DAY, server_id=server_id))
    expected = {
        Leaderboard(kind, start, None, scope)
        for kind, start in STARTS.items()
        for scope in {None, server_id}
        if variant != "tens" or kind is LeaderboardKind.STREAKS  # a warm-up brings no points
    }
    assert set(boards) == expected
    assert len(boards) == len(expected)


def fold(made: Iterable[Result]) -> int:
    """A player's standing for points after these results, added one by one."""
    standing = points_standing(0, None)
    for result in made:
        standing = standing_after(standing, result)
    return standing


@given(histories().flatmap(lambda made: st.tuples(st.just(made), st.permutations(made))))
def test_the_order_in_which_results_arrive_makes_no_difference(both: tuple[list[Result], list[Result]]) -> None:
    made, shuffled = both
    assert fold(made) == fold(shuffled)


@given(histories())
def test_a_standing_adds_up_all_results(made: list[Result]) -> None:
    times = [win.seconds for win in made if win.is_won and win.is_of_pick]
    assert read_points(fold(made)) == (sum(result.day_points for result in made), min(times, default=None))


@given(histories(), results())
@example([result_of("diplomat", 104, seconds=60)], result_of("tens", 0, seconds=1))
@example([result_of("diplomat", 104, seconds=60)], result_of("grounds-for-divorce", 2, seconds=900))
def test_a_further_result_worsens_no_standing_nor_any_part_of_it(made: list[Result], further: Result) -> None:
    assume((further.day, further.variant) not in {(result.day, result.variant) for result in made})
    before = fold(made)
    after = fold([*made, further])
    assert after <= before
    points, seconds = read_points(before)
    more_points, fewer_seconds = read_points(after)
    assert more_points >= points
    assert seconds is None or (fewer_seconds is not None and fewer_seconds <= seconds)


@given(results(), st.integers(0, 10**6), st.integers(0, 10**6))
def test_only_players_without_points_have_no_rank(result: Result, points: int, seconds: int) -> None:
    assert has_points(LeaderboardKind.DAY, result.variant, result.standing) is (result.points > 0)
    assert has_points(LeaderboardKind.WEEK, None, points_standing(points, seconds)) is (points > 0)
    assert has_points(LeaderboardKind.STREAKS, None, streak_standing(1))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_that_was_not_played_brings_no_points(variant: str) -> None:
    for options in ({}, *({option.name: value} for option in VARIANTS[variant].options for value in option.values)):
        game = Game.new(variant, 1, options)
        assert cards_dealt_home(variant, game.options) == game.cards_home
    assert points_of(variant, Game.new(variant, 1).cards_home) == 0
