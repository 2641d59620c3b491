"""The deals of a day: reproducible from the day's key, and chosen as documented."""

import hashlib
import hmac
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.daily import deals
from bot.model.daily.deals import (
    GAMES,
    METHODS,
    SOLVER,
    draw_daily,
    pick_of,
    wins,
    with_proof,
)
from engine import VARIANTS, Game, Verdict
from engine.solver import solve
from engine.variant import Difficulty
from engine.winnable import level_of, winnable_deals

ONE_DAY = timedelta(days=1)
KEYS = st.text("0123456789abcdef", min_size=64, max_size=64)
DAYS = st.dates(date(2020, 1, 1), date(2199, 12, 31))
VARIANT = st.sampled_from(GAMES)
KEY = bytes(range(32)).hex()
DAY = date(2028, 2, 29)

FOUND = {
    "tens": "fed4bc7a01db8e9d",  # pragma: allowlist secret
    "diplomat": "fd9b76b2c04cf3eb",  # pragma: allowlist secret
    "grounds-for-divorce": "5eefebd0bf89aa15",  # pragma: allowlist secret
    "dimes": "3d27044587745ce8",  # pragma: allowlist secret
    "cast-out-nines": "1c5bad76c202cd9e",  # pragma: allowlist secret
    "klondike": "1e63b8f01fa747bb",  # pragma: allowlist secret
    "freecell": "f8d364e63e924c9a",  # pragma: allowlist secret
    "spider": "82512a137964cbc1",  # pragma: allowlist secret
}
"""A hash of the wins that version 3 of the solver finds in each game."""

LISTS = {
    "dimes": "16ffb2a03557d596",  # pragma: allowlist secret
    "grounds-for-divorce": "258c64958ccf363d",  # pragma: allowlist secret
    "diplomat": "d670f38aaf61e2ad",  # pragma: allowlist secret
    "tens": "00af7848edfaba72",  # pragma: allowlist secret
    "cast-out-nines": "8ea265a84699d27b",  # pragma: allowlist secret
    "klondike": "7d5a0bb83c88f2b7",  # pragma: allowlist secret
    "freecell": "45c82a49af539190",  # pragma: allowlist secret
    "spider": "c4da8f7bb3cd0f87",  # pragma: allowlist secret
}
"""A hash of each game's list of winnable deals."""


def short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@given(KEYS, DAYS, VARIANT, st.integers(1, 6))
def test_the_deal_follows_from_the_days_key_as_documented(day_key: str, day: date, variant: str, chosen: int) -> None:
    key = hmac.digest(day_key.encode(), f"{day:%Y-%m-%d}/{variant}".encode(), "sha256").hex()
    candidate = hashlib.sha256(f"{key}/{chosen}".encode()).hexdigest()[:16]
    daily = replace(draw_daily(day_key, day, variant), candidate=chosen)
    assert (daily.day, daily.variant, daily.key, daily.candidate) == (day, variant, key, chosen)
    assert daily.deal == int(candidate, 16)
    assert daily.commitment == hashlib.sha256(key.encode()).hexdigest()


@given(KEYS, DAYS, VARIANT)
def test_without_a_proof_the_key_chooses_a_winnable_deal_of_the_list(day_key: str, day: date, variant: str) -> None:
    daily = with_proof(draw_daily(day_key, day, variant), None)
    assert (daily.is_listed, daily.is_winnable, daily.proven_by) == (True, True, None)
    place = int.from_bytes(hashlib.sha256(f"{daily.key}/0".encode()).digest()[:8], "big")
    listed = winnable_deals(variant, {})
    assert daily.deal == listed[place % len(listed)]
    assert with_proof(draw_daily(day_key, day, variant), None) == daily


@pytest.mark.parametrize("variant", LISTS)
def test_the_list_that_dailies_are_chosen_from_never_changes(variant: str) -> None:
    """Otherwise the dailies of earlier days would change with it."""
    assert short_hash(" ".join(map(str, winnable_deals(variant, {})))) == LISTS[variant]


def test_a_game_without_a_list_plays_its_first_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "winnable_deals", lambda *_: ())
    daily = with_proof(draw_daily(KEY, DAY, "tens"), None)
    assert (daily.candidate, daily.is_winnable) == (1, False)
    with pytest.raises(ValueError, match="no list"):
        deals.listed_deal("tens", daily.key)


def test_each_weekday_always_has_the_same_pick() -> None:
    """Otherwise the points of earlier days would change with it."""
    monday = date(2026, 11, 23)
    assert [pick_of(monday + number * ONE_DAY) for number in range(7)] == [
        "diplomat",
        "diplomat",
        "dimes",
        "grounds-for-divorce",
        "dimes",
        "grounds-for-divorce",
        "cast-out-nines",
    ]
    weekdays = [weekday for variant in VARIANTS.values() if variant.daily for weekday in variant.daily.weekdays]
    assert sorted(weekdays) == list(range(7))


@given(DAYS)
def test_picks_get_harder_through_the_week(day: date) -> None:
    monday = day - day.weekday() * ONE_DAY
    difficulties = [VARIANTS[pick_of(monday + number * ONE_DAY)].difficulty for number in range(7)]
    assert difficulties == sorted(difficulties, key=list(Difficulty).index)
    assert len(set(difficulties)) == len(Difficulty)


def test_a_listed_deal_has_its_own_level_unless_that_tells_which_one_it_is() -> None:
    graded = {deal: level_of("dimes", {}, deal) for deal in winnable_deals("dimes", {})}
    for number in range(50):
        daily = with_proof(draw_daily(f"{number:064}", DAY, "dimes"), None)
        assert daily.level == graded[daily.deal]
    levels = {with_proof(draw_daily(f"{number:064}", DAY, "cast-out-nines"), None).level for number in range(500)}
    assert levels == {Difficulty.MEDIUM, Difficulty.HARD}
    assert draw_daily(KEY, DAY, "dimes").level is Difficulty.MEDIUM


@pytest.mark.parametrize("variant", FOUND)
def test_a_solver_with_other_wins_has_another_version(variant: str) -> None:
    """Otherwise nobody could verify which candidates were passed over: those that were not won, proved lost or not."""
    found = []
    for deal in winnable_deals(variant, {})[:4]:
        solution = solve(Game.new(variant, deal).position, 150_000)
        found.append(" ".join([str(deal), *map(str, solution.moves)] if solution.verdict is Verdict.WON else "-"))
    assert short_hash("\n".join(found)) == FOUND[variant]


def test_the_solver_and_the_list_of_every_game_with_a_daily_are_fixed() -> None:
    assert SOLVER == 3
    assert {method.solver for method in METHODS.values()} == {SOLVER}
    assert set(FOUND) == set(LISTS) == set(METHODS) == set(GAMES)


def test_only_the_complete_winning_moves_win() -> None:
    solution = solve(Game.new("tens", 13).position, 1)
    moves = [str(move) for move in solution.moves]
    assert wins("tens", 13, " ".join(moves))
    assert not wins("tens", 13, " ".join(moves[:-1]))
    assert not wins("tens", 13, " ".join(moves[1:]))
    assert not wins("tens", 14, " ".join(moves))
    assert not wins("tens", 13, "nonsense")
    assert not wins("chess", 38, "1+2")
