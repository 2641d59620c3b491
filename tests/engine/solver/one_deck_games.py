"""Games with one deck, their deals, and what is known of them."""

from __future__ import annotations

from dataclasses import replace

from engine import Card, Rank, Suit
from engine.building import BuildingPosition
from engine.cards import card_of
from engine.rules import BuildingRules, StockRules
from tests.engine.positions import rules_of


def _building(game: str) -> BuildingRules:
    rules = rules_of(game)
    assert isinstance(rules, BuildingRules)
    return rules


FREE_CELL = replace(_building("scratch-cells"), cells=4)

IMPOSSIBLE_DEALS = (11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948)
"""Those of the first million deals of Microsoft's FreeCell that cannot be won."""


def free_cell_deal(number: int) -> BuildingPosition:
    """Deal as Microsoft's FreeCell does."""
    pack = [card_of(rank, suit) for rank in Rank for suit in Suit]
    dealt: list[Card] = []
    state = number
    while pack:
        state = (state * 214_013 + 2_531_011) % 2**31
        chosen = (state >> 16) % len(pack)
        pack[chosen], pack[-1] = pack[-1], pack[chosen]
        dealt.append(pack.pop())
    piles = tuple(tuple(dealt[pile :: FREE_CELL.piles]) for pile in range(FREE_CELL.piles))
    return BuildingPosition(FREE_CELL, piles, (0,) * len(piles), (0,) * 4, (), cells=(None,) * FREE_CELL.cells)


def klondike(cards: int) -> BuildingRules:
    """Klondike with so many cards turned at a time."""
    return replace(_building("scratch-redeals"), stock=StockRules(cards=cards, redeals=True))
