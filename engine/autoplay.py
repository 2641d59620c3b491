"""Moves that can be played for the player: safe cards home, and the rest of a decided game."""

from __future__ import annotations

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.discarding import DiscardingPosition
from engine.moves import FOUNDATION, Move, Transfer
from engine.position import Position

_MOST_POSITIONS = 300
"""A few more positions than a game has moves: equal cards seldom leave a choice."""


def safe_home_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that bring every safe card home, including cards that earlier moves uncover.

    A card is *safe* if no card still in play could need it as a place to go: every card that could be put on it is
    home, or is safe itself and could go home now if it were on top. Games without foundations have no such moves.
    """
    moves: list[Move] = []
    if isinstance(position, BuildingPosition):
        while (move := _safe_home_move(position)) is not None:
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def home_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that bring every safe card home; if none is safe, the only legal move if it does so."""
    if moves := safe_home_moves(position):
        return moves
    legal = position.legal_moves()
    is_forced = len(legal) == 1 and isinstance(legal[0], Transfer) and legal[0].target == FOUNDATION
    return tuple(legal) if is_forced else ()


def _safe_home_move(position: BuildingPosition) -> Move | None:
    """Return a move that brings a safe card home, from a pile before the waste."""
    for move in position.legal_moves():
        if isinstance(move, Transfer) and move.target == FOUNDATION:
            card = position.moved_cards(move)[0]
            assert isinstance(card, Card), "no card goes home from the stock"
            if not cards_needing(position, card):
                return move
    return None


def cards_needing(position: BuildingPosition, card: Card) -> list[Card]:
    """Return the cards still in play that could need this one as a place to go; none if it is safe to send home."""
    rules, needing = position.rules, []
    for lower in CARDS:
        if rules.build_keys[lower] != rules.accepted_keys[card]:
            continue
        first = lower.suit * rules.decks
        shortest = min(position.foundations[first : first + rules.decks])
        index = rules.foundation_order[first].index(lower)
        # If the shortest foundation is beyond this card, every copy is home; if it takes this card next, the other
        # copies can follow. The recursion ends: it only visits cards that are next on their suits' shortest
        # foundations, each one rank below the one before, which cannot close a circle of thirteen ranks in four suits.
        if shortest < index or (shortest == index and cards_needing(position, lower)):
            needing.append(lower)
    return needing


def finishing_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that win the game if no card is hidden and nothing is left to decide, and none otherwise.

    Each move brings a card home or is the only legal one. In games without foundations a whole run may also go onto the
    card that it continues in suit, and any set may be discarded. Where equal cards leave a choice, either is tried.
    """
    stack: list[tuple[Position, tuple[Move, ...]]] = [] if hides_cards(position) else [(position, ())]
    seen = {position}
    while stack and len(seen) < _MOST_POSITIONS:
        position, played = stack.pop()
        if position.home == position.pack:
            return played
        legal = position.legal_moves()
        for move in legal if len(legal) == 1 else [move for move in legal if _makes_progress(position, move)]:
            following = position.play(move)
            if following not in seen:
                seen.add(following)
                stack.append((following, (*played, move)))
    return ()


def hides_cards(position: Position) -> bool:
    """Check whether any card is in the stock or face down."""
    assert isinstance(position, BuildingPosition | DiscardingPosition)
    return bool(position.stock) or (isinstance(position, BuildingPosition) and any(position.face_down))


def _makes_progress(position: Position, move: Move) -> bool:
    """Check whether a move brings a card home, or joins a whole run to the card above it."""
    if not isinstance(move, Transfer) or move.target == FOUNDATION:
        return True
    assert isinstance(position, BuildingPosition)
    if position.foundations or move.cards != position.run_length(move.source):
        return False
    card, onto = position.moved_cards(move)[0], position.target_card(move)
    return isinstance(card, Card) and onto is not None and position.rules.next_in_run[onto] == card
