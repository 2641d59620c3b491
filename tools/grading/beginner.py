"""A simulated careful beginner, whose wins show which deals are easy.

She sees what a player sees, thinks one move ahead and never undoes. She brings cards home when she can. Otherwise she
makes the move after which the table looks best: cards joined, piles emptied, hidden cards turned up, no card on one
that is due home before it. If no move improves the table, she draws or, at worst, puts a card in a cell. She takes no
card back from a foundation, and never returns to a position that she has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.building import BuildingPosition, Pile
from engine.cards import CARDS, Card
from engine.deal import random_words
from engine.moves import DRAW, Move, Transfer
from engine.places import CELL, FOUNDATION, STOCK, WASTE, Kind
from engine.rules import BuildingRules

# The value that she gives to what she sees.
_COVERS = -8  # a card on one that is due home before it
_JOINED = 4
_IN_SUIT = 2
_SPACE = 4
_HIDDEN = -6
_HOME_NEXT = 8  # a move frees a card that can go home
_OFF_WASTE = 6
_IN_CELL = -6
_WORTHWHILE = 2  # moves worth less are left until nothing can be drawn
_MOOD = 3  # between moves that differ by less, she chooses by mood

_LONGEST_GAME = 400
"""Moves after which she gives up."""


def beginner_wins(position: BuildingPosition, seed: str) -> bool:
    """With the same seed, she always plays the same game."""
    moods = random_words(seed, block=1024)
    seen = {position}
    for _ in range(_LONGEST_GAME):
        following = next_position(position, seen, moods)
        if following is None:
            break
        position = following
        seen.add(position)
    return position.cards_home == position.pack


def next_position(
    position: BuildingPosition, seen: set[BuildingPosition], moods: Iterator[int]
) -> BuildingPosition | None:
    """Return the position after the beginner's next move; None if she sees no move that leads anywhere new."""
    legal = position.legal_moves()
    if legal and isinstance(legal[0], Transfer) and legal[0].target == FOUNDATION:
        return position.play(legal[0])
    spaces = position.distinct_spaces()
    ranked: list[tuple[int, Move]] = []
    for move in legal:
        assert isinstance(move, Transfer), "building games only transfer cards"
        if move == DRAW:
            ranked.append((_WORTHWHILE, move))
        elif move.source.kind is Kind.FOUNDATION:
            continue
        elif move.target == CELL or position.at(move.target) or move.target in spaces:
            ranked.append((_gain(position, move) + next(moods) % _MOOD, move))
    ranked.sort(key=lambda pair: -pair[0])
    return next((after for _, move in ranked if (after := position.play(move)) not in seen), None)


def _gain(position: BuildingPosition, move: Transfer) -> int:
    """Rate how much better the table looks after a move to a pile or a cell."""
    if move.source == STOCK:  # an unseen card moves straight into a space
        return -_SPACE
    cards = position.at(move.source)[-move.cards :]
    freed: Pile = ()
    gain = 0
    if move.source.kind is Kind.PILE:
        pile = position.at(move.source)
        face_down = position.face_down[move.source.number - 1]
        left = pile[: -move.cards]
        gain -= _look(position.rules, pile, face_down)
        gain += _look(position.rules, left, min(face_down, max(0, len(left) - 1)))
        freed = left[-1:] if len(left) > face_down else ()
    elif move.source == WASTE:
        freed = position.waste[-2:-1]
        gain += _OFF_WASTE
    else:
        gain -= _IN_CELL
    if freed and freed[0] in position.rules.next_home(position.foundations):
        gain += _HOME_NEXT
    if move.target == CELL:
        return gain + _IN_CELL
    onto = position.at(move.target)
    hidden = position.face_down[move.target.number - 1]
    return gain - _look(position.rules, onto, hidden) + _look(position.rules, onto + cards, hidden)


@lru_cache(maxsize=100_000)
def _look(rules: BuildingRules, pile: Pile, hidden: int) -> int:
    """Rate the look of a pile; more is better."""
    if not pile:
        return _SPACE
    look = _HIDDEN * hidden
    places = _places_home(rules)
    lowest = places[pile[hidden]]
    for upper, lower in zip(pile[hidden:], pile[hidden + 1 :], strict=False):
        if rules.accepted_keys[upper] == rules.build_keys[lower]:
            look += _JOINED + (_IN_SUIT if rules.next_in_run[upper] == lower else 0)
        if places[lower] > lowest:
            look += _COVERS
        lowest = min(lowest, places[lower])
    return look


@lru_cache(maxsize=16)
def _places_home(rules: BuildingRules) -> dict[Card, int]:
    """The place of each card on its foundation; the same for all cards in games without foundations."""
    placed = {card: place for order in rules.foundation_order for place, card in enumerate(order) if card is not None}
    return placed or dict.fromkeys(CARDS, 0)
