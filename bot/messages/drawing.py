"""Everything that a board shows, computed once: its table, texts and controls are drawn from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import button_name, stock_verb
from bot.messages.message import Button
from bot.messages.style import Style
from bot.model.game import FIRST_STEPS, UserGame
from bot.model.marks import Marks, marks_of
from bot.model.statistics import Ending
from bot.model.transcripts import TranscriptAction, ends_with_hint, price
from engine import DRAW, WASTE, ClosedStockError, Game, Kind, Move, Place, Position, Solution, Status, Transfer, Turn
from engine.promise import Promise, listed_moves, moves_of, only_sideways, promise
from engine.searchable import knows
from engine.winnable import is_known_winnable


class MenuPage(StrEnum):
    """A page of the menu, by the argument of the button that opens it."""

    FIRST = ""
    SECOND = "more"
    CLOSED = "close"


@dataclass(frozen=True)
class Overlay:
    """What a board shows on top of its game until the next press; never stored.

    `narrowed` are the moves of one source to choose from, `warned_move` a move that awaits confirmation, and
    `closed_stock` the reason why the stock stayed closed. With `gives_up`, the board asks whether to give up the game,
    and with `deals_anew`, whether to deal another one. `is_first_question` explains how to leave a question.
    """

    narrowed: tuple[Move, ...] = ()
    menu: MenuPage = MenuPage.CLOSED
    warned_move: Move | None = None
    closed_stock: ClosedStockError | None = None
    gives_up: bool = False
    deals_anew: bool = False
    hint: Solution | None = None
    is_first_question: bool = False

    @property
    def asks(self) -> bool:
        """Whether the board asks a question that the player can cancel."""
        return bool(self.narrowed) or self.warned_move is not None or self.gives_up or self.deals_anew

    @property
    def marked_moves(self) -> tuple[Move, ...]:
        """The moves to mark on the table: the hint's, or those that the board asks about."""
        if self.hint is not None:
            return self.hint.moves[:1]
        return self.narrowed if self.warned_move is None else (self.warned_move,)


NO_OVERLAY = Overlay()

CLOSE = "close"
"""The argument of *Hint* beside a hint, and of *Undo* beside a question: a press closes it."""


class EndingButtons(NamedTuple):
    beside_menu: Sequence[Button]
    below: Sequence[Button] = ()
    in_menu: Sequence[Button] = ()


EMOJI_ALONE = frozenset({Action.HOME, Action.UNDO, Action.HINT, Action.MENU, Action.MOVE, Action.REDO})
"""Buttons under a game in progress without labels, except in words: five labels are too wide for a phone."""


def lit_targets(position: Position, asked: Sequence[Move]) -> Mapping[Place, Transfer]:
    """The moves that answer the question where to, each under the place whose button plays it.

    There are none if another question is asked, such as how many cards, or if no button belongs to their source.
    """
    moves = [move for move in asked if isinstance(move, Transfer)]
    tops = position.top_cards()
    if len(moves) < 2 or moves[0].source not in tops or len({(move.source, move.cards) for move in moves}) > 1:
        return {}
    cells = (place for place, card in tops.items() if place.kind is Kind.CELL and card is None)
    return {next(cells) if move.target.kind is Kind.CELL else move.target: move for move in moves}


@dataclass(frozen=True)
class Drawing:
    """A board to draw: the game of `player` in their `style`."""

    current: UserGame
    style: Style
    _: KW_ONLY
    player: str
    now: float
    """In Unix seconds."""
    overlay: Overlay = NO_OVERLAY
    ending: Ending | None = None
    """The player's records and the game's result, before the first move and after the last one."""
    is_winnable: bool | None = None
    """Whether the deal of a contest is proven winnable; None if only the list of winnable deals can tell."""
    picture: bytes | None = None
    """The table in the picture view, or the picture of a win."""
    for_others: bool = False
    """Whether to leave out advice to the player."""
    pressed: Action | None = None
    """The button that was pressed, if any."""

    @property
    def game(self) -> Game:
        return self.current.game

    @property
    def language(self) -> Language:
        return self.style.language

    @property
    def is_playing(self) -> bool:
        return self.game.status is Status.PLAYING

    @cached_property
    def listed(self) -> Sequence[Move]:
        """The moves to offer, the most promising first."""
        return self.game.listed_moves()

    @cached_property
    def only_sideways(self) -> bool:
        """Whether no move promises anything by itself, apart from turning the stock."""
        return only_sideways(self.game.position, self.listed)

    @cached_property
    def covered(self) -> Sequence[Transfer]:
        """The waste card's moves home and joins that the last draw blocked; none after a hint or beside *Win now*."""
        game = self.game
        step = game.last_step
        if not step or step[0][1] != DRAW or not self.is_playing or self.pressed is Action.MOVE or self.can_finish:
            return ()
        before, _, _ = step[0]
        if len(game.view().waste or ()) <= len(before.view().waste or ()):  # the drawn card has already left
            return ()
        moves = listed_moves(before, moves_of(WASTE, before.legal_moves()))
        return [move for move in moves if isinstance(move, Transfer) and promise(before, move) <= Promise.JOIN]

    @cached_property
    def marks(self) -> Marks:
        return marks_of(self.game, self.overlay.marked_moves)

    @cached_property
    def targets(self) -> Mapping[Place, Transfer]:
        """The answers to the question where to, on buttons of their own."""
        return lit_targets(self.game.position, self.overlay.narrowed)

    @cached_property
    def is_late(self) -> bool:
        return self.current.is_late(self.now)

    @cached_property
    def is_secret(self) -> bool:
        return self.current.is_secret(self.now)

    def price(self, noted: TranscriptAction) -> int:
        """How many moves an action adds to a ranked attempt that can still count; a repeated hint adds none."""
        transcript = self.current.transcript
        if transcript is None or self.is_late or (noted is TranscriptAction.HINT and ends_with_hint(transcript)):
            return 0
        return price(self.game.variant.name, noted)

    @cached_property
    def can_finish(self) -> bool:
        return self.current.can_finish

    @property
    def can_be_searched(self) -> bool:
        """Whether the solver knows the rules, for hints and analyses."""
        return knows(self.game.position.rules)

    @property
    def is_stock_closed(self) -> bool:
        """Whether the rules forbid turning the stock now, although something is left to turn."""
        return not self.game.position.is_stock_spent and DRAW not in self.listed

    @property
    def stock_label(self) -> str:
        """What replaces the emoji on the stock's button; empty if prices leave no room for the word."""
        if self.style.is_spoken or not self.price(TranscriptAction.UNDO):
            return stock_verb(self.game.position, self.language)
        return "🔄" if self.game.position.turn is Turn.TURN_OVER else ""

    def button_name(self, action: Action) -> str:
        """Name a button as it looks under the game in progress, without its price."""
        if action is Action.DRAW:
            return self.stock_label or action.emoji
        has_label = self.style.is_spoken or action not in EMOJI_ALONE
        return button_name(action, self.language) if has_label else action.emoji

    @property
    def is_beginning(self) -> bool:
        """Whether the board still shows the lesson to a new player."""
        return self.is_playing and len(self.game.steps) < FIRST_STEPS

    @property
    def offers_views(self) -> bool:
        """Whether buttons under a player's first game draw it in other views; cells leave no room for them."""
        is_first = self.ending is not None and self.ending.is_first
        return is_first and self.is_beginning and self.overlay == NO_OVERLAY and not self.game.view().cells

    @cached_property
    def is_listed(self) -> bool:
        """Whether the deal is in the list of winnable deals, unless its contest knows better."""
        game = self.game
        return self.is_winnable is None and is_known_winnable(game.variant.name, game.options, game.deal)

    @property
    def is_proven_winnable(self) -> bool:
        return bool(self.is_winnable) or self.is_listed

    @property
    def names_deal(self) -> bool:
        """Whether the board names its deal: before the first move and after the last one, but not in between."""
        return not self.game.steps or not self.is_playing
