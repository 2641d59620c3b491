"""Make lines of play that the solver found easier to follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.autoplay import safe_home_moves
from engine.cards import Card, Hidden
from engine.moves import Move, Transfer, goes_home, transfer
from engine.places import Kind
from engine.position import Position

_LONGEST_DETOUR = 20
"""How many moves a detour may span. In Diplomat, 12 shortens lines by 10 %; 60 by only another percent, in more than
twice the time."""


def without_detours(position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """Return a line of play to the same position in which cards move without detours.

    A detour moves cards to a pile that they soon leave again. It is kept if the moves in between need it.
    """
    moves = tuple(line)
    played = 0
    while played < len(moves):
        soon = _without_detour(position, moves[played : played + _LONGEST_DETOUR])
        if soon is None:
            position = position.play(moves[played])
            played += 1
        else:
            moves = (*moves[:played], *soon, *moves[played + _LONGEST_DETOUR :])
    return moves


def _without_detour(position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """Return the moves without the first one, or None unless that is a detour that no later move needs."""
    first = moves[0]
    path = position.path(*moves)
    if not isinstance(first, Transfer) or first.target.kind is not Kind.PILE:
        return None
    cards = position.moved_cards(first)
    for number, move in enumerate(moves[1:], 1):
        if isinstance(move, Transfer) and move.source == first.target and path[number].moved_cards(move) == cards:
            between = moves[1:number]
            direct = () if move.target == first.source else (transfer(first.source, move.target, first.cards),)
            for shorter in ((*direct, *between), (*between, *direct)):
                if _leads_to(position, shorter, path[number + 1]):
                    return (*shorter, *moves[number + 1 :])
            return None
    return None


def _leads_to(position: Position, moves: Sequence[Move], end: Position) -> bool:
    """Check whether these moves are legal and end in this position."""
    for move in moves:
        if move not in position.legal_moves():
            return False
        position = position.play(move)
    return position == end


def with_homes_early(position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """Bring every card home as soon as it is safe.

    Return the line unchanged if its rest could no longer be played: it may need the other copy of a card to go home.
    """
    reached = position
    moves: list[Move] = []
    early: Counter[Card | Hidden] = Counter()
    for planned, move in zip(position.path(*line), line, strict=False):
        cards = planned.moved_cards(move)
        for safe in safe_home_moves(reached):
            early.update(reached.moved_cards(safe))
            moves.append(safe)
            reached = reached.play(safe)
        if Counter(cards) <= early:
            if goes_home(move):
                early.subtract(cards)
        elif move in reached.legal_moves() and reached.moved_cards(move) == cards:
            moves.append(move)
            reached = reached.play(move)
        else:
            return tuple(line)
    return tuple(moves)
