"""Five games of patience, as pure rules: no I/O, no clock, no randomness but the deal's number.

>>> from engine import Game
>>> game = Game.new("diplomat", 7)
>>> game.play(game.legal_moves()[0])
"""

from engine.cards import BACK, Card, Hidden, Rank, Suit, parse_card
from engine.deal import DEALS, parse_deal, shuffled_pack
from engine.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidDealError,
    InvalidMoveError,
    InvalidSaveError,
    PatienceError,
    UndoLineError,
    UnknownOptionError,
    UnknownVariantError,
)
from engine.finishing import finishing
from engine.game import Game, Status
from engine.homing import homing
from engine.moves import DRAW, FOUNDATION, STOCK, WASTE, Discard, Move, Transfer, parse_move
from engine.position import Position, View
from engine.rules import Option, Variant
from engine.variants import VARIANTS, find_variant
from engine.verdict import Verdict

__all__ = [
    "BACK",
    "DEALS",
    "DRAW",
    "FOUNDATION",
    "STOCK",
    "VARIANTS",
    "WASTE",
    "Card",
    "Discard",
    "Game",
    "GameOverError",
    "Hidden",
    "IllegalMoveError",
    "InvalidDealError",
    "InvalidMoveError",
    "InvalidSaveError",
    "Move",
    "Option",
    "PatienceError",
    "Position",
    "Rank",
    "Status",
    "Suit",
    "Transfer",
    "UndoLineError",
    "UnknownOptionError",
    "UnknownVariantError",
    "Variant",
    "Verdict",
    "View",
    "find_variant",
    "finishing",
    "homing",
    "parse_card",
    "parse_deal",
    "parse_move",
    "shuffled_pack",
]
