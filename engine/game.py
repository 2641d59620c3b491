"""A game: a deal, its options, and the moves played; undo, redo, status, save and load."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.building import BuildingPosition
from engine.deal import check_deal, parse_deal
from engine.discarding import DiscardingPosition
from engine.errors import (
    GameOverError,
    InvalidMoveError,
    InvalidSaveError,
    PatienceError,
    UndoLineError,
)
from engine.moves import Move, parse_move
from engine.position import Position
from engine.refusals import refusal
from engine.rules import DiscardingRules, Variant
from engine.variants import find_variant


class Status(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Game:
    """One game of patience.

    A game is its deal and its moves; the positions follow from them. The *undo line* is every move played plus
    those undone and not yet overwritten, and `place` is how many of them count.

    >>> game = Game.new("tens", 8)
    >>> [str(move) for move in game.legal_moves()]
    ['4+8', '8+10', '4+9', '9+10', '1+12', '5+13']
    >>> game.play("8+4")
    >>> game.home, game.status, [str(move) for move in game.moves]
    (2, <Status.PLAYING: 'playing'>, ['4+8'])
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
        self._line: list[Move] = []
        self._positions = [first]
        self._given_up = False
        self._legal: list[Move] | None = None
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
        return self._positions[self._place]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, without those undone."""
        return tuple(self._line[: self._place])

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that redo would play, the next one first."""
        return tuple(self._line[self._place :])

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
        return Status.PLAYING if self.legal_moves() else Status.LOST

    @property
    def previous(self) -> Position | None:
        """The position before the last move; None at the start."""
        return self._positions[self._place - 1] if self._place else None

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
        return move

    def play(self, move: Move | str) -> None:
        """Play a move, or its text; the moves undone before it are forgotten. Raises what `read_move` raises."""
        move = self.read_move(move)
        after = self.position.play(move)
        del self._line[self._place :], self._positions[self._place + 1 :]
        self._line.append(move)
        self._positions.append(after)
        self._go(self._place + 1)

    def warning(self, move: Move) -> PatienceError | None:
        """What the player should hear before this legal move, if anything."""
        return self.position.warning(move)

    def undo(self) -> Move | None:
        """Take back the last move and return it, or giving up, which is None. Raises UndoLineError."""
        if self._given_up:
            self._given_up = False
            return None
        if not self._place:
            raise UndoLineError("There is nothing to undo: no move has been played.")
        self._go(self._place - 1)
        return self._line[self._place]

    def redo(self) -> Move:
        """Play the move undone last and return it. Raises UndoLineError, or GameOverError after giving up."""
        self._refuse_when_given_up()
        if self._place == len(self._line):
            raise UndoLineError("There is nothing to redo.")
        self._go(self._place + 1)
        return self._line[self._place - 1]

    def give_up(self) -> None:
        """End the game. Raises GameOverError when it is over already."""
        self._refuse_when_over()
        self._given_up = True

    def copy(self) -> Game:
        """A game at the same place, to be changed without changing this one."""
        twin = object.__new__(Game)
        vars(twin).update(vars(self), _line=list(self._line), _positions=list(self._positions))
        return twin

    def save(self) -> str:
        """The game as one line of text, from which `Game.load` makes it again.

        Five fields: game, deal, options, how many moves count (with an `x` behind it when given up), and the
        moves of the undo line.

        >>> Game.new("diplomat", 7, {"stock": "free"}).save()
        'diplomat|7|stock=free|0|'
        """
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        place = f"{self._place}{'x' if self._given_up else ''}"
        return "|".join((self.variant.name, str(self.deal), options, place, " ".join(map(str, self._line))))

    @classmethod
    def load(cls, text: str) -> Game:
        """Read a saved game back. Raises InvalidSaveError for any text that `save` does not write."""
        fields = text.split("|")
        if len(fields) != 5:
            raise InvalidSaveError("This is no saved game: it has {count} fields, not 5.", count=len(fields))
        variant, deal, options, place, line = fields
        try:
            pairs = dict(option.partition("=")[::2] for option in options.split(",") if option)
            game = cls.new(variant, parse_deal(deal), pairs)
            for move in line.split():
                game.play(move)
            count = place.removesuffix("x")
            while str(len(game.moves)) != count:
                game.undo()
            if place != count:
                game.give_up()
        except PatienceError as error:
            raise InvalidSaveError("This saved game cannot be read: {reason}", reason=str(error)) from error
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
            forms = self.variant.rules.move_forms
            raise InvalidMoveError(
                "“{text}” is no move. Here moves look like {examples}.",
                text=error.values["text"],
                examples=" or ".join(filter(None, (", ".join(forms[:-1]), forms[-1]))),
            ) from None

    def _go(self, place: int) -> None:
        self._place = place
        self._legal = None

    def _refuse_when_given_up(self) -> None:
        if self._given_up:
            raise GameOverError("You gave this game up. Undo to go on after all.")

    def _refuse_when_over(self) -> None:
        self._refuse_when_given_up()
        if self.status is Status.WON:
            raise GameOverError("This game is won: every card is home.")
        if self.status is Status.LOST:
            raise GameOverError("This game is lost: no move is left.")
