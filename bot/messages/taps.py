"""The taps under a board: buttons for each pile and the waste that play the most promising move from there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.drawing import Drawing
from bot.messages.message import BUTTONS_IN_A_ROW, Button, button_rows
from bot.model.preferences import BoardView
from engine import WASTE, Card, Kind, Move, Place, Position
from engine import parse_place as parse_any_place
from engine.promise import Promise, best_moves, fills_space, moves_of, promise
from engine.rules import DiscardingRules

_TAPPED = (Kind.PILE, Kind.WASTE, Kind.CELL)


def tap_rows(drawing: Drawing) -> list[tuple[Button, ...]]:
    """Draw the taps in fixed places; disable those without a listed move.

    The waste and the cells come last: in the last row of piles if there is room, otherwise in a row of their own.
    """
    piles: list[Button] = []
    others: list[Button] = []
    for place, top in drawing.game.position.top_cards().items():
        (piles if place.kind is Kind.PILE else others).append(_tap(drawing, place, top))
    rows = button_rows(piles)
    if len(rows[-1]) + len(others) <= BUTTONS_IN_A_ROW:
        return [*rows[:-1], (*rows[-1], *others)]
    return [*rows, *button_rows(others)]


def tapped_moves(position: Position, place: Place, listed: Sequence[Move]) -> list[Move]:
    """Return the listed move of a tap, or those to choose from; none if nothing can move.

    If all moves of the tap fit in a row, a choice includes the less promising ones. Moves to a space come last.
    """
    moves = _moves_of_tap(position, place, listed)
    best = best_moves(position, moves)
    if len(best) < 2:
        return best
    can_offer_all = len(moves) < BUTTONS_IN_A_ROW  # room for *Cancel*
    return sorted(moves if can_offer_all else best, key=partial(fills_space, position))


def asks(position: Position, tapped: Sequence[Move]) -> bool:
    """Check whether a tap asks before it moves: which of several moves to play, or whether to split a run."""
    return len(tapped) > 1 or any(promise(position, move) is Promise.SPLITTING for move in tapped)


def _moves_of_tap(position: Position, place: Place, listed: Sequence[Move]) -> list[Move]:
    """The listed moves from a place, at most one of them to a space, and none that splits a run for a space."""
    moves = moves_of(place, listed)
    to_spaces = [move for move in moves if fills_space(position, move)]
    useful = [move for move in to_spaces if promise(position, move) is not Promise.SPLITTING]
    return [move for move in moves if move not in to_spaces or move in useful[:1]]


def parse_place(text: str) -> Place:
    """Parse the place of a tap: a pile, the waste or a cell, as in written moves. Raises ValueError."""
    place = parse_any_place(text)
    is_whole = str(place) == text and (place == WASTE or place.number > 0)
    if not is_whole or place.kind not in _TAPPED or place.number > DiscardingRules.most_piles:
        raise ValueError(f"{text!r} is not a place that can be tapped")
    return place


def place_name(place: Place, language: Language) -> str:
    """Name a place on a button: a pile by its number alone.

    >>> from bot.language import find_language
    >>> [place_name(parse_place(text), find_language("en")) for text in ("3", "w", "c2")]
    ['3', 'Waste', 'c2']
    """
    return language.text("Waste") if place == WASTE else str(place)


def _tap(drawing: Drawing, place: Place, top: Card | None) -> Button:
    """A tap, with a question mark if it asks which cards should move, or where to.

    In the emoji view it shows only the top card, so that five taps fit in a row on a phone. An empty pile shows an
    empty place there, because its number would look like a card.
    """
    style = drawing.style
    position = drawing.game.position
    moves = tapped_moves(position, place, drawing.listed)
    question_mark = "?" if asks(position, moves) else ""
    deck = style.deck if style.view is BoardView.EMOJI else None
    names_place = top is None and place.kind is not Kind.PILE
    emoji = "" if deck is None or names_place else deck.card(top)
    return Button.to(
        Action.TAP,
        style.language,
        game=drawing.current.board,
        argument=str(place),
        label=question_mark if emoji else place_name(place, style.language) + question_mark,
        emoji=emoji,
    ).enabled_if(moves)
