"""The taps under a board: buttons for each pile and the waste that play the most promising move from there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import parse_number
from bot.messages.drawing import Drawing
from bot.messages.message import BUTTONS_IN_A_ROW, Button, button_rows
from bot.model.preferences import BoardView
from engine import WASTE, Card, Move, Position
from engine.moves import Promise
from engine.promise import best_moves, fills_space, moves_of
from engine.rules import DiscardingRules

_WASTE = "w"
"""The waste in custom ids, as in written moves."""


def tap_rows(drawing: Drawing) -> list[tuple[Button, ...]]:
    """Draw the taps in fixed places; disable those without a listed move.

    The waste comes last: in the last row of piles if there is room, otherwise in a row of its own.
    """
    tops = drawing.game.position.top_cards()
    buttons = {place: _tap(drawing, place, top) for place, top in tops.items()}
    waste = buttons.pop(WASTE, None)
    rows = button_rows(list(buttons.values()))
    if waste is None:
        return rows
    if len(rows[-1]) < BUTTONS_IN_A_ROW:
        return [*rows[:-1], (*rows[-1], waste)]
    return [*rows, (waste,)]


def tapped_moves(position: Position, place: int, listed: Sequence[Move]) -> list[Move]:
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
    return len(tapped) > 1 or any(position.promise(move) is Promise.SPLITTING for move in tapped)


def _moves_of_tap(position: Position, place: int, listed: Sequence[Move]) -> list[Move]:
    """The listed moves from a place, at most one of them to a space, and none that splits a run for a space."""
    moves = moves_of(place, listed)
    to_spaces = [move for move in moves if fills_space(position, move)]
    useful = [move for move in to_spaces if position.promise(move) is not Promise.SPLITTING]
    return [move for move in moves if move not in to_spaces or move in useful[:1]]


def parse_place(text: str) -> int:
    """Parse the place of a tap. Raises ValueError."""
    if text == _WASTE:
        return WASTE
    pile = parse_number(text, DiscardingRules.most_piles)
    if not pile:
        raise ValueError("piles count from 1")
    return pile


def place_name(place: int, language: Language) -> str:
    """Name a place on a button: a pile by its number alone.

    >>> from bot.language import find_language
    >>> place_name(3, find_language("en")), place_name(WASTE, find_language("en"))
    ('3', 'Waste')
    """
    return language.text("Waste") if place == WASTE else str(place)


def _tap(drawing: Drawing, place: int, top: Card | None) -> Button:
    """A tap, with a question mark if it asks which cards should move, or where to.

    In the emoji view it shows only the top card, so that five taps fit in a row on a phone. An empty pile shows an
    empty place there, because its number would look like a card.
    """
    style = drawing.style
    position = drawing.game.position
    moves = tapped_moves(position, place, drawing.listed)
    question_mark = "?" if asks(position, moves) else ""
    deck = style.deck if style.view is BoardView.EMOJI else None
    is_empty_waste = place == WASTE and top is None
    emoji = "" if deck is None or is_empty_waste else deck.card(top)
    return Button.to(
        Action.TAP,
        style.language,
        game=drawing.current.board,
        argument=_WASTE if place == WASTE else str(place),
        label=question_mark if emoji else place_name(place, style.language) + question_mark,
        emoji=emoji,
    ).enabled_if(moves)
