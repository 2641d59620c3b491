"""A game: a deal, its options, and the moves played, step by step; undo, redo, status, save and load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from engine.building import BuildingPosition
from engine.deal import check_deal, parse_deal
from engine.discarding import DiscardingPosition
from engine.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSaveError,
    PatienceError,
    UndoLineError,
)
from engine.finishing import finishing, hides_cards
from engine.homing import homing
from engine.moves import Move, parse_move
from engine.position import Position, View
from engine.refusals import refusal
from engine.rules import DiscardingRules, Variant
from engine.variants import find_variant

_MARKED = 16
"""After so many steps each a game keeps the position, so that undo need not play all from the deal again."""


@lru_cache(maxsize=4096)
def _shared(step: tuple[Move, ...]) -> tuple[tuple[Move, ...], str]:
    """A step and its text, the same for all games: most are one move, of which there are some hundreds."""
    return step, "&".join(map(str, step))


class Status(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Game:
    """One game of patience.

    A game is its deal and its moves; the positions follow from them. A *step* is the moves that were played
    together, mostly one, and that one undo takes back. The *undo line* is every step played plus those undone and
    not yet overwritten, and `place` is how many of them count.

    >>> game = Game.new("tens", 8)
    >>> [str(move) for move in game.legal_moves()]
    ['4+8', '8+10', '4+9', '9+10', '1+12', '5+13']
    >>> game.play("8+4")
    >>> game.home, game.status, [str(move) for move in game.moves]
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
        first: Position = (
            DiscardingPosition.deal(rules, deal)
            if isinstance(rules, DiscardingRules)
            else BuildingPosition.deal(rules, deal)
        )
        self._line: list[tuple[Move, ...]] = []
        # The text of each step of the line, as it is saved again and again.
        self._texts: list[str] = []
        # The position before the last step that counts, and those to which its moves led. Those further back are found
        # by playing again, from the mark before: who hosts thousands of games has no room for all their positions.
        self._reached: tuple[Position, ...] = (first,)
        self._marks: list[Position] = [first]
        self._given_up = False
        self._legal: list[Move] | None = None
        self._view: View | None = None
        self._moves: tuple[Move, ...] | None = None
        self._place = 0

    @classmethod
    def new(cls, variant: str, deal: int, options: Mapping[str, str] | None = None) -> Game:
        """Deal a game.

        Raises UnknownVariantError, InvalidDealError or UnknownOptionError.
        """
        found = find_variant(variant)
        return cls(found, check_deal(deal), found.resolve_options(options))

    @property
    def position(self) -> Position:
        """The position that the game has reached."""
        return self._reached[-1]

    def view(self) -> View:
        """What the player sees of the position, found once."""
        if self._view is None:
            self._view = self.position.view()
        return self._view

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the deal to the present one: `moves[n]` was played in `positions[n]`.

        They are found by playing all moves again.
        """
        return self._marks[0].path(*self.moves)

    @property
    def steps(self) -> tuple[tuple[Move, ...], ...]:
        """The steps played, without those undone."""
        return tuple(self._line[: self._place])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of all steps played, without those undone; found once."""
        if self._moves is None:
            self._moves = tuple(chain.from_iterable(self._line[: self._place]))
        return self._moves

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that redo would play, step by step, the next one first."""
        return tuple(chain.from_iterable(self._line[self._place :]))

    @property
    def home(self) -> int:
        """Cards home, which is the score."""
        return self.position.home

    @property
    def status(self) -> Status:
        """Won when every card is home, lost as soon as no move is left."""
        if self._given_up:
            return Status.GIVEN_UP
        if self.home == self.position.pack:
            return Status.WON
        return Status.PLAYING if self._legal_now() else Status.LOST

    @property
    def last_step(self) -> tuple[tuple[Position, Move, Position], ...]:
        """The moves of the last step, each between the positions before and after it; none at the start."""
        if not self._place:
            return ()
        return tuple(zip(self._reached, self._line[self._place - 1], self._reached[1:], strict=False))

    def legal_moves(self) -> list[Move]:
        """Every move that can be played now, each once; none once the game is given up."""
        return [] if self._given_up else list(self._legal_now())

    def read_move(self, move: Move | str) -> Move:
        """The legal move that this is or says; nothing is played.

        Raises InvalidMoveError for a text that is no move, IllegalMoveError for a move that the rules forbid
        (with the reason) and GameOverError when the game has ended.
        """
        legal = self._legal_now()
        if self._given_up or move not in legal:
            self._refuse_when_over()
            move = self._parse(str(move))
        if move not in legal:
            raise refusal(self.position, move)
        return legal[legal.index(move)]  # of equal moves the one that all games share

    def play(self, move: Move | str, *more: Move | str) -> None:
        """Play one or several moves, or their texts, as one step; the steps undone before it are forgotten.

        Raises what `read_move` raises when a move is not legal in its turn; then none of them is played.
        """
        step: list[Move] = []
        before = self._reached
        reached = [self.position]
        try:
            for each in (move, *more):
                step.append(self.read_move(each))
                reached.append(self.position.play(step[-1]))
                self._stand_at(reached)
        except PatienceError:
            self._stand_at(before)
            raise
        del self._line[self._place :], self._texts[self._place :], self._marks[self._place // _MARKED + 1 :]
        shared, text = _shared(tuple(step))
        self._line.append(shared)
        self._texts.append(text)
        self._place += 1
        if self._place % _MARKED == 0:
            self._marks.append(self.position)

    def bring_home(self) -> None:
        """Bring every card home that can safely go there, as one step.

        Raises GameOverError when the game has ended, IllegalMoveError when there is no such card.
        """
        self._refuse_when_over()
        moves = homing(self.position)
        if moves:
            self.play(*moves)
        elif self.view().foundations:
            raise IllegalMoveError("No card can safely go home now: each may still be needed on the table.")
        else:
            raise IllegalMoveError("This game has no foundations: there is nothing to bring home.")

    def finish(self) -> None:
        """Play the game to its win, as one step, where nothing is left to decide.

        Raises GameOverError when the game has ended, IllegalMoveError when there is.
        """
        self._refuse_when_over()
        moves = finishing(self.position)
        if moves:
            self.play(*moves)
        elif hides_cards(self.position):
            raise IllegalMoveError("The game can't be finished by itself yet: cards are still hidden.")
        else:
            raise IllegalMoveError("The game can't be finished by itself yet: there is something left to decide.")

    def warning(self, move: Move) -> PatienceError | None:
        """What the player should hear before this legal move, if anything."""
        return self.position.warning(move)

    def undo(self) -> tuple[Move, ...] | None:
        """Take back the last step and return its moves, or giving up, which is None. Raises UndoLineError."""
        if self._given_up:
            self._given_up = False
            return None
        if not self._place:
            raise UndoLineError("There is nothing to undo: no move has been played.")
        step = self._line[self._place - 1]
        self._go(self._place - 1)
        return step

    def redo(self) -> tuple[Move, ...]:
        """Play the step undone last and return its moves. Raises UndoLineError, or GameOverError after giving up."""
        self._refuse_when_given_up()
        if self._place == len(self._line):
            raise UndoLineError("There is nothing to redo.")
        step = self._line[self._place]
        self._stand_at(self.position.path(*step))
        self._place += 1
        return step

    def give_up(self) -> None:
        """End the game. Raises GameOverError when it is over already."""
        self._refuse_when_over()
        self._given_up = True

    def copy(self) -> Game:
        """A game at the same place, to be changed without changing this one."""
        twin = object.__new__(Game)
        own = {"_line": list(self._line), "_texts": list(self._texts), "_marks": list(self._marks)}
        vars(twin).update(vars(self), **own)
        return twin

    def save(self) -> str:
        """The game as one line of text, from which `Game.load` makes it again.

        Five fields: game, deal, options, how many steps count (with an `x` behind it when given up), and the
        steps of the undo line, the moves of one joined by `&`.

        >>> Game.new("diplomat", 7, {"stock": "free"}).save()
        'diplomat|7|stock=free|0|'
        """
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        place = f"{self._place}{'x' if self._given_up else ''}"
        return "|".join((self.variant.name, str(self.deal), options, place, " ".join(self._texts)))

    @classmethod
    def load(cls, text: str) -> Game:
        """Read a saved game back. Raises InvalidSaveError for any text that `save` does not write."""
        fields = text.split("|")
        if len(fields) != 5:
            raise InvalidSaveError("This is no saved game: that has 5 fields, not {count}.", count=len(fields))
        variant, deal, options, place, line = fields
        try:
            pairs = dict(option.partition("=")[::2] for option in options.split(",") if option)
            game = cls.new(variant, parse_deal(deal), pairs)
            for step in line.split():
                game.play(*step.split("&"))
            count = place.removesuffix("x")
            if count in map(str, range(len(game.steps))):
                game._go(int(count))  # noqa: SLF001 - a game of this class
            if place != count:
                game.give_up()
        except PatienceError as error:
            raise InvalidSaveError("This saved game cannot be read: {reason}", reason=error) from error
        if game.save() != text:
            raise InvalidSaveError("This saved game is not as it was written.")
        return game

    def __eq__(self, other: object) -> bool:
        return self.save() == other.save() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        return f"<Game {self.save()}>"

    def _legal_now(self) -> list[Move]:
        """The legal moves of the position, found once."""
        if self._legal is None:
            self._legal = self.position.legal_moves()
        return self._legal

    def _parse(self, text: str) -> Move:
        try:
            return parse_move(text)
        except InvalidMoveError as error:
            raise InvalidMoveError(
                "“{text}” is no move. Here moves look like {examples}.",
                text=error.values["text"],
                examples=", ".join(self.variant.rules.move_forms),
            ) from None

    def _go(self, place: int) -> None:
        """Stand where so many steps of the undo line lead."""
        self._place = place
        before = max(0, place - 1)
        mark = before // _MARKED
        between = chain.from_iterable(self._line[mark * _MARKED : before])
        last = chain.from_iterable(self._line[before:place])
        self._stand_at(self._marks[mark].path(*between)[-1].path(*last))

    def _stand_at(self, reached: Sequence[Position]) -> None:
        """Stand where the moves of a step have led, of which these are the positions."""
        self._reached = tuple(reached)
        self._legal = None
        self._view = None
        self._moves = None

    def _refuse_when_given_up(self) -> None:
        if self._given_up:
            raise GameOverError("You gave this game up. Undo to go on after all.")

    def _refuse_when_over(self) -> None:
        self._refuse_when_given_up()
        status = self.status
        if status is Status.WON:
            raise GameOverError("This game is won: every card is home.")
        if status is Status.LOST:
            raise GameOverError("This game is lost: no move is left.")
