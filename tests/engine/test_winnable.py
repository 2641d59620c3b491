"""The lists of winnable deals, and their levels."""

import pytest

from engine import Status
from engine.variant import Difficulty
from engine.winnable import level_of, levels_of, winnable_deals
from tests.engine.positions import EVERY_GAME, WINNING_LINES, played_line

GRADED = [(name, options) for name, options in EVERY_GAME if levels_of(name, options)]


@pytest.mark.parametrize(("name", "options"), GRADED)
def test_levels_are_those_of_the_first_deals_of_a_list(name: str, options: dict[str, str]) -> None:
    known = winnable_deals(name, options)
    graded = sorted(deal for level in Difficulty for deal in winnable_deals(name, options, level))
    assert tuple(graded) == known[: len(graded)]


@pytest.mark.parametrize(("name", "options"), GRADED)
def test_a_level_is_offered_only_if_it_has_deals_enough(name: str, options: dict[str, str]) -> None:
    offered = [level for level in Difficulty if len(winnable_deals(name, options, level)) >= 20]
    assert levels_of(name, options) == tuple(offered)


@pytest.mark.parametrize(("name", "options"), GRADED)
def test_a_level_is_told_only_if_that_does_not_tell_which_deal_it_is(name: str, options: dict[str, str]) -> None:
    for level in Difficulty:
        told = level if level in levels_of(name, options) else None
        assert {level_of(name, options, deal) for deal in winnable_deals(name, options, level)} <= {told}


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("tens", {}, 1000),
        ("diplomat", {}, 1000),
        ("grounds-for-divorce", {}, 1000),
        ("grounds-for-divorce", {"rules": "classic"}, 1000),
        ("dimes", {}, 1000),
        ("cast-out-nines", {}, 60),
    ],
)
def test_enough_winnable_deals_ship(name: str, options: dict[str, str], count: int) -> None:
    deals = winnable_deals(name, options)
    assert len(set(deals)) == len(deals) >= count


@pytest.mark.parametrize(("name", "option", "deal", "moves"), WINNING_LINES)
def test_certificates_win_and_are_listed(name: str, option: str, deal: str, moves: str) -> None:
    game = played_line(name, option, deal, moves)
    assert game.status is Status.WON
    listed = winnable_deals(name, game.options)
    assert not listed or game.deal in listed
