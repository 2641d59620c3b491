"""Other people's programs that deal and solve FreeCell and Klondike."""

import os
import shutil
import subprocess

import pytest

from engine.building import BuildingPosition
from engine.cards import Card
from engine.solver import Verdict

try:
    from pyksolve import solver as pyksolve
except ImportError:
    pyksolve = None

HAS_FC_SOLVE = shutil.which("fc-solve") is not None
HAS_PYKSOLVE = pyksolve is not None

needs_fc_solve = pytest.mark.skipif(
    not HAS_FC_SOLVE and "CI" not in os.environ, reason="Debian's freecell-solver-bin is not installed"
)
needs_pyksolve = pytest.mark.skipif(not HAS_PYKSOLVE and "CI" not in os.environ, reason="pyksolve is not installed")

_MOST_STATES = 2_000_000
"""How many states they may look at."""

_VERDICTS_OF_PYKSOLVE = {
    "SolvedMayNotBeMinimal": Verdict.WON,
    "SolvedMinimal": Verdict.WON,
    "Impossible": Verdict.IMPOSSIBLE,
}


def microsoft_board(deal: int) -> list[list[str]]:
    """The piles of a deal, as freecell-solver's dealer of Microsoft's deals prints them."""
    printed = _output(["make-microsoft-freecell-board", "-t", str(deal)])
    return [line.split() for line in printed.splitlines()]


def fc_solve(position: BuildingPosition) -> Verdict:
    """Return WON or UNKNOWN: not all of its searches are exhaustive."""
    board = "\n".join(" ".join(map(card_name, pile)) for pile in position.piles) + "\n"
    answer = _output(["fc-solve", "--max-iters", str(_MOST_STATES)], board)
    return Verdict.WON if "This game is solveable." in answer else Verdict.UNKNOWN


def klondike_solve(position: BuildingPosition, most_states: int = _MOST_STATES) -> Verdict:
    """Give pyksolve each card as its rank in two digits and its suit from 1, row by row, and then the stock."""
    assert position.rules.stock is not None
    rows = [pile[row] for row in range(len(position.piles)) for pile in position.piles[row:]]
    game = pyksolve.Solitaire()
    game.draw_count = position.rules.stock.cards
    game.load_solitaire("".join(f"{card.rank:02}{card.suit + 1}" for card in (*rows, *position.stock)))
    game.reset_game()
    return _VERDICTS_OF_PYKSOLVE.get(game.solve_fast(max_closed_count=most_states).name, Verdict.UNKNOWN)


def card_name(card: Card) -> str:
    return f"{'A23456789TJQK'[card.rank - 1]}{'CDHS'[card.suit]}"


def _output(command: list[str], given: str = "") -> str:
    return subprocess.run(  # noqa: S603 - programs of Debian, wherever they are installed
        command, input=given, capture_output=True, text=True, check=False
    ).stdout
