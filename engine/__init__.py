"""Games of patience as pure rules: no I/O, no clock and no randomness but the deal number.

The modules are the nouns of the games: cards, deals, moves, rules, positions and games, each with its parser beside its
text. `engine.variants` has one file for each game, `engine.solver` proves what can be won and `engine.winnable` lists
deals that are proven winnable. Nothing here may import from `bot` or from outside the standard library. There are two
exceptions: `engine.solver.compiled` uses Numba if it is installed, and `engine.winnable` reads its lists.

>>> from engine import Game
>>> game = Game.new("diplomat", 7)
>>> game.play(game.legal_moves()[0])
"""

from engine.autoplay import finishing_moves, home_moves, plain_moves, safe_home_moves
from engine.cards import BACK, CARDS, Card, Hidden, Rank, Suit, parse_card
from engine.deal import DEAL_COUNT, Shuffle, parse_deal, shuffled_pack
from engine.draw_on import draws
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
)
from engine.game import Game, Status
from engine.moves import DRAW, Discard, Move, Transfer, parse_move
from engine.places import CELL, CELLS, FOUNDATION, FOUNDATIONS, PILES, STOCK, WASTE, Kind, Place, parse_place, pile
from engine.position import Position, Turn, View
from engine.solution import Solution, Verdict, lost
from engine.variant import Variant
from engine.variants import VARIANTS, find_variant

__all__ = [
    "BACK",
    "CARDS",
    "CELL",
    "CELLS",
    "DEAL_COUNT",
    "DRAW",
    "FOUNDATION",
    "FOUNDATIONS",
    "PILES",
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
    "Kind",
    "Move",
    "PatienceError",
    "Place",
    "Position",
    "Rank",
    "Shuffle",
    "Solution",
    "Status",
    "Suit",
    "Transfer",
    "Turn",
    "UnknownOptionError",
    "UnknownVariantError",
    "Variant",
    "Verdict",
    "View",
    "draws",
    "find_variant",
    "finishing_moves",
    "home_moves",
    "lost",
    "parse_card",
    "parse_deal",
    "parse_move",
    "parse_place",
    "pile",
    "plain_moves",
    "safe_home_moves",
    "shuffled_pack",
]
