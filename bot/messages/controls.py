"""The controls under a board: every legal move in at most two presses, undo and redo, and a menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.messages.actions import Action
from bot.messages.ending import analyse_button, challenge_button, ending_buttons, is_deal_lost_too, lost_buttons
from bot.messages.labels import cards_label, move_label, place_label, stock_verb, target_label, with_text_suits
from bot.messages.message import LONGEST_CHOICE, MOST_CHOICES, Button, Choice, Row, Select
from bot.messages.style import Style
from bot.model.game import UserGame
from bot.model.transcripts import TranscriptAction, ends_with_hint, price
from engine import (
    DRAW,
    STOCK,
    Card,
    Game,
    Hidden,
    Move,
    Solution,
    Status,
    Transfer,
    UnsafeHomeError,
    Verdict,
    finishing_moves,
    home_moves,
)
from engine.moves import Promise


@dataclass(frozen=True)
class Overlay:
    """What a board shows on top of its game until the next press. None of it is stored.

    `source` is the choice in the select of cards to move, `warned_move` a move that awaits confirmation, and
    `unsafe_home` the reason why no card went home.
    """

    source: str = ""
    menu: bool = False
    warned_move: Move | None = None
    unsafe_home: UnsafeHomeError | None = None
    hint: Solution | None = None


def controls(
    current: UserGame,
    style: Style,
    overlay: Overlay,
    *,
    is_late: bool = False,
    is_secret: bool = False,
    is_public: bool = False,
    back: Button | None = None,
) -> tuple[Row, ...]:
    """The components under a board, for this version of its game only.

    `is_late` means that a ranked attempt took too long to count, `is_secret` that others may still play the deal for a
    rank, `is_public` that others see the board and can play its deal; `back` leads to a game that waits on the shelf.
    """
    drawn = _Controls(current, style, is_late=is_late, is_secret=is_secret, is_public=is_public, back=back)
    return drawn.rows(overlay)


def moves_from(game: Game, source: str) -> list[Transfer]:
    """The moves of a chosen source; none if the game has no such source."""
    return _sources(game.listed_moves()).get(source, [])


def _sources(listed: Sequence[Move]) -> dict[str, list[Transfer]]:
    """The moves grouped by the place that they start from, each group short enough for a select.

    There are never more than 25 groups: a game has at most ten piles, a waste and a stock, and a pile needs two groups
    only if a long run can move to two kinds of spaces. Discards never need groups: thirteen cards form at most 22 sets.
    """
    places: dict[int, list[Transfer]] = {}
    for move in listed:
        if isinstance(move, Transfer) and move != DRAW:
            places.setdefault(move.source, []).append(move)
    return {
        f"from {place}" if start == 0 else f"from {place}, {start}": moves[start : start + MOST_CHOICES]
        for place, moves in places.items()
        for start in range(0, len(moves), MOST_CHOICES)
    }


class _Controls:
    def __init__(
        self,
        current: UserGame,
        style: Style,
        *,
        is_late: bool,
        is_secret: bool,
        is_public: bool,
        back: Button | None,
    ) -> None:
        self._current = current
        self._game = current.game
        self._listed = current.game.listed_moves()
        self._style = style
        self._language = style.language
        self._button = partial(Button.to, language=style.language, game=current.board)
        self._is_playing = current.game.status is Status.PLAYING
        self._is_late = is_late
        self._is_secret = is_secret
        self._is_public = is_public
        self._back = () if back is None else (back,)

    def rows(self, overlay: Overlay) -> tuple[Row, ...]:
        if overlay.warned_move is not None:
            return (self._confirmation(overlay.warned_move),)
        # There is room for five rows: an open menu replaces the second select.
        rows: list[Row] = [*self._selects("" if overlay.menu else overlay.source), self._buttons(overlay)]
        others = (*self._challenge(overlay.hint), *self._back)
        if self._is_playing:
            rows.append((*self._help(overlay), *others))
        elif others:
            rows.append(others)
        if overlay.menu:
            rows += self._menu(beside=rows)
        return tuple(rows)

    def _challenge(self, hint: Solution | None) -> tuple[Button, ...]:
        """The button with which others can play the deal of a public board, unless the deal is proven impossible."""
        current = self._current
        game = self._game
        is_shown = self._is_public and not current.is_guided and (self._is_playing or bool(game.steps))
        is_lost = hint is not None and hint.verdict is Verdict.IMPOSSIBLE
        is_impossible = current.is_deal_impossible or (is_lost and is_deal_lost_too(game))
        is_offered = is_shown and game.status is not Status.WON and not is_impossible
        return (challenge_button(current, self._language),) if is_offered else ()

    def _confirmation(self, move: Move) -> tuple[Button, ...]:
        return (
            self._button(Action.PLAY, argument=str(move), style=discord.ButtonStyle.danger),
            self._button(Action.MENU, label=self._language.text("Cancel"), emoji="↩️", argument="close"),
        )

    def _selects(self, source: str) -> list[Row]:
        """One select of moves if they fit; else one of sources, and one of the moves from the chosen source."""
        moves = [move for move in self._listed if move != DRAW]  # the draw has a button
        if not moves:
            return []
        if len(moves) <= MOST_CHOICES:
            return [self._move_select(moves, self._language.text("Choose a move"))]
        sources = _sources(moves)
        choices = [self._source_choice(each, moves, chosen=each == source) for each, moves in sources.items()]
        from_where = self._language.text("Which card?")
        rows: list[Row] = [Select.to(Action.SOURCE, from_where, choices, game=self._current.board)]
        if source in sources:
            rows.append(self._move_select(sources[source], self._language.text("Where to?")))
        return rows

    def _move_select(self, moves: Sequence[Move], placeholder: str) -> Select:
        choices = [self._move_choice(move) for move in moves]
        return Select.to(Action.MOVE, placeholder, choices, game=self._current.board)

    def _move_choice(self, move: Move) -> Choice:
        position = self._game.position
        # To an empty pile, a move may well help the next one.
        is_idle = position.promise(move) is Promise.SIDEWAYS and position.target_card(move) is not None
        note = self._language.text("gains nothing by itself") if is_idle else None
        if isinstance(move, Transfer) and move.source == STOCK:
            note = self._language.text("straight from the stock, unseen")
        return self._choice(
            str(move), move_label(position, move, self._language), position.moved_cards(move)[0], description=note
        )

    def _source_choice(self, source: str, moves: Sequence[Transfer], *, chosen: bool) -> Choice:
        """A source with its cards and where they can go, or its only move."""
        if len(moves) == 1:
            return self._move_choice(moves[0])
        position = self._game.position
        cards = max((position.moved_cards(move) for move in moves), key=len)
        label = cards_label(cards, self._language)
        if any(move.cards < len(cards) for move in moves):
            label = self._language.text("{cards} or fewer", cards=label)
        text = f"{label} · {place_label(moves[0].source, self._language)}"
        targets = dict.fromkeys(target_label(position, move, self._language) for move in moves)
        to = f"→ {', '.join(targets)}"
        return self._choice(source, text, cards[0], description=to, chosen=chosen)

    def _choice(
        self, value: str, text: str, card: Card | Hidden, *, description: str | None = None, chosen: bool = False
    ) -> Choice:
        deck = self._style.deck if self._style.view.has_embeds else None
        return Choice(
            value=value,
            label=_shortened(text),
            description=None if description is None else _shortened(description),
            emoji=None if deck is None else deck.card(card),
            chosen=chosen,
        )

    def _buttons(self, overlay: Overlay) -> tuple[Button, ...]:
        """Draw or deal, home, undo, redo and menu; or what comes after a finished game."""
        if self._is_playing:
            buttons = [*self._draw_and_home(overlay), *self._undo_and_redo()]
        else:
            buttons = ending_buttons(self._current, self._language, is_late=self._is_late, is_secret=self._is_secret)
        if overlay.menu:
            menu = self._button(Action.MENU, label=self._language.text("Close menu"), emoji="✖️", argument="close")
        else:
            menu = self._button(Action.MENU)
        return (*buttons, menu)

    def _help(self, overlay: Overlay) -> tuple[Button, ...]:
        """Hint, or what to do with the hint shown; and finish, when there is nothing left to decide."""
        hint = overlay.hint
        buttons = []
        if hint is not None and hint.moves:
            may_win = hint.verdict is not Verdict.IMPOSSIBLE
            buttons.append(self._button(Action.MOVE, argument=str(hint.moves[0]), primary=may_win))
        else:
            label = None
            if not ends_with_hint(self._current.transcript or ""):  # the same hint again costs nothing
                label = self._priced(Action.HINT, TranscriptAction.HINT)
            buttons.append(self._button(Action.HINT, label=label, primary=self._current.is_guided))
        if hint is not None and hint.verdict is Verdict.IMPOSSIBLE:
            buttons += lost_buttons(self._current, self._language)
        if finishing_moves(self._game.position):
            buttons.append(self._button(Action.FINISH, primary=True))
        return tuple(buttons)

    def _draw_and_home(self, overlay: Overlay) -> list[Button]:
        """Draw or deal, and home; at most one of them stands out, and none beside a hint."""
        game, buttons = self._game, []
        can_stand_out = not self._current.is_ranked and not (overlay.hint and overlay.hint.moves)
        stock = stock_verb(game.variant.rules, self._language)
        if stock is not None:
            is_all = self._listed == [DRAW]
            buttons.append(
                self._button(Action.DRAW, label=stock, enabled=DRAW in self._listed, primary=is_all and can_stand_out)
            )
        if game.view().foundations:
            # If no card is safe at home, a press says which cards could go.
            can_go = game.position.promise(self._listed[0]) is Promise.HOME
            is_safe = can_go and can_stand_out and bool(home_moves(game.position))
            buttons.append(self._button(Action.HOME, enabled=can_go, primary=is_safe))
        return buttons

    def _undo_and_redo(self) -> list[Button]:
        game = self._game
        undo = self._priced(Action.UNDO, TranscriptAction.UNDO)
        redo = self._priced(Action.REDO, TranscriptAction.REDO, len(game.next_redo))
        return [
            self._button(Action.UNDO, label=undo, enabled=bool(game.steps)),
            self._button(Action.REDO, label=redo, enabled=bool(game.undone)),
        ]

    def _priced(self, action: Action, noted: TranscriptAction, played: int = 0) -> str:
        """The label of an action, with the moves that it adds to a ranked attempt's score, if any."""
        label = self._language.text(action.label)
        if not self._current.is_ranked or self._is_late:
            return label
        moves = price(self._game.variant.name, noted, played)
        return f"{label} (+{moves})" if moves else label

    def _menu(self, *, beside: Sequence[Row]) -> list[Row]:
        """The other actions for the game, without those of buttons that are already under the board."""
        shown = {button.custom_id for row in beside if not isinstance(row, Select) for button in row}
        return [tuple(button for button in row if button.custom_id not in shown) for row in self._menu_rows()]

    def _menu_rows(self) -> list[tuple[Button, ...]]:
        # The table of a daily stays secret; its result has a share button of its own.
        share = [self._button(Action.SHARE)] if not self._current.is_contest else []
        first = (
            self._button(Action.RULES),
            *share,
            self._button(Action.REPLAY, enabled=bool(self._game.steps)),
            self._button(Action.STATISTICS),
            self._button(Action.SETTINGS),
        )
        new = self._button(Action.NEW)
        if self._is_playing:
            shelf = Button.to(Action.SHELF, self._language)
            return [first, (new, shelf, self._button(Action.GIVE_UP, style=discord.ButtonStyle.danger))]
        is_analysed = self._current.is_final and self._game.status is not Status.WON and not self._is_secret
        analyse = [analyse_button(self._current, self._language)] if is_analysed else []
        return [first, (new, *analyse, Button.to(Action.GAMES, self._language))]


def _shortened(text: str) -> str:
    """A text of a choice, cut to Discord's limit."""
    text = with_text_suits(text)
    return text if len(text) <= LONGEST_CHOICE else f"{text[: LONGEST_CHOICE - 1]}…"
