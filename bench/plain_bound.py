"""The unwinding bound, computed plainly and slowly from `engine.building` alone, to check the fast one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine import Card
from engine.building import BuildingPosition
from engine.rules import BuildingRules


def cannot_unwind(position: BuildingPosition) -> bool:
    """Check whether no line of play takes all cards off the waste, in games that build in suit."""
    turned = 0
    for lying_above in range(len(position.waste)):
        bottom = len(position.waste) - lying_above
        above = position.waste[bottom:]
        card = position.waste[bottom - 1]
        while not (
            _has_room(position, [*above, *position.stock[:turned]])
            and _has_room(position, [*above, *position.stock[:turned], card])
        ):
            if turned == len(position.stock):
                return True
            turned += 1
    return False


def _has_room(position: BuildingPosition, taken: list[Card]) -> bool:
    """Check whether the tableau has room once these cards, too, have left the stock and the waste."""
    rules = position.rules
    out = Counter(taken)
    breaks = 0
    for pile in position.piles:
        out.update(pile)
        breaks += sum(rules.next_in_run[under] != card for under, card in pairwise(pile))
    for order, count in zip(rules.foundation_order, position.foundations, strict=True):
        out.update(card for card in order[:count] if card is not None)
    needed = sum(min(_runs(rules, tableau) for tableau in _tableaus(rules, suit, out)) for suit in range(4))
    return needed <= rules.piles + breaks


def _tableaus(rules: BuildingRules, suit: int, out: Counter[Card]) -> Iterator[Counter[Card]]:
    """Yield the cards of one suit that may lie on the tableau, for all possible heights of its foundations."""
    order = [card for card in rules.foundation_order[2 * suit] if card is not None]
    cards = Counter({card: out[card] for card in order})
    for higher in range(14):
        for lower in range(higher + 1):
            home = Counter([*order[:higher], *order[:lower]])
            if home <= cards:
                yield cards - home


def _runs(rules: BuildingRules, tableau: Counter[Card]) -> int:
    """Join as many pairs of cards as possible, and count the runs that result."""
    joined = sum(min(tableau[card], tableau[following]) for card, following in _pairs(rules, tableau))
    return tableau.total() - joined


def _pairs(rules: BuildingRules, cards: Iterable[Card]) -> Iterator[tuple[Card, Card]]:
    for card in cards:
        following = rules.next_in_run[card]
        if following is not None:
            yield card, following
