"""The list of moves under a board: one select, or a row of buttons if the board asks how many cards should move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.actions import Action
from bot.messages.drawing import Drawing
from bot.messages.labels import (
    cards_label,
    move_label,
    place_label,
    source_label,
    target_label,
    targets_label,
    with_text_suits,
)
from bot.messages.message import (
    BUTTONS_IN_A_ROW,
    LONGEST_CHOICE,
    MOST_CHOICES,
    ActionRow,
    Button,
    Choice,
    Select,
    shortened,
)
from bot.messages.question import cancel_button
from bot.messages.taps import tap_name
from engine import DRAW, STOCK, Card, Game, Hidden, Move, Place, Transfer

ALL = "all"
"""The value of the choice that leads back from one source's moves to all."""

_MOST_OF_A_SOURCE = MOST_CHOICES - 1  # one less, for the choice that leads back


def moves_from(game: Game, source: str) -> list[Transfer]:
    """The moves from a chosen source; none if the game has no such source."""
    return _sources(game.listed_moves()).get(source, [])


def which_move(drawing: Drawing) -> str:
    """Ask where the cards of the `narrowed` moves should go and, of a run, how many; explain how to answer."""
    position = drawing.game.position
    language = drawing.language
    moves = [move for move in drawing.overlay.narrowed if isinstance(move, Transfer)]
    longest, *others = sorted(set(map(position.moved_cards, moves)), key=len, reverse=True)
    cards = cards_label(longest, language)
    if others:
        asked = language.text("How many of {cards} should move, and where?", cards=cards)
    elif len(moves) > 1 and (drawing.style.is_spoken or not drawing.targets):
        places = targets_label(position, moves, language)
        asked = language.text("Where should {cards} go: {places}?", cards=cards, places=places)
    elif len(moves) > 1:
        asked = language.text("{cards} → press a blue button", cards=cards)
    else:  # the only move from there splits a run
        place = target_label(position, moves[0], language)
        asked = language.text("Split the run, and move {cards} to {place}?", cards=cards, place=place)
    lines = [drawing.style.readable(asked)]
    if not drawing.targets:
        lines.append(language.text("Choose below, or make another move."))
    elif drawing.overlay.is_first_question:
        button = tap_name(drawing, moves[0].source)
        lines.append(drawing.style.readable(language.text("Press {button} again to leave it.", button=button)))
    return "\n".join(lines)


def _sources(listed: Sequence[Move]) -> dict[str, list[Transfer]]:
    """The moves grouped by the place that they start from, each group short enough for a select.

    There are never more than 25 groups: a game has at most ten piles and a few other places, and a pile needs two
    groups only if a long run can move to two kinds of empty piles.
    """
    places: dict[Place, list[Transfer]] = {}
    for move in listed:
        if isinstance(move, Transfer) and move != DRAW:
            places.setdefault(move.source, []).append(move)
    return {
        f"from {place}" if start == 0 else f"from {place}, {start}": moves[start : start + _MOST_OF_A_SOURCE]
        for place, moves in places.items()
        for start in range(0, len(moves), _MOST_OF_A_SOURCE)
    }


class MoveList:
    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._board = drawing.current.board
        self._position = drawing.game.position
        self._style = drawing.style
        self._language = drawing.language

    def action_row(self) -> ActionRow:
        """Offer all moves but the draw, which has its own button, or only those that the board asks about.

        If there are too many moves for one select, offer the cards to move instead.
        """
        moves = [move for move in self._drawing.listed if move != DRAW]
        narrowed = () if self._drawing.targets else self._drawing.overlay.narrowed
        if 0 < len(narrowed) < BUTTONS_IN_A_ROW:
            return self._buttons(narrowed)
        if narrowed:
            back = Choice(ALL, self._language.text("Another card"))
            choices = [*map(self._move_choice, narrowed[:_MOST_OF_A_SOURCE]), back]
            return Select.to(Action.SOURCE, self._language.text("Where to?"), choices, game=self._board)
        if not moves:
            nothing = self._language.text("No cards can move")
            return Select.to(Action.MOVE, nothing, [Choice(ALL, nothing)], game=self._board, enabled=False)
        if len(moves) <= MOST_CHOICES:
            choices = [self._move_choice(move) for move in moves]
            return Select.to(Action.MOVE, self._language.text("Choose a move"), choices, game=self._board)
        choices = [self._source_choice(source, group) for source, group in _sources(moves).items()]
        return Select.to(Action.SOURCE, self._language.text("Which card?"), choices, game=self._board)

    def _buttons(self, moves: Sequence[Move]) -> tuple[Button, ...]:
        """A button for each of a few moves from one source, and one that leads back to all moves.

        To fit in a row on a phone, they have no emoji, and name the cards only if these differ. They are highlighted,
        because they are far below the tap that asks.
        """
        taken = set(map(self._position.moved_cards, moves))
        buttons = [
            Button.to(
                Action.MOVE,
                self._language,
                game=self._board,
                argument=str(move),
                label=with_text_suits(self._button_label(move, names_cards=len(taken) > 1)),
                emoji="",
            ).primary()
            for move in moves
        ]
        return (*buttons, cancel_button(self._board, self._language))

    def _button_label(self, move: Move, *, names_cards: bool) -> str:
        assert isinstance(move, Transfer), "moves that discard are not narrowed"
        target = target_label(self._position, move, self._language)
        if not names_cards:
            return target
        return f"{cards_label(self._position.moved_cards(move), self._language)} → {target}"

    def _move_choice(self, move: Move) -> Choice:
        position = self._position
        is_unseen = isinstance(move, Transfer) and move.source == STOCK
        note = self._language.text("you don't see the card first") if is_unseen else None
        label = move_label(position, move, self._language)
        return self._choice(str(move), label, position.moved_cards(move)[0], description=note)

    def _source_choice(self, source: str, moves: Sequence[Transfer]) -> Choice:
        """A source with its cards and their targets, or its only move."""
        if len(moves) == 1:
            return self._move_choice(moves[0])
        position = self._position
        label = source_label(position, moves, self._language)
        text = f"{label} · {place_label(moves[0].source, self._language)}"
        targets = dict.fromkeys(target_label(position, move, self._language) for move in moves)
        to = f"→ {', '.join(targets)}"
        most = max(moves, key=lambda move: move.cards)
        return self._choice(source, text, position.moved_cards(most)[0], description=to)

    def _choice(self, value: str, text: str, card: Card | Hidden, *, description: str | None = None) -> Choice:
        deck = self._style.faces
        return Choice(
            value=value,
            label=_choice_text(text),
            description=None if description is None else _choice_text(description),
            emoji=None if deck is None else deck.card(card),
        )


def _choice_text(text: str) -> str:
    return shortened(with_text_suits(text), LONGEST_CHOICE)
