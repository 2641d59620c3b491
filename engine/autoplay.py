"""Play moves for the player: safe cards home, and the rest of a decided game."""

from __future__ import annotations

from functools import partial

from engine.building import BuildingPosition
from engine.cards import Card
from engine.moves import DRAW, Move, Transfer, goes_home
from engine.places import Kind
from engine.position import Position
from engine.promise import Promise, joins_suit, listed_moves, promise

_MOST_POSITIONS = 300
"""Slightly more than the moves of a game, since equal cards seldom leave a choice."""

_MOST_PLAIN_MOVES = 200
"""Twice what plain play usually needs, to bound its running time."""


def safe_home_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that bring every safe card home, including cards that earlier moves uncover.

    A card is *safe* if `Position.cards_needing` names none. Games without foundations have no such moves.
    """
    moves: list[Move] = []
    if position.rules.has_foundations:
        while (move := _safe_home_move(position)) is not None:
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def home_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that bring every safe card home; if none is safe, the move of the card that fewest others need.

    There are none only if no card can go home.
    """
    if moves := safe_home_moves(position):
        return moves
    going = filter(goes_home, position.legal_moves())
    return tuple(sorted(going, key=lambda move: len(position.cards_needing(_card_of(position, move))))[:1])


def finishing_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves that win if no card is hidden and nothing is left to decide; otherwise none.

    Each move is the only legal one, or one that needs no thought. If equal cards leave a choice, each is tried.
    """
    stack: list[tuple[Position, tuple[Move, ...]]] = [] if position.hides_cards else [(position, ())]
    seen = {position}
    while stack and len(seen) < _MOST_POSITIONS:
        position, played = stack.pop()
        if position.cards_home == position.pack:
            return played
        legal = position.legal_moves()
        for move in legal if len(legal) == 1 else filter(partial(_needs_no_thought, position), legal):
            following = position.play(move)
            if following not in seen:
                seen.add(following)
                stack.append((following, (*played, move)))
    return ()


def plain_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves by which plain play wins; none if it does not.

    Plain play brings a card home if it can, else joins cards, else draws. Once no card is hidden, it also fills spaces.
    While cards are hidden, and in games with cells, it is tried only once half of the pack is home: before that it
    seldom wins, or takes the whole game out of the player's hands. It never looks at hidden cards to choose a move, but
    the fact that it wins reveals something about them.
    """
    is_open = not position.hides_cards
    if (position.rules.cells or not is_open) and 2 * position.cards_home < position.pack:
        return ()
    moves: list[Move] = []
    while position.cards_home < position.pack:
        move = _plain_move(position, fills_spaces=is_open)
        if move is None or len(moves) == _MOST_PLAIN_MOVES:
            return ()
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def _plain_move(position: Position, *, fills_spaces: bool) -> Move | None:
    listed = listed_moves(position, position.legal_moves())
    best = promise(position, listed[0]) if listed else Promise.SIDEWAYS
    if best <= Promise.JOIN:
        return listed[0]
    if DRAW in listed:
        return DRAW
    return listed[0] if fills_spaces and best < Promise.SIDEWAYS else None


def _needs_no_thought(position: Position, move: Move) -> bool:
    """Once no card is hidden: a move home or, without foundations, of a whole run onto the next card of its suit."""
    if not isinstance(position, BuildingPosition) or goes_home(move):
        return True
    if position.foundations or not isinstance(move, Transfer) or move.source.kind is not Kind.PILE:
        return False
    return move.cards == position.cards_together(move.source) and joins_suit(position, move)


def _safe_home_move(position: Position) -> Move | None:
    """Prefer piles to the waste."""
    going = filter(goes_home, position.legal_moves())
    return next((move for move in going if not position.cards_needing(_card_of(position, move))), None)


def _card_of(position: Position, move: Move) -> Card:
    """The card that a move brings home."""
    (card,) = position.moved_cards(move)
    assert isinstance(card, Card), "no card goes home from the stock"
    return card
