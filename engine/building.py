"""Positions of building games: dealing, legal moves and playing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import BACK, CARDS, Card, Hidden
from engine.moves import DRAW, Move, Transfer, bring_home, shift, transfer
from engine.places import CELL, CELLS, FOUNDATION, FOUNDATIONS, PILES, STOCK, WASTE, Kind, Place
from engine.position import Position, Turn, View, only
from engine.rules import RUN, BuildingRules, Opens

Pile = tuple[Card, ...]

# In the hot loops, a member of an Enum costs more than a whole move if it is looked up on its class.
_FOUNDATION, _STOCK, _WASTE, _CELL, _PILE = Kind
_ALWAYS, _WITHOUT_SPACES, _WHEN_STUCK = Opens


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
    cells: tuple[Card | None, ...] = ()

    @classmethod
    def deal(cls, rules: BuildingRules, deal: int) -> BuildingPosition:
        """Deal from left to right, again and again, one card to each pile that still wants one."""
        cards = iter(rules.pack_of(deal))
        piles: list[list[Card]] = [[] for _ in rules.heights]
        for depth in range(max(rules.heights)):
            for pile, height in zip(piles, rules.heights, strict=True):
                if depth < height:
                    pile.append(next(cards))
        return cls(
            rules=rules,
            piles=tuple(map(tuple, piles)),
            face_down=tuple(0 if rules.face_up is None else max(0, len(pile) - rules.face_up) for pile in piles),
            foundations=(int(rules.bases_dealt),) * len(rules.foundation_order),
            stock=tuple(cards),
            cells=(None,) * rules.cells,
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

    @property
    def turn(self) -> Turn | None:
        if self.rules.stock is None:
            return None
        if self.rules.stock.deals:
            return Turn.DEAL
        return Turn.TURN_OVER if self.rules.redeals and self.waste and not self.stock else Turn.DRAW

    def top_cards(self) -> dict[Place, Card | None]:
        tops = {place: pile[-1] if pile else None for place, pile in zip(PILES[1:], self.piles, strict=False)}
        if self.rules.has_waste:
            tops[WASTE] = self.waste[-1] if self.waste else None
        return tops | dict(zip(CELLS[1:], self.cells, strict=False))

    def at(self, place: Place) -> Pile:
        """The cards at a place, those face down too; of a foundation, only the top card."""
        kind, number = place
        if kind is _PILE:
            return self.piles[number - 1]
        if kind is _WASTE:
            return self.waste
        if kind is _CELL:
            return only(self.cells[number - 1])
        assert kind is _FOUNDATION, "the stock's cards are not on the table"
        count = self.foundations[number - 1]
        return only(self.rules.foundation_order[number - 1][count - 1] if count else None)

    def legal_moves(self) -> list[Move]:
        if self.rules.foundations_return and self.cards_home == self.pack:
            return []
        moves, spaces = self._card_moves()
        has_turn = self.stock or (self.waste and self.rules.redeals)
        if has_turn and self._stock_is_open(spaces, moves) and (moves or not self._turns_in_vain()):
            moves.append(DRAW)
        return moves

    def _card_moves(self) -> tuple[list[Move], list[int]]:  # noqa: C901, PLR0912 - a hot loop
        """List all legal moves but the turn of the stock, and the numbers of the spaces."""
        going_home: list[Move] = []
        joining: list[Move] = []
        filling: list[Move] = []
        rules = self.rules
        build_keys = rules.build_keys
        accepted_keys = rules.accepted_keys
        together_keys = rules.together_keys
        accepted_together = rules.accepted_together
        fills_space = rules.fills_space
        next_home = rules.next_home(self.foundations)
        spaces: list[int] = []
        takers: dict[int, list[int]] = {}
        for number, pile in enumerate(self.piles, 1):
            if pile:
                takers.setdefault(accepted_keys[pile[-1]], []).append(number)
            else:
                spaces.append(number)
        has_cell = None in self.cells
        most_onto, most_into = rules.most_together or rules.room(self.cells.count(None), len(spaces))

        for number, pile in enumerate(self.piles, 1):
            if not pile:
                continue
            card = pile[-1]
            if card in next_home:
                going_home.append(bring_home(number))
            count = 1
            most = len(pile) - self.face_down[number - 1]
            if most > most_onto:  # noqa: PLR1730 - `min` takes twice as long as this loop's other lines
                most = most_onto
            while True:
                targets = takers.get(build_keys[card], ())
                joining += [shift(number, target, count) for target in targets if target != number]
                # Moving a whole pile into a space changes nothing.
                if spaces and count < len(pile) and count <= most_into and fills_space[card]:
                    filling += [shift(number, space, count) for space in spaces]
                if count == most or accepted_together[pile[-count - 1]] != together_keys[card]:
                    break
                count += 1
                card = pile[-count]
            if has_cell:
                filling.append(transfer(PILES[number], CELL))

        for place, card in self._loose_cards():
            if card in next_home:
                going_home.append(transfer(place, FOUNDATION))
            joining += [transfer(place, PILES[target]) for target in takers.get(build_keys[card], ())]
            if has_cell and place is WASTE:
                filling.append(transfer(WASTE, CELL))
            if spaces and fills_space[card]:
                filling += [transfer(place, PILES[space]) for space in spaces]
        if spaces and self.stock and rules.stock and rules.stock.fills_spaces:
            filling += [transfer(STOCK, PILES[space]) for space in spaces]
        if rules.foundations_return:
            filling += self._returning(takers, spaces)
        return going_home + joining + filling, spaces

    def _loose_cards(self) -> list[tuple[Place, Card]]:
        """The top card of the waste and the cards in cells, by their places."""
        cards = [(WASTE, self.waste[-1])] if self.waste else []
        if self.cells:
            cards += [(place, card) for place, card in zip(CELLS[1:], self.cells, strict=False) if card is not None]
        return cards

    def _returning(self, takers: Mapping[int, Sequence[int]], spaces: Sequence[int]) -> Iterator[Move]:
        """Yield the moves that take cards back from foundations."""
        for place in FOUNDATIONS[1 : len(self.foundations) + 1]:
            for card in self.at(place):
                yield from (transfer(place, PILES[number]) for number in takers.get(self.rules.build_keys[card], ()))
                yield from (transfer(place, PILES[space]) for space in spaces if self.rules.fills_space[card])

    def play(self, move: Move) -> BuildingPosition:
        if not isinstance(move, Transfer):
            raise TypeError(f"{move} is not a move of a building game")
        if move == DRAW:
            return self._turn_stock()
        (source, number), (target, onto), count = move
        piles = self.piles
        face_down = self.face_down
        stock = self.stock
        waste = self.waste
        foundations = self.foundations
        cells = self.cells
        if source is _PILE:
            pile = piles[number - 1]
            cards = pile[-count:]
            rest = pile[:-count]
            piles = (*piles[: number - 1], rest, *piles[number:])
            face_down = _turn_up(face_down, number, rest)
        elif source is _WASTE:
            cards = waste[-1:]
            waste = waste[:-1]
        elif source is _STOCK:
            cards = stock[:1]
            stock = stock[1:]
        elif source is _CELL:
            cards = self.at(move.source)
            cells = (*cells[: number - 1], None, *cells[number:])
        else:
            cards = self.at(move.source)
            foundations = (*foundations[: number - 1], foundations[number - 1] - 1, *foundations[number:])
        if target is _FOUNDATION:
            at = self._foundation_for(cards[0])
            foundations = (*foundations[:at], foundations[at] + 1, *foundations[at + 1 :])
        elif target is _CELL:
            at = cells.index(None)
            cells = (*cells[:at], *cards, *cells[at + 1 :])
        else:
            piles = (*piles[: onto - 1], piles[onto - 1] + cards, *piles[onto:])
        discarded = self.discarded
        if not foundations and target is _PILE:
            piles, face_down, discarded = self._discard_finished(piles, face_down, (onto,))
        return BuildingPosition(self.rules, piles, face_down, foundations, stock, waste, discarded, cells)

    def moved_cards(self, move: Move) -> tuple[Card | Hidden, ...]:
        if not isinstance(move, Transfer) or move.source == STOCK:
            return (BACK,)
        return self.at(move.source)[-move.cards :]

    def target_card(self, move: Move) -> Card | None:
        if not isinstance(move, Transfer) or move == DRAW or move.target.kind is _CELL:
            return None
        place = move.target
        if place == FOUNDATION:
            card = self.moved_cards(move)[0]
            assert isinstance(card, Card)
            place = FOUNDATIONS[self._foundation_for(card) + 1]
        cards = self.at(place)
        return cards[-1] if cards else None

    def distinct_spaces(self) -> list[Place]:
        # All spaces are equal, unless the rest of the stock will be dealt onto the first few piles only.
        first: dict[bool, Place] = {}
        for place, pile in zip(PILES[1:], self.piles, strict=False):
            if not pile:
                gets_card = self.rules.deals_to_piles and place.number <= len(self.stock)
                first.setdefault(gets_card, place)
        return list(first.values())

    def cards_needing(self, card: Card) -> list[Card]:
        rules = self.rules
        needing = []
        for lower in CARDS:
            if rules.build_keys[lower] != rules.accepted_keys[card]:
                continue
            first = lower.suit * rules.decks
            foundations = self.foundations[first : first + rules.decks]
            index = rules.foundation_order[first].index(lower)
            in_play = sum(count <= index for count in foundations)
            # If the shortest foundation takes this card next, every copy can go home. The recursion ends: each card it
            # visits is next on its suit's shortest foundation and one rank lower than the last, and four suits cannot
            # close a cycle of thirteen ranks.
            if in_play and (min(foundations) < index or self.cards_needing(lower)):
                needing += [lower] * in_play
        return needing

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
            stock=len(self.stock) if self.rules.stock else None,
            cards_home=self.cards_home,
            pack=self.pack,
            cells=self.cells,
            fanned=self.rules.stock.cards if self.rules.stock else 1,
        )

    @property
    def longest_run(self) -> int:
        """The length of the longest face-up run, covered or not."""
        piles = zip(self.piles, self.face_down, strict=True)
        ends = ((pile[:end], hidden) for pile, hidden in piles for end in range(hidden + 1, len(pile) + 1))
        return max((self._run_length(pile, hidden) for pile, hidden in ends), default=0)

    def cards_together(self, place: Place) -> int:
        """Count the face-up cards at the end of a pile that belong together, whether or not there is room for them."""
        pile = self.at(place)
        most = len(pile) - self.face_down[place.number - 1]
        length = min(1, most)
        while length < most and self.move_together(pile[-length - 1], pile[-length]):
            length += 1
        return length

    def move_together(self, upper: Card, lower: Card) -> bool:
        """Check whether a card moves together with the card that it lies on."""
        return self.rules.accepted_together[upper] == self.rules.together_keys[lower]

    def stock_closing_move(self) -> Move | None:
        """Return a legal move that keeps a stock closed that opens WHEN_STUCK."""
        return next(filter(self._closes_stock, self.legal_moves()), None)

    def _stock_is_open(self, spaces: list[int], moves: list[Move]) -> bool:
        opens = self.rules.opens
        if opens is _WITHOUT_SPACES:
            return not spaces
        return opens is _ALWAYS or not any(map(self._closes_stock, moves))

    def _turns_in_vain(self) -> bool:
        """Check whether a stock without end can be turned round and round without allowing any other move."""
        if not self.rules.redeals:
            return False
        seen = set()
        position = self
        while (position.stock, position.waste) not in seen:
            seen.add((position.stock, position.waste))
            position = position._turn_stock()
            if position._card_moves()[0]:  # noqa: SLF001
                return False
        return True

    def _closes_stock(self, move: Move) -> bool:
        """Check whether a move brings a top card home, or joins two sequences with a card that is in none yet."""
        if not isinstance(move, Transfer) or move.source.kind is not _PILE:
            return False
        if move.target.kind is not _PILE:
            return move.target.kind is _FOUNDATION
        pile = self.piles[move.source.number - 1]
        rules = self.rules
        continues_sequence = len(pile) > 1 and rules.accepted_keys[pile[-2]] == rules.build_keys[pile[-1]]
        return bool(self.piles[move.target.number - 1]) and not continues_sequence

    def _foundation_for(self, card: Card) -> int:
        """If two foundations take the card, return the fuller one, which comes first."""
        first = card.suit * self.rules.decks
        return next(
            at
            for at in range(first, first + self.rules.decks)
            if self.rules.foundation_order[at][self.foundations[at]] == card
        )

    def _turn_stock(self) -> BuildingPosition:
        piles = self.piles
        face_down = self.face_down
        stock = self.stock
        waste = self.waste
        discarded = self.discarded
        if self.rules.deals_to_piles:
            takers = [number for number, pile in enumerate(piles, 1) if pile] or [1]
            dealt = dict(zip(takers, stock, strict=False))
            piles = tuple((*pile, dealt[number]) if number in dealt else pile for number, pile in enumerate(piles, 1))
            piles, face_down, discarded = self._discard_finished(piles, face_down, tuple(dealt))
            stock = stock[len(dealt) :]
        elif stock:
            cards = self.rules.stock.cards if self.rules.stock else 0
            waste += stock[:cards]
            stock = stock[cards:]
        else:
            stock, waste = waste, ()
        return BuildingPosition(self.rules, piles, face_down, self.foundations, stock, waste, discarded, self.cells)

    def _discard_finished(
        self, piles: tuple[Pile, ...], face_down: tuple[int, ...], numbers: tuple[int, ...]
    ) -> tuple[tuple[Pile, ...], tuple[int, ...], Pile]:
        """Discard finished runs of these piles; return the piles, face-down counts and discarded cards."""
        discarded = self.discarded
        for number in numbers:
            pile = piles[number - 1]
            hidden = face_down[number - 1]
            if len(pile) - hidden >= RUN and self._run_length(pile, hidden) >= RUN:
                rest = pile[:-RUN]
                discarded += pile[-RUN:]
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
