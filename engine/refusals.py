"""Explain to players why a move is illegal, or why the bot will not play moves for them.

`legal_moves` alone decides what is legal; these functions only explain moves that are not. They never name a hidden
card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.discarding import DiscardingPosition
from engine.errors import ClosedStockError, IllegalMoveError, PatienceError
from engine.moves import DRAW, Discard, Move, Transfer, shift, transfer
from engine.places import CELL, FOUNDATION, STOCK, WASTE, Kind, Place
from engine.position import Position
from engine.rules import Build, Opens, Together


@singledispatch
def refusal(position: Position, move: Move) -> IllegalMoveError:
    raise NotImplementedError(position, move)


@refusal.register
def _building_refusal(position: BuildingPosition, move: Move) -> IllegalMoveError:
    if isinstance(move, Discard):
        transfers = (legal for legal in position.legal_moves() if isinstance(legal, Transfer) and legal != DRAW)
        example = next(transfers, shift(3, 5))
        return IllegalMoveError(
            "Here you move cards from pile to pile. Try {example}, not {move}.", example=example, move=move
        )
    if move == DRAW:
        return _closed_stock(position)
    return next(_reasons(position, move))


@refusal.register
def _discarding_refusal(position: DiscardingPosition, move: Move) -> IllegalMoveError:
    if move == DRAW:
        return IllegalMoveError("Nothing to draw: empty piles refill automatically.")
    if not isinstance(move, Discard):
        example = next(iter(position.legal_moves()), Discard((2, 7)))
        return IllegalMoveError("Here you discard cards instead of moving them. Try {example}.", example=example)
    for number in move.piles:
        if not 1 <= number <= len(position.piles):
            return no_such_pile(number, len(position.piles))
        if position.piles[number - 1] is None:
            return IllegalMoveError("Pile {pile} is empty.", pile=number)
    cards = position.moved_cards(move)
    return _no_set(position, cards[0], " + ".join(map(str, cards)))


def warning(position: Position, move: Move) -> PatienceError | None:
    """Warn of a legal move after which the stock can never be dealt: it leaves fewer cards than piles."""
    # Deals get no warning: their cards are hidden, and a deal would have to finish six runs at once to get here.
    if not isinstance(position, BuildingPosition) or position.rules.opens is not Opens.WITHOUT_SPACES or move == DRAW:
        return None
    after = position.play(move)
    piles = position.rules.piles
    if not after.stock or not after.tableau_cards < piles <= position.tableau_cards:
        return None
    return PatienceError(
        "Careful: this leaves {left} cards for {piles} piles. You can deal only when every pile has a "
        "card, so the last {stock} stock cards would be stuck and the game lost.",
        left=after.tableau_cards,
        piles=piles,
        stock=len(after.stock),
    )


def nothing_goes_home(position: Position) -> IllegalMoveError:
    """Explain why no card can go home."""
    if not position.rules.has_foundations:
        return IllegalMoveError("This game has no foundations, so no card can go home.")
    return IllegalMoveError("No card can go home right now.")


def finish_refusal(position: Position, *, plainly: bool) -> IllegalMoveError:
    """Explain why the bot cannot win the game in one step."""
    if plainly:
        return IllegalMoveError("I can't win it for you yet: simple moves alone don't win from here.")
    if position.hides_cards:
        return IllegalMoveError("I can't win it for you yet: some cards are still face down or in the stock.")
    return IllegalMoveError("I can't win it for you yet: you still have choices to make.")


def _no_set(position: DiscardingPosition, card: Card, cards: str) -> IllegalMoveError:
    """Explain which set a card belongs to."""
    partners = next(list(ranks) for ranks in position.rules.sets if card.rank in ranks)
    if partners == [card.rank] * 4:
        return IllegalMoveError("{cards} isn't a set: {rank}s go only as four of a kind.", cards=cards, rank=card.rank)
    partners.remove(card.rank)
    if len(partners) == 1:
        return IllegalMoveError(
            "{cards} isn't a set: {card} pairs with any {partner}.", cards=cards, card=card, partner=partners[0]
        )
    return IllegalMoveError(
        "{cards} isn't a set: {card} goes only with {partners}.",
        cards=cards,
        card=card,
        partners=" + ".join(map(str, partners)),
    )


def _closed_stock(position: BuildingPosition) -> IllegalMoveError:
    stock = position.rules.stock
    if stock is None:
        return IllegalMoveError("This game has no stock and no waste.")
    if position.is_stock_spent:
        return _empty_stock(position)
    if stock.opens is Opens.WITHOUT_SPACES:
        return _closed_by_spaces(position)
    closer = position.stock_closing_move()
    assert isinstance(closer, Transfer), "something keeps a closed stock closed"
    values = {"card": position.at(closer.source)[-1], "source": closer.source.number}
    if closer.target == FOUNDATION:
        return ClosedStockError("You can't draw yet: {card} (pile {source}) can go home.", **values)
    return ClosedStockError(
        "You can't draw yet: {card} (pile {source}) can go on {top} (pile {target}).",
        top=position.at(closer.target)[-1],
        target=closer.target.number,
        **values,
    )


def _closed_by_spaces(position: BuildingPosition) -> ClosedStockError:
    if position.tableau_cards < len(position.piles):
        return ClosedStockError("You can't deal any more: there are too few cards to cover every pile.")
    spaces = [number for number, pile in enumerate(position.piles, 1) if not pile]
    if len(spaces) == 1:
        return ClosedStockError("You can't deal while pile {pile} is empty.", pile=spaces[0])
    return ClosedStockError("You can't deal while there are empty piles: {piles}.", piles=", ".join(map(str, spaces)))


def _empty_stock(position: BuildingPosition) -> IllegalMoveError:
    if position.rules.redeals:
        return IllegalMoveError("The stock and the waste are empty.")
    return IllegalMoveError("The stock is empty, and you go through it only once.")


def no_such_pile(number: int, piles: int) -> IllegalMoveError:
    return IllegalMoveError("There is no pile {pile}: the piles are 1 to {piles}.", pile=number, piles=piles)


def _reasons(position: BuildingPosition, move: Transfer) -> Iterator[IllegalMoveError]:
    """Yield the reasons against a move, the plainest first; each check relies on the earlier ones having passed."""
    yield from _invalid_places(position, move)
    yield from _nothing_there(position, move)
    if move.cards > 1:
        yield from _too_many(position, move)
    if move.target == FOUNDATION:
        yield _not_next_home(position, move)
    if move.target == CELL:
        yield IllegalMoveError("Every cell is taken.")
    yield _does_not_fit(position, move)


def _invalid_places(position: BuildingPosition, move: Transfer) -> Iterator[IllegalMoveError]:
    source, target, _ = move
    for place in (source, target):
        yield from _no_such_place(position, place)
    if source.kind is Kind.FOUNDATION and not position.rules.foundations_return:
        yield IllegalMoveError("Cards on the foundations stay there.")
    if target in (STOCK, WASTE):
        yield IllegalMoveError("You can't move cards back to the stock or waste.")
    if source == target or source.kind is target.kind is not Kind.PILE:
        yield IllegalMoveError("{move} doesn't move anything. Name two different piles.", move=move)
    if source.kind in (Kind.CELL, Kind.FOUNDATION) and not source.number:
        yield _unnamed(position, move)
    if source == STOCK and not position.rules.has_waste:
        yield IllegalMoveError("You can't move stock cards directly. Deal a row instead.")
    if source == STOCK and position.rules.stock and not position.rules.stock.fills_spaces:
        yield IllegalMoveError("You can't move stock cards directly. Draw first.")


def _no_such_place(position: BuildingPosition, place: Place) -> Iterator[IllegalMoveError]:
    rules = position.rules
    kind, number = place
    if kind is Kind.PILE and number > rules.piles:
        yield no_such_pile(number, rules.piles)
    if kind in (Kind.STOCK, Kind.WASTE) and rules.stock is None:
        yield IllegalMoveError("This game has no stock and no waste.")
    if kind is Kind.WASTE and not rules.has_waste:
        yield IllegalMoveError("This game has no waste: you deal the stock onto the piles.")
    if kind is Kind.FOUNDATION and not rules.has_foundations:
        yield IllegalMoveError("This game has no foundations. Full runs are discarded automatically.")
    if kind is Kind.CELL and not rules.cells:
        yield IllegalMoveError("This game has no cells.")
    if kind is Kind.CELL and number > rules.cells:
        yield IllegalMoveError("There is no cell {cell}: the cells are 1 to {cells}.", cell=number, cells=rules.cells)


def _unnamed(position: BuildingPosition, move: Transfer) -> IllegalMoveError:
    """Name what a move from an unspecified cell or foundation may mean: legal moves, else moves of a card, else all."""
    meant = [move._replace(source=place) for place in position.view().places() if place.kind is move.source.kind]
    legal = position.legal_moves()
    held = [each for each in meant if position.at(each.source)]
    examples = [each for each in meant if each in legal] or held or meant
    return IllegalMoveError(
        "{move} doesn't say which card. Type {examples}.", move=move, examples=" / ".join(map(str, examples))
    )


def _nothing_there(position: BuildingPosition, move: Transfer) -> Iterator[IllegalMoveError]:
    source, target, _ = move
    if source == STOCK:
        if not position.stock:
            yield _empty_stock(position)
        if target.kind is not Kind.PILE or position.at(target):
            yield IllegalMoveError("A stock card can only go to the waste or to an empty pile.")
    elif not position.at(source):
        if source == WASTE and DRAW in position.legal_moves():
            yield IllegalMoveError("The waste is empty: draw a card first.")
        match source.kind:
            case Kind.WASTE:
                yield IllegalMoveError("The waste is empty.")
            case Kind.CELL:
                yield IllegalMoveError("Cell {cell} is empty.", cell=source.number)
            case Kind.FOUNDATION:
                yield IllegalMoveError("No card is on that foundation.")
            case _:
                yield IllegalMoveError("Pile {pile} is empty.", pile=source.number)


def _too_many(position: BuildingPosition, move: Transfer) -> Iterator[IllegalMoveError]:
    """Explain why several cards do not move together."""
    source, target, count = move
    rules = position.rules
    if rules.together is Together.ONE:
        yield IllegalMoveError("In this game you move one card at a time.")
    if source.kind is not Kind.PILE or target.kind is not Kind.PILE:
        yield IllegalMoveError("You can move several cards at once only from pile to pile.")
    pile = position.at(source)
    hidden = position.face_down[source.number - 1]
    if count > len(pile) - hidden:
        yield IllegalMoveError(
            "Pile {pile} doesn't have that many face-up cards, only {cards}.",
            pile=source.number,
            cards=len(pile) - hidden,
        )
    moving = position.cards_together(source)
    if count > moving:
        values = {"move": move, "lower": pile[-moving], "upper": pile[-moving - 1]}
        if rules.together is Together.RUN:
            yield IllegalMoveError("{move} isn't a run: {lower} doesn't follow {upper} in suit.", **values)
        yield IllegalMoveError("{move} isn't a sequence: {lower} doesn't fit on {upper}.", **values)
    spaces = sum(not each for each in position.piles)
    most_onto, most_into = rules.most_together or rules.room(position.cells.count(None), spaces)
    most = most_onto if position.at(target) else most_into
    if count > most and rules.together is Together.CARRIED:
        yield IllegalMoveError(
            "Too many cards at once: {count}, but your empty cells and piles carry only {most}.", count=count, most=most
        )
    if count > most:
        yield IllegalMoveError("Only one card at a time can go to an empty pile.")


def _not_next_home(position: BuildingPosition, move: Transfer) -> IllegalMoveError:
    """Explain why a card does not go home."""
    card = position.moved_cards(move)[0]
    assert isinstance(card, Card)
    wanted = sorted(other for other in position.rules.next_home(position.foundations) if other.suit is card.suit)
    if not wanted:
        return IllegalMoveError("{card} can't go home: its foundations are full.", card=card)
    return IllegalMoveError(
        "{card} can't go home yet. Next in its suit: {wanted}.",
        card=card,
        wanted=" / ".join(map(str, wanted)),
    )


def _does_not_fit(position: BuildingPosition, move: Transfer) -> IllegalMoveError:
    """Explain why a card does not go onto a pile."""
    rules = position.rules
    pile = position.at(move.target)
    card = position.moved_cards(move)[0]
    assert isinstance(card, Card), "stock cards were refused before"
    if not pile and not rules.fills_space[card]:
        return IllegalMoveError("{card} can't go to an empty pile: only a king can.", card=card)
    if not pile:
        return IllegalMoveError("Moving all of pile {pile} to an empty pile changes nothing.", pile=move.source.number)
    top = pile[-1]
    lower = rules.next_in_run[top]
    if lower is None:
        return IllegalMoveError("{card} can't go on {top}: nothing goes on an ace.", card=card, top=top)
    if rules.bases_dealt and lower.rank is rules.foundation_base:
        return IllegalMoveError("Nothing can go on {top}: {wanted} is already home.", top=top, wanted=lower)
    return _wrong_card(position, move, card, top)


def _wrong_card(position: BuildingPosition, move: Transfer, card: Card, top: Card) -> IllegalMoveError:
    """Name the cards that go on the top card, or how many to move for one of them."""
    fitting = _with_fitting_count(position, move)
    if fitting is not None and fitting not in position.legal_moves():
        return next(_too_many(position, fitting))
    if fitting is not None:
        return IllegalMoveError(
            "{card} can't go on {top}, but {other} can: try {move}.",
            card=card,
            top=top,
            other=position.moved_cards(fitting)[0],
            move=fitting,
        )
    rules = position.rules
    wanted = [each for each in CARDS if rules.build_keys[each] == rules.accepted_keys[top]]
    if rules.build is Build.ANY_SUIT:
        return IllegalMoveError("{card} can't go on {top}. Any {rank} can.", card=card, top=top, rank=wanted[0].rank)
    return IllegalMoveError(
        "{card} can't go on {top}. Only {wanted} can.", card=card, top=top, wanted=" / ".join(map(str, wanted))
    )


def _with_fitting_count(position: BuildingPosition, move: Transfer) -> Transfer | None:
    """Return the move with a number of cards that fits the target, even if it is too many; None if none fits."""
    if move.source.kind is not Kind.PILE:
        return None
    rules = position.rules
    wanted = rules.accepted_keys[position.at(move.target)[-1]]
    together = position.at(move.source)[-position.cards_together(move.source) :]
    counts = (count for count in range(1, len(together) + 1) if rules.build_keys[together[-count]] == wanted)
    return next((transfer(move.source, move.target, count) for count in counts), None)
