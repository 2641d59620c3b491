"""How many cards one press on *Draw* turns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.moves import DRAW, Move
from engine.position import Position, Turn

_MOST_POSITIONS = 300
"""More than most tables lead to, and few enough for an event loop: docs/performance.md has the time."""


def draws(position: Position) -> tuple[Move, ...]:
    """Return the draws of one step, which goes on until the last card drawn has somewhere to go.

    It stops as soon as moves without drawing could play that card, even to a space, and where that depends on a hidden
    card or takes too long to find out. It never goes beyond the end of the stock. A deal is one move, and so is turning
    the waste over. DRAW must be legal.
    """
    moves: list[Move] = [DRAW]
    if isinstance(position, BuildingPosition) and position.turn is Turn.DRAW:
        position = position.play(DRAW)
        playable = _playable_cards(position)
        while position.waste[-1] not in playable and position.stock and DRAW in position.legal_moves():
            moves.append(DRAW)
            position = position.play(DRAW)
    return tuple(moves)


def _playable_cards(position: BuildingPosition) -> Collection[Card]:
    """Return the cards that could leave the waste after any moves of the others; all, if that is not certain."""
    table = replace(position, stock=(), waste=())
    left = [table]
    seen = {table}
    playable: set[Card] = set()
    while left:
        table = left.pop()
        playable.update(_taken_cards(table))
        for move in table.legal_moves():
            after = table.play(move)
            if after in seen:
                continue
            if len(seen) == _MOST_POSITIONS or sum(after.face_down) < sum(table.face_down):
                return CARDS
            seen.add(after)
            left.append(after)
        if len(playable) == len(CARDS):
            break
    return playable


def _taken_cards(table: BuildingPosition) -> Collection[Card]:
    """Return the cards that could leave the waste at once."""
    if None in table.cells:
        return CARDS
    rules = table.rules
    accepted = {rules.accepted_keys[pile[-1]] for pile in table.piles if pile}
    has_space = not all(table.piles)
    joining = {card for card in CARDS if rules.build_keys[card] in accepted or (has_space and rules.fills_space[card])}
    return joining | rules.next_home(table.foundations)
