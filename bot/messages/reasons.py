"""Why to play the move of a hint, in a player's words.

The solver knows the hidden cards, but a hint must not reveal them: a reason names only visible cards.
"""

from __future__ import annotations

from bot.language import Language
from engine import FOUNDATION, STOCK, Discard, Kind, Position, Solution, Transfer, Verdict
from engine.building import BuildingPosition


def reason(position: Position, solution: Solution, language: Language) -> str:
    """Why to play a solution's first move; empty if that is obvious."""
    move = solution.moves[0]
    if isinstance(move, Discard):
        return language.text("Any other cards that fit would do as well: the order never matters in this game.")
    if solution.verdict is Verdict.IMPOSSIBLE:
        return language.text("It starts the line that clears the most cards, as far as I can tell.")
    assert isinstance(position, BuildingPosition)
    return "" if move.source == STOCK else _reason_to_transfer(position, move, language)


def _reason_to_transfer(position: BuildingPosition, move: Transfer, language: Language) -> str:
    after = position.play(move)
    if move.target != FOUNDATION and after.cards_home > position.cards_home:
        return language.text("It completes a run, which is discarded.")
    if sum(after.face_down) < sum(position.face_down):
        return language.text("It turns over a hidden card.")
    if Transfer(move.source, FOUNDATION) in after.legal_moves():
        return language.text("It frees {card}, which can then go home.", card=after.at(move.source)[-1])
    if move.source.kind is Kind.CELL:
        return language.text("It empties a cell.")
    return ""
