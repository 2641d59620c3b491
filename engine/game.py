"""Games: a deal, its options and the steps played, with undo, redo, status, save and load."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import Any

from engine.autoplay import finishing_moves, home_moves, plain_moves
from engine.building import BuildingPosition
from engine.deal import check_deal, parse_deal
from engine.discarding import DiscardingPosition
from engine.errors import (
    GameOverError,
    HistoryError,
    InvalidMoveError,
    InvalidSaveError,
    PatienceError,
)
from engine.moves import DRAW, Move, parse_move
from engine.position import Position, View
from engine.promise import listed_moves
from engine.refusals import finish_refusal, nothing_goes_home, refusal, warning
from engine.rules import BuildingRules, DiscardingRules, Rules
from engine.variant import Variant, write_options
from engine.variants import find_variant

_CHECKPOINT_STEPS = 16
"""Steps between two positions that a game keeps, so that undo need not replay the whole game."""

_DEALERS: Mapping[type[Rules], Callable[[Any, int], Position]] = {
    BuildingRules: BuildingPosition.deal,
    DiscardingRules: DiscardingPosition.deal,
}


@lru_cache(maxsize=4096)
def _intern_step(step: tuple[Move, ...]) -> tuple[tuple[Move, ...], str]:
    """Share steps and their texts between games: most steps are one of a few hundred moves."""
    return step, "&".join(map(str, step))


class Status(StrEnum):
    """Whether a game is in progress, or how it ended."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Game:
    """One game of patience.

    A game is its deal and its moves; its positions follow from them. A *step* is one or more moves that were played
    together and are undone together. The *history* is every step played, followed by the steps that were undone and can
    be redone.

    >>> game = Game.new("tens", 8)
    >>> [str(move) for move in game.legal_moves()]
    ['4+8', '8+10', '4+9', '9+10', '1+12', '5+13']
    >>> game.play("8+4")
    >>> game.cards_home, game.status, [str(move) for move in game.moves]
    (2, <Status.PLAYING: 'playing'>, ['4+8'])
    >>> game.play("9+10", "1+12")
    >>> game.save()
    'tens|8||2|4+8 9+10&1+12'
    """

    def __init__(self, variant: Variant, deal: int, options: Mapping[str, str]) -> None:
        self.variant = variant
        self.deal = deal
        self.options = options
        rules = variant.rules_for(options)
        self._begin(_DEALERS[type(rules)](rules, deal))

    def _begin(self, position: Position) -> None:
        self._history: list[tuple[Move, ...]] = []
        self._history_texts: list[str] = []
        self._played = 0
        """The number of steps of the history that are played; the rest are undone."""
        self._given_up = False
        # Hosts keep thousands of games in memory, so a game keeps only the positions of its last step and one every
        # _CHECKPOINT_STEPS steps. It replays moves from there to find the others.
        self._checkpoints: list[Position] = [position]
        self._last_positions: tuple[Position, ...] = (position,)
        self._legal: list[Move] | None = None
        self._view: View | None = None
        self._status: Status | None = None
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def new(cls, variant: str, deal: int, options: Mapping[str, str] | None = None) -> Game:
        """Deal a game.

        Raises UnknownVariantError, InvalidDealError or UnknownOptionError.
        """
        found = find_variant(variant)
        return cls(found, check_deal(deal), found.resolve_options(options))

    @property
    def position(self) -> Position:
        return self._last_positions[-1]

    def view(self) -> View:
        """What the player sees; cached."""
        if self._view is None:
            self._view = self.position.view()
        return self._view

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the deal to the current one: `moves[n]` was played in `positions[n]`.

        Replays the game.
        """
        return self._checkpoints[0].path(*self.moves)

    @property
    def steps(self) -> tuple[tuple[Move, ...], ...]:
        """The steps played, without undone ones."""
        return tuple(self._history[: self._played])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of all steps played; cached."""
        if self._moves is None:
            self._moves = tuple(chain.from_iterable(self._history[: self._played]))
        return self._moves

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that redo would play, the next one first."""
        return tuple(chain.from_iterable(self._history[self._played :]))

    @property
    def cards_home(self) -> int:
        """The score."""
        return self.position.cards_home

    @property
    def status(self) -> Status:
        """WON once every card is home, LOST as soon as no move is left; cached."""
        if self._given_up:
            return Status.GIVEN_UP
        if self._status is None:
            self._status = self._find_status()
        return self._status

    @property
    def is_stock_seen(self) -> bool:
        """Whether the player has seen every card of the stock, because it has been turned over."""
        stock = self.position.rules.stock
        if stock is None or not stock.redeals:
            return False
        return (self.moves.count(DRAW) - 1) * stock.cards >= len(self._checkpoints[0].stock)

    @property
    def last_step(self) -> tuple[tuple[Position, Move, Position], ...]:
        """Each move of the last step with the positions before and after it; empty at the start."""
        if not self._played:
            return ()
        return tuple(zip(self._last_positions, self._history[self._played - 1], self._last_positions[1:], strict=False))

    def legal_moves(self) -> list[Move]:
        """Every legal move once; none after giving up."""
        return [] if self._given_up else list(self._current_legal_moves())

    def listed_moves(self) -> list[Move]:
        """Return the moves to offer a player, the most promising first, without equivalent ones."""
        return listed_moves(self.position, self.legal_moves())

    def find_move(self, move: Move | str) -> Move:
        """Return the legal move that this move or text means, without playing it.

        Raises InvalidMoveError for a text that is not a move, IllegalMoveError, which says why, for a move that the
        rules forbid, and GameOverError if the game is over.
        """
        legal = self._current_legal_moves()
        if self._given_up or move not in legal:
            self._check_not_over()
            move = self.parse_move(str(move))
        if move not in legal:
            raise refusal(self.position, move)
        return legal[legal.index(move)]  # the interned instance

    def play(self, move: Move | str, *more: Move | str) -> None:
        """Play one or more moves, or their texts, as one step, and discard undone steps.

        If any move is illegal in its turn, plays none of them and raises what `find_move` raises.
        """
        step: list[Move] = []
        before = self._last_positions
        positions = [self.position]
        try:
            for each in (move, *more):
                step.append(self.find_move(each))
                positions.append(self.position.play(step[-1]))
                self._go_to(positions[-1:])
        except PatienceError:
            self._go_to(before)
            raise
        self._last_positions = tuple(positions)
        del self._history[self._played :], self._history_texts[self._played :]
        del self._checkpoints[self._played // _CHECKPOINT_STEPS + 1 :]
        interned, text = _intern_step(tuple(step))
        self._history.append(interned)
        self._history_texts.append(text)
        self._played += 1
        if self._played % _CHECKPOINT_STEPS == 0:
            self._checkpoints.append(self.position)

    def bring_home(self) -> None:
        """Play `home_moves` as one step.

        Raises GameOverError if the game is over, and IllegalMoveError if no card can go home.
        """
        self._check_not_over()
        moves = home_moves(self.position)
        if not moves:
            raise nothing_goes_home(self.position)
        self.play(*moves)

    def finish(self, *, plainly: bool = False) -> None:
        """Win the game in one step if nothing is left to decide or, `plainly`, if plain play wins.

        See `finishing_moves` and `plain_moves`. Raises GameOverError if the game is over, and IllegalMoveError if it
        cannot be finished.
        """
        self._check_not_over()
        moves = finishing_moves(self.position) or (plain_moves(self.position) if plainly else ())
        if not moves:
            raise finish_refusal(self.position, plainly=plainly)
        self.play(*moves)

    def warning(self, move: Move) -> PatienceError | None:
        """Return a warning to show the player before a legal move, if there is one."""
        return warning(self.position, move)

    def undo(self) -> tuple[Move, ...] | None:
        """Undo the last step and return its moves, or undo giving up and return None. Raises HistoryError."""
        if self._given_up:
            self._given_up = False
            return None
        if not self._played:
            raise HistoryError("There is nothing to undo: you haven't moved yet.")
        step = self._history[self._played - 1]
        self._replay(self._played - 1)
        return step

    def go_back(self, moves: int) -> None:
        """Undo giving up, and every step that goes beyond the first `moves` moves."""
        self._given_up = False
        ends = accumulate(map(len, self._history[: self._played]))
        self._replay(sum(end <= moves for end in ends))

    def redo(self) -> tuple[Move, ...]:
        """Redo the step undone last and return its moves. Raises HistoryError, or GameOverError after giving up."""
        self._check_not_given_up()
        if self._played == len(self._history):
            raise HistoryError("There is nothing to redo.")
        step = self._history[self._played]
        self._go_to(self.position.path(*step))
        self._played += 1
        return step

    def give_up(self) -> None:
        """End the game. Raises GameOverError if it is over already."""
        self._check_not_over()
        self._given_up = True

    def copy(self) -> Game:
        twin = object.__new__(Game)
        vars(twin).update(vars(self))
        twin._history = list(self._history)
        twin._history_texts = list(self._history_texts)
        twin._checkpoints = list(self._checkpoints)
        return twin

    @cached_property
    def dealt(self) -> str:
        """The variant, the deal and the options as one text, with which `save` begins.

        >>> Game.new("diplomat", 7, {"stock": "free"}).dealt
        'diplomat|7|stock=free'
        """
        return f"{self.variant.name}|{self.deal}|{write_options(self.options)}"

    def save(self) -> str:
        """Return the game as one line of text that `Game.load` reads.

        It has five fields: game, deal, options, the number of steps played (followed by `x` after giving up) and the
        history, whose steps join their moves by `&`.

        >>> Game.new("diplomat", 7, {"stock": "free"}).save()
        'diplomat|7|stock=free|0|'
        """
        played = f"{self._played}{'x' if self._given_up else ''}"
        return "|".join((self.dealt, played, " ".join(self._history_texts)))

    @classmethod
    def load(cls, text: str) -> Game:
        """Load a saved game. Raises InvalidSaveError for any text that `save` does not produce."""
        fields = text.split("|")
        if len(fields) != 5:
            raise InvalidSaveError("This saved game is damaged: it has {count} fields, not 5.", count=len(fields))
        variant, deal, options, played, history = fields
        try:
            pairs = dict(option.partition("=")[::2] for option in options.split(",") if option)
            game = cls.new(variant, parse_deal(deal), pairs)
            for step in history.split():
                game.play(*step.split("&"))
            count = played.removesuffix("x")
            if count in map(str, range(len(game.steps))):
                game._replay(int(count))  # noqa: SLF001 - the same class
            if played != count:
                game.give_up()
        except PatienceError as error:
            raise InvalidSaveError("This saved game is damaged: {reason}", reason=error) from error
        if game.save() != text:
            raise InvalidSaveError("This saved game is damaged.")
        return game

    def __eq__(self, other: object) -> bool:
        return self.save() == other.save() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # games are mutable

    def __repr__(self) -> str:
        return f"<Game {self.save()}>"

    def _find_status(self) -> Status:
        if self.cards_home == self.position.pack:
            return Status.WON
        return Status.PLAYING if self._current_legal_moves() else Status.LOST

    def _current_legal_moves(self) -> list[Move]:
        """Cached; callers must not change the list."""
        if self._legal is None:
            self._legal = self.position.legal_moves()
        return self._legal

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move of this game, legal or not. Raises InvalidMoveError."""
        rules = self.variant.rules
        try:
            return parse_move(text, discards=rules.discards, piles=rules.piles)
        except InvalidMoveError as error:
            raise rules.not_a_move(str(error.values["text"])) from None

    def _replay(self, count: int) -> None:
        """Go to the position after the first `count` steps of the history."""
        self._played = count
        last = max(0, count - 1)
        checkpoint = last // _CHECKPOINT_STEPS
        earlier = chain.from_iterable(self._history[checkpoint * _CHECKPOINT_STEPS : last])
        last_step = chain.from_iterable(self._history[last:count])
        self._go_to(self._checkpoints[checkpoint].path(*earlier)[-1].path(*last_step))

    def _go_to(self, positions: Sequence[Position]) -> None:
        """Make the last of these positions current; the others are those of the last step."""
        self._last_positions = tuple(positions)
        self._legal = None
        self._view = None
        self._status = None
        self._moves = None

    def _check_not_given_up(self) -> None:
        if self._given_up:
            raise GameOverError("You gave up this game. Undo to continue.")

    def _check_not_over(self) -> None:
        self._check_not_given_up()
        status = self.status
        if status is Status.WON:
            raise GameOverError("You've already won this game.")
        if status is Status.LOST:
            raise GameOverError("This game is lost. No moves are left.")
