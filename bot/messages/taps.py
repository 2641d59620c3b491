"""The taps under a board: buttons for each pile and the waste that play the most promising move from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import ceil
from string import digits

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.drawing import Drawing, MenuPage, lit_targets
from bot.messages.message import BUTTONS_IN_A_ROW, Button, button_rows
from engine import DRAW, WASTE, Card, Kind, Move, Place, Position, Transfer
from engine import parse_place as parse_any_place
from engine.building import BuildingPosition
from engine.promise import Promise, best_moves, fills_space, joins_suit, moves_of, promise
from engine.rules import DiscardingRules

_ROOM_FOR_LABELS = 4
"""Letters that fit beside five faces on a narrow phone (375 pixels), counting the gap before each label as one."""

_TAPPED = (Kind.PILE, Kind.WASTE, Kind.CELL)


def tap_rows(drawing: Drawing) -> list[tuple[Button, ...]]:
    """Draw the taps in fixed places; disable those without a listed move.

    The waste and the cells come last: in the last row of piles if there is room, otherwise in a row of their own.
    """
    piles: list[Button] = []
    others: list[Button] = []
    tops = drawing.game.position.top_cards()
    counts = Counter(top for place, top in tops.items() if place.kind is Kind.PILE)
    for place, top in tops.items():
        is_twin = top is not None and counts[top] > 1 and place.kind is Kind.PILE
        (piles if place.kind is Kind.PILE else others).append(_tap(drawing, place, top, is_twin=is_twin))
    height = ceil(len(piles) / BUTTONS_IN_A_ROW)
    is_shared = len(piles) + len(others) <= height * BUTTONS_IN_A_ROW
    width = BUTTONS_IN_A_ROW if is_shared else ceil(len(piles) / height)
    rows = [tuple(piles[start : start + width]) for start in range(0, len(piles), width)]
    if not all(map(_fits, rows)):
        rows = [tuple(map(_without_number, row)) for row in rows]
    return [*rows[:-1], (*rows[-1], *others)] if is_shared else [*rows, *button_rows(others)]


def _fits(row: Sequence[Button]) -> bool:
    """Whether a row of faces and the numbers beside them stays in one line on a phone."""
    return len(row) < BUTTONS_IN_A_ROW or sum(len(each.label) + 1 for each in row if each.label) <= _ROOM_FOR_LABELS


def _without_number(button: Button) -> Button:
    """A button that shows a face without the number beside it."""
    return button._replace(label=button.label.lstrip(digits)) if button.emoji else button


def tapped_moves(position: Position, place: Place, listed: Sequence[Move]) -> list[Move]:
    """Return the listed move of a tap, or those to choose from; none if nothing can move.

    A choice includes the less promising moves, too, if all have buttons of their own or fit in a row. Moves to a space
    come last.
    """
    moves = _moves_of_tap(position, place, listed)
    best = best_moves(position, moves)
    if len(best) < 2:
        return best
    can_offer_all = len(moves) < BUTTONS_IN_A_ROW or lit_targets(position, moves)
    return sorted(moves if can_offer_all else best, key=partial(fills_space, position))


def asks(position: Position, tapped: Sequence[Move]) -> bool:
    """Check whether a tap asks before it moves: which of several moves to play, or whether to split a run."""
    return len(tapped) > 1 or any(promise(position, move) is Promise.SPLITTING for move in tapped)


def _moves_of_tap(position: Position, place: Place, listed: Sequence[Move]) -> list[Move]:
    """The listed moves from a place, at most one of them to a space.

    Leave out moves that split a run to fill a space, or to join a run that would end up no longer than this one, unless
    only draws remain besides.
    """
    is_stuck = all(move == DRAW or _splits_for_nothing(position, move) for move in listed)
    moves = [move for move in moves_of(place, listed) if is_stuck or not _splits_for_nothing(position, move)]
    to_spaces = [move for move in moves if fills_space(position, move)]
    return [move for move in moves if move not in to_spaces[1:]]


def _splits_for_nothing(position: Position, move: Move) -> bool:
    if promise(position, move) is not Promise.SPLITTING or not isinstance(position, BuildingPosition):
        return False
    assert isinstance(move, Transfer), "only transfers split"
    longest = position.cards_together(move.source)
    is_longer = position.cards_together(move.target) + move.cards > longest
    return fills_space(position, move) or (joins_suit(position, move) and not is_longer)


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


def tap_name(drawing: Drawing, place: Place) -> str:
    """Name the button of a place that is not empty as it looks."""
    card = drawing.game.position.top_cards()[place]
    return place_name(place, drawing.language) if _face(drawing, place, card) is None else str(card)


def _face(drawing: Drawing, place: Place, top: Card | None) -> discord.PartialEmoji | None:
    """The card on a button or, for an empty pile, an empty place; None if the button names its place instead.

    Five faces fit in a row on a phone. The number of an empty pile would look like a card.
    """
    deck = drawing.style.faces
    names_place = top is None and place.kind is not Kind.PILE
    return None if deck is None or names_place else deck.card(top)


def _tap(drawing: Drawing, place: Place, top: Card | None, *, is_twin: bool) -> Button:
    """A tap, with a question mark if it asks which cards should move, or where to.

    The number tells piles apart that end with the same card. While the board asks where to, the taps of targets answer
    it, that of the source cancels the question, and the others show only their cards.
    """
    language = drawing.language
    moves = tapped_moves(drawing.game.position, place, drawing.listed)
    face = _face(drawing, place, top)
    answer = drawing.targets.get(place)
    is_source = place in {move.source for move in drawing.targets.values()}
    is_live = answer is not None or is_source or bool(moves and not drawing.targets)
    name = place_name(place, language) if face is None or (is_twin and is_live) else ""
    button = partial(Button.to, language=language, game=drawing.current.board, emoji=face or "")
    if answer is not None:
        return button(Action.MOVE, argument=str(answer), label=name).primary()
    label = f"{name}?" if is_live and asks(drawing.game.position, moves) else name
    if is_source:
        return button(Action.MENU, argument=MenuPage.CLOSED, label=label)
    return button(Action.TAP, argument=str(place), label=label).enabled_if(is_live)
