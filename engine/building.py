"""The mechanism of all building games: positions, their legal moves, and applying one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import BACK, Card, Hidden, Suit
from engine.deal import shuffled_pack
from engine.errors import PatienceError
from engine.moves import DRAW, FOUNDATION, STOCK, WASTE, Move, Transfer, transfer
from engine.position import Position, View
from engine.rules import SEQUENCE, BuildingRules, Stock

Pile = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BuildingPosition(Position):
    """A position of a building game.

    `face_down` counts each pile's hidden cards, which lie at its bottom. `foundations` counts the cards on each
    foundation; those of one suit lie together, the fuller first. The stock's next card is its first.
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
        """The first position of a deal: row by row, one card to each pile from left to right."""
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
    def home(self) -> int:
        return sum(self.foundations) + len(self.discarded)

    @property
    def pack(self) -> int:
        return 52 * self.rules.decks

    @property
    def in_play(self) -> int:
        """How many cards lie on the tableau."""
        return sum(map(len, self.piles))

    def legal_moves(self) -> list[Move]:  # noqa: C901, PLR0912 - the hot loop, kept in one pass over the piles
        going_home: list[Move] = []
        joining: list[Move] = []
        filling: list[Move] = []
        rules = self.rules
        seats, offers, run_next = rules.seats, rules.offers, rules.run_next
        ready = rules.ready(self.foundations)
        spaces: list[int] = []
        takers: dict[int, list[int]] = {}
        for number, pile in enumerate(self.piles, 1):
            if pile:
                takers.setdefault(offers[pile[-1]], []).append(number)
            else:
                spaces.append(number)

        for number, pile in enumerate(self.piles, 1):
            if not pile:
                continue
            card = pile[-1]
            if card in ready:
                going_home.append(transfer(number, FOUNDATION))
            count, most = 1, len(pile) - self.face_down[number - 1] if rules.runs_move else 1
            while True:
                if seats[card] in takers:
                    joining += [transfer(number, target, count) for target in takers[seats[card]] if target != number]
                # A whole pile in a space would change nothing.
                if spaces and count < len(pile) and (count == 1 or rules.runs_move_to_spaces):
                    filling += [transfer(number, space, count) for space in spaces]
                if count == most or run_next[pile[-count - 1]] != card:
                    break
                count += 1
                card = pile[-count]

        if self.waste:
            top = self.waste[-1]
            if top in ready:
                going_home.append(transfer(WASTE, FOUNDATION))
            if seats[top] in takers:
                joining += [transfer(WASTE, target) for target in takers[seats[top]]]
            if spaces:
                filling += [transfer(WASTE, space) for space in spaces]
        if self.stock:
            if rules.spaces_take_stock:
                filling += [transfer(STOCK, space) for space in spaces]
            if self._stock_is_open(spaces, going_home + joining):
                filling.append(DRAW)
        return going_home + joining + filling

    def play(self, move: Move) -> BuildingPosition:
        if not isinstance(move, Transfer):
            raise TypeError(f"{move} is no move of a building game")
        if move == DRAW and not self.rules.has_waste:
            return self._deal_row()
        source, target, count = move
        piles, face_down = self.piles, self.face_down
        stock, waste = self.stock, self.waste
        if source == WASTE:
            cards, waste = waste[-1:], waste[:-1]
        elif source == STOCK:
            cards, stock = stock[:1], stock[1:]
        else:
            pile = piles[source - 1]
            cards, rest = pile[-count:], pile[:-count]
            piles = (*piles[: source - 1], rest, *piles[source:])
            face_down = _turned_up(face_down, source, rest)
        foundations, discarded = self.foundations, self.discarded
        if target == FOUNDATION:
            at = self._foundation(cards[0])
            foundations = (*foundations[:at], foundations[at] + 1, *foundations[at + 1 :])
        elif target == WASTE:
            waste += cards
        else:
            piles = (*piles[: target - 1], piles[target - 1] + cards, *piles[target:])
        if not foundations:
            piles, face_down, discarded = self._without_finished(piles, face_down, (target,))
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
        at = self._foundation(card)
        return self.rules.foundation_order[at][self.foundations[at] - 1] if self.foundations[at] else None

    def warning(self, move: Move) -> PatienceError | None:
        """Warn of a move that leaves fewer cards than piles, so that a stock dealt only to full rows stays shut."""
        # What a deal leads to is hidden. It would have to finish six sequences at once to come to this.
        if move == DRAW or self.rules.stock is not Stock.DEAL or self.in_play < self.rules.piles:
            return None
        after = self.play(move)
        if not after.stock or after.in_play >= self.rules.piles:
            return None
        return PatienceError(
            "This leaves fewer cards than piles ({left} for {piles}). The stock is dealt only while no pile is empty, "
            "so the rest of it ({stock}) could never come out and the game could not be won.",
            left=after.in_play,
            piles=self.rules.piles,
            stock=len(after.stock),
        )

    def view(self) -> View:
        return View(
            piles=tuple(
                (BACK,) * hidden + pile[hidden:] for hidden, pile in zip(self.face_down, self.piles, strict=True)
            ),
            foundations=tuple(
                (Suit(at // self.rules.decks), order[count - 1] if count else None)
                for at, (order, count) in enumerate(zip(self.rules.foundation_order, self.foundations, strict=True))
            ),
            waste=self.waste if self.rules.has_waste else None,
            stock=len(self.stock),
            home=self.home,
            pack=self.pack,
        )

    def run_length(self, number: int) -> int:
        """How many face-up cards at the end of pile `number` form a run."""
        return self._run_length(self.piles[number - 1], self.face_down[number - 1])

    def stock_closer(self) -> Move | None:
        """A move that keeps a stock of the kind TO_WASTE_WHEN_STUCK closed."""
        return next(filter(self._closes_stock, self.legal_moves()), None)

    def _stock_is_open(self, spaces: list[int], moves: list[Move]) -> bool:
        if self.rules.stock is Stock.DEAL:
            return not spaces
        return self.rules.stock is not Stock.TO_WASTE_WHEN_STUCK or not any(map(self._closes_stock, moves))

    def _closes_stock(self, move: Move) -> bool:
        """Whether a move brings a top card home, or joins two sequences by a card that continues none yet."""
        if not isinstance(move, Transfer) or move.source <= WASTE:
            return False
        if move.target == FOUNDATION:
            return True
        pile = self.piles[move.source - 1]
        rules = self.rules
        lies_in_sequence = len(pile) > 1 and rules.offers[pile[-2]] == rules.seats[pile[-1]]
        return bool(self.piles[move.target - 1]) and not lies_in_sequence

    def _foundation(self, card: Card) -> int:
        """The foundation that takes a card: of two that would, the fuller, which comes first."""
        first = card.suit * self.rules.decks
        return next(
            at
            for at in range(first, first + self.rules.decks)
            if self.rules.foundation_order[at][self.foundations[at]] == card
        )

    def _deal_row(self) -> BuildingPosition:
        """One card of the stock on each pile, or on each that is not empty, as far as the stock goes."""
        takers = [number for number, pile in enumerate(self.piles, 1) if pile] or [1]
        dealt = dict(zip(takers, self.stock, strict=False))
        piles = tuple((*pile, dealt[number]) if number in dealt else pile for number, pile in enumerate(self.piles, 1))
        piles, face_down, discarded = self._without_finished(piles, self.face_down, tuple(dealt))
        stock = self.stock[len(dealt) :]
        return BuildingPosition(self.rules, piles, face_down, self.foundations, stock, self.waste, discarded)

    def _without_finished(
        self, piles: tuple[Pile, ...], face_down: tuple[int, ...], numbers: tuple[int, ...]
    ) -> tuple[tuple[Pile, ...], tuple[int, ...], Pile]:
        """Take the finished sequences off the ends of these piles; return piles, hidden cards and all discarded."""
        discarded = self.discarded
        for number in numbers:
            pile, hidden = piles[number - 1], face_down[number - 1]
            if len(pile) - hidden >= SEQUENCE and self._run_length(pile, hidden) >= SEQUENCE:
                rest = pile[:-SEQUENCE]
                discarded += pile[-SEQUENCE:]
                piles = (*piles[: number - 1], rest, *piles[number:])
                face_down = _turned_up(face_down, number, rest)
        return piles, face_down, discarded

    def _run_length(self, pile: Pile, hidden: int) -> int:
        run_next = self.rules.run_next
        most = len(pile) - hidden
        length = min(1, most)
        while length < most and run_next[pile[-length - 1]] == pile[-length]:
            length += 1
        return length


def _turned_up(face_down: tuple[int, ...], number: int, pile: Pile) -> tuple[int, ...]:
    """The counts of hidden cards after the top card of pile `number` turned up, where it was face down."""
    hidden = face_down[number - 1]
    if hidden == 0 or hidden < len(pile):
        return face_down
    return (*face_down[: number - 1], max(len(pile) - 1, 0), *face_down[number:])
