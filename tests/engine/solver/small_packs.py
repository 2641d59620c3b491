"""Positions small enough for exhaustive search: the last cards of a pack on a few piles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from engine import Card, Move, Position
from engine.building import BuildingPosition, Pile
from engine.cards import CARDS, Rank, card_of
from engine.rules import RUN, BuildingRules
from tests.engine.positions import rules_of


def small_position(game: str, options: dict[str, str], random: Random) -> BuildingPosition:
    """Make up a random position with few cards left, which play need not be able to reach."""
    rules = rules_of(game, ",".join(f"{name}={value}" for name, value in options.items()))
    assert isinstance(rules, BuildingRules)
    return small_pack(rules, random)


def small_pack(rules: BuildingRules, random: Random, most_cards: int = RUN) -> BuildingPosition:
    """Make up a random position with about so many cards left at most, on fewer piles than the rules have."""
    rules = replace(rules, heights=rules.heights[: random.randint(2, 4)])
    if not rules.has_foundations:
        return _run_to_finish(rules, random)
    foundations: list[int] = []
    left: list[Card] = []
    most = random.randint(6, most_cards)
    for order in rules.foundation_order:
        count = RUN if len(left) >= most else random.randint(max(RUN - most_cards // 3, int(rules.bases_dealt)), RUN)
        if len(foundations) % rules.decks:
            count = min(count, foundations[-1])  # the fuller one of a suit comes first
        foundations.append(count)
        left += [card for card in order[count:] if card is not None]
    random.shuffle(left)
    stock = _taken(left, 6, random) if rules.stock else ()
    waste = _taken(left, 3, random) if rules.has_waste else ()
    cells = tuple(left.pop() if left and random.random() < 0.3 else None for _ in range(rules.cells))
    piles = _dealt(rules, left, random)
    return BuildingPosition(
        rules, piles, _face_down(rules, piles, random), tuple(foundations), stock, waste, cells=cells
    )


def _taken(left: list[Card], most: int, random: Random) -> Pile:
    """Take up to so many of the cards that are left."""
    count = random.randint(0, min(most, len(left)))
    taken = tuple(left[:count])
    del left[:count]
    return taken


def _face_down(rules: BuildingRules, piles: Sequence[Pile], random: Random) -> tuple[int, ...]:
    return tuple(0 if rules.face_up is None else random.randint(0, max(0, len(pile) - 1)) for pile in piles)


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


def _run_to_finish(rules: BuildingRules, random: Random) -> BuildingPosition:
    """Make up a position with one suit left, some of it face down or in the stock, and the rest discarded."""
    suit = random.choice(rules.suits)
    run = [card_of(rank, suit) for rank in Rank]
    left = list(run)
    # A full shuffle would hardly ever be winnable.
    for _ in range(random.randint(1, 10)):
        first, second = random.sample(range(RUN), 2)
        left[first], left[second] = left[second], left[first]
    left.reverse()
    home = [rules.dealt_as(card) for card in CARDS * rules.decks]
    for card in run:
        home.remove(card)
    stock = tuple(left[: random.choice([0, 0, rules.piles, random.randint(0, 6)])])
    piles = _dealt(rules, left[len(stock) :], random)
    return BuildingPosition(rules, piles, _face_down(rules, piles, random), (), stock, (), tuple(home))


def _dealt(rules: BuildingRules, cards: list[Card], random: Random) -> tuple[Pile, ...]:
    cuts = sorted(random.choices(range(len(cards) + 1), k=rules.piles - 1))
    return tuple(tuple(cards[first:last]) for first, last in zip([0, *cuts], [*cuts, len(cards)], strict=True))
