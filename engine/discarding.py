"""Positions of discarding games: dealing, legal moves and playing them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from engine.cards import Card
from engine.deal import shuffled_pack
from engine.moves import Discard, Move, discard
from engine.places import PILES, Place
from engine.position import Position, View, only
from engine.rules import DiscardingRules


@dataclass(frozen=True, slots=True)
class DiscardingPosition(Position):
    """A position of a discarding game: each pile is a card, or None once the stock is empty."""

    rules: DiscardingRules
    piles: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    discarded: tuple[Card, ...] = ()

    @classmethod
    def deal(cls, rules: DiscardingRules, deal: int) -> DiscardingPosition:
        """Deal one card to each pile from left to right."""
        pack = shuffled_pack(deal, rules.decks)
        return cls(rules, tuple(pack[: rules.piles]), tuple(pack[rules.piles :]))

    @property
    def cards_home(self) -> int:
        return len(self.discarded)

    @property
    def pack(self) -> int:
        return self.rules.pack

    @property
    def hides_cards(self) -> bool:
        return bool(self.stock)

    @property
    def turn(self) -> None:
        return None

    def top_cards(self) -> dict[Place, Card | None]:
        return dict(zip(PILES[1:], self.piles, strict=False))

    def legal_moves(self) -> list[Move]:
        piles_of: dict[int, list[int]] = {}
        for number, card in enumerate(self.piles, 1):
            if card is not None:
                piles_of.setdefault(card.rank, []).append(number)
        moves: list[Move] = []
        for ranks in self.rules.rank_counts:
            choices = []
            for rank, count in ranks:
                numbers = piles_of.get(rank)
                if numbers is None or len(numbers) < count:
                    break
                choices.append(combinations(numbers, count))
            else:
                moves += [discard(*sorted(sum(chosen, ()))) for chosen in product(*choices)]
        return moves

    def play(self, move: Move) -> DiscardingPosition:
        if not isinstance(move, Discard):
            raise TypeError(f"{move} is not a move of a discarding game")
        piles = list(self.piles)
        refill = iter(self.stock)
        for number in move.piles:
            piles[number - 1] = next(refill, None)
        taken = tuple(card for number in move.piles if (card := self.piles[number - 1]) is not None)
        return DiscardingPosition(self.rules, tuple(piles), self.stock[len(move.piles) :], self.discarded + taken)

    def moved_cards(self, move: Move) -> tuple[Card, ...]:
        numbers = move.piles if isinstance(move, Discard) else ()
        return tuple(card for number in numbers if (card := self.piles[number - 1]) is not None)

    def target_card(self, move: Move) -> None:
        pass

    def distinct_spaces(self) -> list[Place]:
        return []

    def cards_needing(self, card: Card) -> list[Card]:  # noqa: ARG002
        return []

    def view(self) -> View:
        return View(
            piles=tuple(map(only, self.piles)),
            foundations=(),
            waste=None,
            stock=len(self.stock),
            cards_home=self.cards_home,
            pack=self.pack,
            is_spread=True,
        )
