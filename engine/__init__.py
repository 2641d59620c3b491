"""Games of patience as pure rules: no I/O, no clock and no randomness but the deal number.

The modules are the nouns of the games: cards, deals, moves, rules, positions and games, each with its parser beside its
text. `engine.variants` has one file for each game, `engine.solver` proves what can be won and `engine.winnable` lists
deals that are proven winnable. Nothing here may import from `bot` or from outside the standard library. There are two
exceptions: `engine.solver.compiled` uses Numba if it is installed, and `engine.winnable` reads its lists.

>>> from engine import Game
>>> game = Game.new("diplomat", 7)
>>> game.play(game.legal_moves()[0])
"""

from engine.autoplay import finishing_moves, held_back, home_moves, plain_moves, safe_home_moves
from engine.cards import BACK, CARDS, Card, Hidden, Rank, Suit, parse_card
from engine.deal import DEAL_COUNT, parse_deal, shuffled_pack
from engine.errors import (
    ClosedStockError,
    GameOverError,
    HistoryError,
    IllegalMoveError,
    InvalidDealError,
    InvalidMoveError,
    InvalidSaveError,
    PatienceError,
    UnknownOptionError,
    UnknownVariantError,
    UnsafeHomeError,
)
from engine.game import Game, Status
from engine.moves import DRAW, FOUNDATION, STOCK, WASTE, Discard, Move, Transfer, parse_move
from engine.position import Position, View
from engine.rules import Variant
from engine.solution import Solution, Verdict, lost
from engine.variants import VARIANTS, find_variant

__all__ = [
    "BACK",
    "CARDS",
    "DEAL_COUNT",
    "DRAW",
    "FOUNDATION",
    "STOCK",
    "VARIANTS",
    "WASTE",
    "Card",
    "ClosedStockError",
    "Discard",
    "Game",
    "GameOverError",
    "Hidden",
    "HistoryError",
    "IllegalMoveError",
    "InvalidDealError",
    "InvalidMoveError",
    "InvalidSaveError",
    "Move",
    "PatienceError",
    "Position",
    "Rank",
    "Solution",
    "Status",
    "Suit",
    "Transfer",
    "UnknownOptionError",
    "UnknownVariantError",
    "UnsafeHomeError",
    "Variant",
    "Verdict",
    "View",
    "find_variant",
    "finishing_moves",
    "held_back",
    "home_moves",
    "lost",
    "parse_card",
    "parse_deal",
    "parse_move",
    "plain_moves",
    "safe_home_moves",
    "shuffled_pack",
]
