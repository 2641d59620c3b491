"""Other programs deal FreeCell as this one does, and never refute its verdicts."""

import pytest

from engine.building import BuildingPosition
from engine.solver import Verdict, solve
from tests.engine.solver.one_deck_games import IMPOSSIBLE_DEALS, free_cell_deal, klondike
from tests.support.referees import card_name, fc_solve, klondike_solve, microsoft_board, needs_fc_solve, needs_pyksolve


@needs_fc_solve
@pytest.mark.parametrize("deal", [1, 617, 11_982])
def test_freecell_deals_the_boards_of_microsoft(deal: int) -> None:
    assert [list(map(card_name, pile)) for pile in free_cell_deal(deal).piles] == microsoft_board(deal)


@needs_fc_solve
def test_both_programs_win_the_same_deals_of_freecell() -> None:
    deals = [deal for deal in range(1, 41) if deal != 9]  # its default search gives this one up
    assert [fc_solve(free_cell_deal(deal)) for deal in deals] == [Verdict.WON] * len(deals)
    assert [solve(free_cell_deal(deal)).verdict for deal in deals] == [Verdict.WON] * len(deals)


@needs_fc_solve
@pytest.mark.parametrize("deal", IMPOSSIBLE_DEALS[:3])
def test_no_program_wins_an_impossible_deal_of_freecell(deal: int) -> None:
    assert fc_solve(free_cell_deal(deal)) is Verdict.UNKNOWN
    assert solve(free_cell_deal(deal)).verdict is Verdict.IMPOSSIBLE


@needs_pyksolve
@pytest.mark.parametrize("cards", [1, 3])
def test_no_program_wins_a_deal_of_klondike_that_another_proves_lost(cards: int) -> None:
    positions = [BuildingPosition.deal(klondike(cards), deal) for deal in range(20)]
    verdicts = [(solve(position, 1_000_000).verdict, klondike_solve(position, 50_000)) for position in positions]
    assert all({Verdict.WON, Verdict.IMPOSSIBLE} != set(pair) for pair in verdicts)
    assert sum(pair == (Verdict.WON, Verdict.WON) for pair in verdicts) >= 8
