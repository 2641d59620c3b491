"""Positions of building games: dealing, legal moves and playing them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import BACK, CARDS, Card, Hidden
from engine.deal import shuffled_pack
from engine.errors import PatienceError
from engine.moves import DRAW, FOUNDATION, STOCK, WASTE, Move, Promise, Transfer, transfer
from engine.position import Position, View
from engine.rules import SEQUENCE, BuildingRules, Stock

Pile = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BuildingPosition(Position):
    """A position of a building game.

    `face_down` is the number of hidden cards at the bottom of each pile, and `foundations` the number of cards on each
    foundation, grouped by suit with the fuller one first. The next stock card is the first of `stock`.
    """

    rules: BuildingRules
    piles: tuple[Pile, ...]
    face_down: tuple[int, ...]
    foundations: tuple[int, ...]
    stock: Pile
    waste: Pile = ()
    discarded: Pile = ()

    @classmethod
    def deal(cls, rules: BuildingRules, deal: int) -> BuildingPosition:
        """Deal row by row, one card to each pile from left to right."""
        pack = shuffled_pack(deal, rules.decks)
        if rules.bases_dealt:
            pack = [card for card in pack if card.rank is not rules.foundation_base]
        dealt = rules.piles * rules.rows
        return cls(
            rules=rules,
            piles=tuple(tuple(pack[first : dealt : rules.piles]) for first in range(rules.piles)),
            face_down=(rules.face_down_rows,) * rules.piles,
            foundations=(int(rules.bases_dealt),) * len(rules.foundation_order),
            stock=tuple(pack[dealt:]),
        )

    @property
    def cards_home(self) -> int:
        return sum(self.foundations) + len(self.discarded)

    @property
    def pack(self) -> int:
        return self.rules.pack

    @property
    def tableau_cards(self) -> int:
        return sum(map(len, self.piles))

    @property
    def hides_cards(self) -> bool:
        return bool(self.stock) or any(self.face_down)

    def top_cards(self) -> dict[int, Card | None]:
        tops = {number: pile[-1] if pile else None for number, pile in enumerate(self.piles, 1)}
        if self.rules.has_waste:
            tops[WASTE] = self.waste[-1] if self.waste else None
        return tops

    def legal_moves(self) -> list[Move]:  # noqa: C901, PLR0912 - a hot loop, kept in one pass over the piles
        going_home: list[Move] = []
        joining: list[Move] = []
        filling: list[Move] = []
        rules = self.rules
        build_keys = rules.build_keys
        accepted_keys = rules.accepted_keys
        next_in_run = rules.next_in_run
        next_home = rules.next_home(self.foundations)
        spaces: list[int] = []
        takers: dict[int, list[int]] = {}
        for number, pile in enumerate(self.piles, 1):
            if pile:
                takers.setdefault(accepted_keys[pile[-1]], []).append(number)
            else:
                spaces.append(number)

        for number, pile in enumerate(self.piles, 1):
            if not pile:
                continue
            card = pile[-1]
            if card in next_home:
                going_home.append(transfer(number, FOUNDATION))
            count = 1
            most = len(pile) - self.face_down[number - 1] if rules.runs_move else 1
            while True:
                targets = takers.get(build_keys[card], ())
                joining += [transfer(number, target, count) for target in targets if target != number]
                # Moving a whole pile into a space changes nothing.
                if spaces and count < len(pile) and (count == 1 or rules.runs_move_to_spaces):
                    filling += [transfer(number, space, count) for space in spaces]
                if count == most or next_in_run[pile[-count - 1]] != card:
                    break
                count += 1
                card = pile[-count]

        if self.waste:
            top = self.waste[-1]
            if top in next_home:
                going_home.append(transfer(WASTE, FOUNDATION))
            joining += [transfer(WASTE, target) for target in takers.get(build_keys[top], ())]
            filling += [transfer(WASTE, space) for space in spaces]
        if self.stock:
            if rules.spaces_take_stock:
                filling += [transfer(STOCK, space) for space in spaces]
            if self._stock_is_open(spaces, going_home + joining):
                filling.append(DRAW)
        return going_home + joining + filling

    def play(self, move: Move) -> BuildingPosition:
        if not isinstance(move, Transfer):
            raise TypeError(f"{move} is not a move of a building game")
        if move == DRAW and not self.rules.has_waste:
            return self._deal_row()
        source, target, count = move
        piles = self.piles
        face_down = self.face_down
        stock = self.stock
        waste = self.waste
        if source == WASTE:
            cards = waste[-1:]
            waste = waste[:-1]
        elif source == STOCK:
            cards = stock[:1]
            stock = stock[1:]
        else:
            pile = piles[source - 1]
            cards = pile[-count:]
            rest = pile[:-count]
            piles = (*piles[: source - 1], rest, *piles[source:])
            face_down = _turn_up(face_down, source, rest)
        foundations = self.foundations
        discarded = self.discarded
        if target == FOUNDATION:
            at = self._foundation_for(cards[0])
            foundations = (*foundations[:at], foundations[at] + 1, *foundations[at + 1 :])
        elif target == WASTE:
            waste += cards
        else:
            piles = (*piles[: target - 1], piles[target - 1] + cards, *piles[target:])
        if not foundations:
            piles, face_down, discarded = self._discard_finished(piles, face_down, (target,))
        return BuildingPosition(self.rules, piles, face_down, foundations, stock, waste, discarded)

    def moved_cards(self, move: Move) -> tuple[Card | Hidden, ...]:
        if not isinstance(move, Transfer) or move.source == STOCK:
            return (BACK,)
        return self.waste[-1:] if move.source == WASTE else self.piles[move.source - 1][-move.cards :]

    def target_card(self, move: Move) -> Card | None:
        if not isinstance(move, Transfer) or move == DRAW:
            return None
        if move.target != FOUNDATION:
            return self.piles[move.target - 1][-1] if self.piles[move.target - 1] else None
        card = self.moved_cards(move)[0]
        assert isinstance(card, Card)
        at = self._foundation_for(card)
        return self.rules.foundation_order[at][self.foundations[at] - 1] if self.foundations[at] else None

    def joins_suit(self, move: Move) -> bool:
        onto = self.target_card(move)
        return onto is not None and self.rules.next_in_run[onto] == self.moved_cards(move)[0]

    def distinct_spaces(self) -> list[int]:
        # All spaces are equal, unless the rest of the stock will be dealt onto the first few piles only.
        first: dict[bool, int] = {}
        for number, pile in enumerate(self.piles, 1):
            if not pile:
                gets_card = not self.rules.has_waste and number <= len(self.stock)
                first.setdefault(gets_card, number)
        return list(first.values())

    def promise(self, move: Move) -> Promise:
        if not isinstance(move, Transfer) or move.target == FOUNDATION:
            return Promise.HOME
        onto = self.target_card(move)
        if move.source <= WASTE:
            return Promise.OTHER if onto is None else self._join(move, uncovers=False)
        pile = self.piles[move.source - 1]
        hidden = self.face_down[move.source - 1]
        left = len(pile) - move.cards
        if left > hidden and self._gains_nothing(pile[-move.cards], pile[left - 1], onto):
            splits = self.rules.next_in_run[pile[left - 1]] == pile[-move.cards]
            return Promise.SPLITTING if splits and self.rules.runs_move_to_spaces else Promise.SIDEWAYS
        uncovers = left in (0, hidden)
        if onto is None:
            return Promise.UNCOVERING if uncovers else Promise.OTHER
        return self._join(move, uncovers=uncovers)

    def cards_needing(self, card: Card) -> list[Card]:
        rules = self.rules
        needing = []
        for lower in CARDS:
            if rules.build_keys[lower] != rules.accepted_keys[card]:
                continue
            first = lower.suit * rules.decks
            shortest = min(self.foundations[first : first + rules.decks])
            index = rules.foundation_order[first].index(lower)
            # If the shortest foundation is beyond this card, every copy is home; if it takes this card next, the other
            # copies can follow. The recursion ends: each card it visits is next on its suit's shortest foundation and
            # one rank lower than the last, and four suits cannot close a cycle of thirteen ranks.
            if shortest < index or (shortest == index and self.cards_needing(lower)):
                needing.append(lower)
        return needing

    def makes_progress(self, move: Move) -> bool:
        """Check whether a move brings a card home or, without foundations, joins a whole run to the card above it."""
        if not isinstance(move, Transfer) or move.target == FOUNDATION:
            return True
        return not self.foundations and move.cards == self.run_length(move.source) and self.joins_suit(move)

    def warning(self, move: Move) -> PatienceError | None:
        """Warn of a move that leaves fewer cards than piles, after which the stock can never be dealt."""
        # Deals get no warning: their cards are hidden, and a deal would have to finish six sequences at once to get
        # here.
        if move == DRAW or self.rules.stock is not Stock.DEAL or self.tableau_cards < self.rules.piles:
            return None
        after = self.play(move)
        if not after.stock or after.tableau_cards >= self.rules.piles:
            return None
        return PatienceError(
            "Careful: this leaves {left} cards for {piles} piles. You can deal only when every pile has a "
            "card, so the last {stock} stock cards would be stuck and the game lost.",
            left=after.tableau_cards,
            piles=self.rules.piles,
            stock=len(after.stock),
        )

    def view(self) -> View:
        return View(
            piles=tuple(
                (BACK,) * hidden + pile[hidden:] for hidden, pile in zip(self.face_down, self.piles, strict=True)
            ),
            foundations=tuple(
                (base, order[count - 1] if count else None)
                for base, order, count in zip(
                    self.rules.foundation_bases, self.rules.foundation_order, self.foundations, strict=True
                )
            ),
            waste=self.waste if self.rules.has_waste else None,
            stock=len(self.stock),
            cards_home=self.cards_home,
            pack=self.pack,
        )

    @property
    def longest_run(self) -> int:
        """The length of the longest face-up run, covered or not."""
        piles = zip(self.piles, self.face_down, strict=True)
        ends = ((pile[:end], hidden) for pile, hidden in piles for end in range(hidden + 1, len(pile) + 1))
        return max((self._run_length(pile, hidden) for pile, hidden in ends), default=0)

    def run_length(self, number: int) -> int:
        """Count the face-up cards that form a run at the end of a pile."""
        return self._run_length(self.piles[number - 1], self.face_down[number - 1])

    def _gains_nothing(self, card: Card, under: Card, onto: Card | None) -> bool:
        """Check whether a card gains nothing by leaving the card under it for another one, or for a space."""
        rules = self.rules
        if rules.accepted_keys[under] != rules.build_keys[card]:
            return False
        improves = onto is not None and rules.next_in_run[onto] == card
        return not improves or rules.next_in_run[under] == card

    def _join(self, move: Transfer, *, uncovers: bool) -> Promise:
        if self.joins_suit(move):
            return Promise.JOIN_IN_SUIT
        return Promise.UNCOVERING_JOIN if uncovers else Promise.JOIN

    def stock_closing_move(self) -> Move | None:
        """Return a legal move that keeps a TO_WASTE_WHEN_STUCK stock closed."""
        return next(filter(self._closes_stock, self.legal_moves()), None)

    def _stock_is_open(self, spaces: list[int], moves: list[Move]) -> bool:
        if self.rules.stock is Stock.DEAL:
            return not spaces
        return self.rules.stock is not Stock.TO_WASTE_WHEN_STUCK or not any(map(self._closes_stock, moves))

    def _closes_stock(self, move: Move) -> bool:
        """Check whether a move brings a top card home, or joins two sequences with a card that is in none yet."""
        if not isinstance(move, Transfer) or move.source <= WASTE:
            return False
        if move.target == FOUNDATION:
            return True
        pile = self.piles[move.source - 1]
        rules = self.rules
        continues_sequence = len(pile) > 1 and rules.accepted_keys[pile[-2]] == rules.build_keys[pile[-1]]
        return bool(self.piles[move.target - 1]) and not continues_sequence

    def _foundation_for(self, card: Card) -> int:
        """If two foundations take the card, return the fuller one, which comes first."""
        first = card.suit * self.rules.decks
        return next(
            at
            for at in range(first, first + self.rules.decks)
            if self.rules.foundation_order[at][self.foundations[at]] == card
        )

    def _deal_row(self) -> BuildingPosition:
        """Deal one stock card onto each pile that is not empty, or onto the first pile if all are."""
        takers = [number for number, pile in enumerate(self.piles, 1) if pile] or [1]
        dealt = dict(zip(takers, self.stock, strict=False))
        piles = tuple((*pile, dealt[number]) if number in dealt else pile for number, pile in enumerate(self.piles, 1))
        piles, face_down, discarded = self._discard_finished(piles, self.face_down, tuple(dealt))
        stock = self.stock[len(dealt) :]
        return BuildingPosition(self.rules, piles, face_down, self.foundations, stock, self.waste, discarded)

    def _discard_finished(
        self, piles: tuple[Pile, ...], face_down: tuple[int, ...], numbers: tuple[int, ...]
    ) -> tuple[tuple[Pile, ...], tuple[int, ...], Pile]:
        """Discard finished sequences of these piles; return the piles, face-down counts and discarded cards."""
        discarded = self.discarded
        for number in numbers:
            pile = piles[number - 1]
            hidden = face_down[number - 1]
            if len(pile) - hidden >= SEQUENCE and self._run_length(pile, hidden) >= SEQUENCE:
                rest = pile[:-SEQUENCE]
                discarded += pile[-SEQUENCE:]
                piles = (*piles[: number - 1], rest, *piles[number:])
                face_down = _turn_up(face_down, number, rest)
        return piles, face_down, discarded

    def _run_length(self, pile: Pile, hidden: int) -> int:
        next_in_run = self.rules.next_in_run
        most = len(pile) - hidden
        length = min(1, most)
        while length < most and next_in_run[pile[-length - 1]] == pile[-length]:
            length += 1
        return length


def _turn_up(face_down: tuple[int, ...], number: int, pile: Pile) -> tuple[int, ...]:
    """Turn the top card of pile `number` up if it is face down; return the new face-down counts."""
    hidden = face_down[number - 1]
    if hidden == 0 or hidden < len(pile):
        return face_down
    return (*face_down[: number - 1], max(len(pile) - 1, 0), *face_down[number:])
