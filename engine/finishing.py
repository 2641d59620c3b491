"""Playing a game to its win where nothing is left to find out or to decide."""

from __future__ import annotations

from engine.building import BuildingPosition
from engine.cards import Card
from engine.discarding import DiscardingPosition
from engine.moves import FOUNDATION, Move, Transfer
from engine.position import Position

_MOST_POSITIONS = 300
"""How many positions are looked at: a few more than a game has moves, as equal cards seldom leave a choice."""


def finishing(position: Position) -> tuple[Move, ...]:
    """The moves that win the game, in order, where no card is hidden any more and nothing is left to decide.

    They bring cards home, or are the only legal ones. In games without foundations they also put a whole run onto the
    card that it continues in suit, or discard any set. Where two equal cards leave a choice, either is tried. There are
    none where such moves do not win.
    """
    stack: list[tuple[Position, tuple[Move, ...]]] = [] if hides_cards(position) else [(position, ())]
    seen = {position}
    while stack and len(seen) < _MOST_POSITIONS:
        position, played = stack.pop()
        if position.home == position.pack:
            return played
        legal = position.legal_moves()
        for move in legal if len(legal) == 1 else [move for move in legal if _leads_on(position, move)]:
            following = position.play(move)
            if following not in seen:
                seen.add(following)
                stack.append((following, (*played, move)))
    return ()


def hides_cards(position: Position) -> bool:
    """Whether some cards are not to be seen: in the stock, or face down."""
    assert isinstance(position, BuildingPosition | DiscardingPosition)
    return bool(position.stock) or (isinstance(position, BuildingPosition) and any(position.face_down))


def _leads_on(position: Position, move: Move) -> bool:
    """Whether a move brings a card home, or closer to it, and takes nothing apart."""
    if not isinstance(move, Transfer) or move.target == FOUNDATION:
        return True
    assert isinstance(position, BuildingPosition)
    if position.foundations or move.cards != position.run_length(move.source):
        return False
    card, onto = position.moved_cards(move)[0], position.target_card(move)
    return isinstance(card, Card) and onto is not None and position.rules.run_next[onto] == card
