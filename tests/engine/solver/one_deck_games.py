"""The rules and deals of FreeCell and Klondike, and what is known of them."""

from dataclasses import replace

from engine.building import BuildingPosition
from engine.rules import BuildingRules, StockRules
from tests.engine.positions import rules_of


def _building(game: str) -> BuildingRules:
    rules = rules_of(game)
    assert isinstance(rules, BuildingRules)
    return rules


FREE_CELL = _building("freecell")

IMPOSSIBLE_DEALS = (11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948)
"""Those of the first million deals of Microsoft's FreeCell that cannot be won."""


def free_cell_deal(number: int) -> BuildingPosition:
    return BuildingPosition.deal(FREE_CELL, number)


def klondike(cards: int) -> BuildingRules:
    return replace(_building("klondike"), stock=StockRules(cards=cards, redeals=True))
