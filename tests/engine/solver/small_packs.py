"""Positions small enough for exhaustive search: the last cards of a pack on a few piles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine import Card, Move, Position
from engine.building import BuildingPosition, Pile
from engine.cards import CARDS
from engine.rules import BuildingRules
from tests.engine.positions import rules_of


def small_position(game: str, options: dict[str, str], random: Random) -> BuildingPosition:
    """Make up a random position with few cards left, which play need not be able to reach."""
    rules = rules_of(game, ",".join(f"{name}={value}" for name, value in options.items()))
    assert isinstance(rules, BuildingRules)
    rules = replace(rules, heights=rules.heights[: random.randint(2, 4)])
    if rules.foundation_base is None:
        return _sequence_to_finish(rules, random)
    foundations: list[int] = []
    left: list[Card] = []
    most = random.randint(6, 13)
    for at, order in enumerate(rules.foundation_order):
        count = 13 if len(left) >= most else random.randint(max(9, int(rules.bases_dealt)), 13)
        if at % 2 and count > foundations[-1]:
            count = foundations[-1]
        foundations.append(count)
        left += [card for card in order[count:] if card is not None]
    random.shuffle(left)
    stock = tuple(left[: random.randint(0, min(6, len(left)))])
    left = left[len(stock) :]
    waste = tuple(left[: random.randint(0, min(3, len(left)))])
    piles = _dealt(rules, left[len(waste) :], random)
    return BuildingPosition(rules, piles, (0,) * rules.piles, tuple(foundations), stock, waste)


def can_be_won(
    position: Position, most: int, is_allowed: Callable[[Position, Move], bool] = lambda *_: True
) -> bool | None:
    """Search exhaustively for a win by moves that are allowed; return None after `most` positions."""
    seen = {position}
    left = [position]
    while left:
        position = left.pop()
        if position.cards_home == position.pack:
            return True
        for move in position.legal_moves():
            if not is_allowed(position, move):
                continue
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                left.append(after)
        if len(seen) > most:
            return None
    return False


def _sequence_to_finish(rules: BuildingRules, random: Random) -> BuildingPosition:
    """Make up a position with one suit left, some of it face down or in the stock, and the rest discarded."""
    suit = random.randrange(4) * 13
    left = list(CARDS[suit : suit + 13])
    # A full shuffle would hardly ever be winnable.
    for _ in range(random.randint(1, 10)):
        first, second = random.sample(range(13), 2)
        left[first], left[second] = left[second], left[first]
    left.reverse()
    stock = tuple(left[: random.choice([0, 0, rules.piles, random.randint(0, 6)])])
    piles = _dealt(rules, left[len(stock) :], random)
    face_down = tuple(random.randint(0, max(0, len(pile) - 1)) for pile in piles)
    home = tuple(card for card in CARDS * 2 if card not in left)
    home += tuple(CARDS[suit : suit + 13])
    return BuildingPosition(rules, piles, face_down, (), stock, (), home)


def _dealt(rules: BuildingRules, cards: list[Card], random: Random) -> tuple[Pile, ...]:
    cuts = sorted(random.choices(range(len(cards) + 1), k=rules.piles - 1))
    return tuple(tuple(cards[first:last]) for first, last in zip([0, *cuts], [*cuts, len(cards)], strict=True))
