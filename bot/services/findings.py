"""What the solver has found out about games in progress, kept in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.model.game import BoardVersion
from bot.model.solutions import Analysis
from engine import Card, Game, Hidden, Kind, Move, Place, Position, Solution, Transfer, Verdict
from engine.steps import Step


@dataclass(frozen=True)
class Way:
    start: Position
    solution: Solution

    def rest_from(self, position: Position) -> Solution:
        """The rest from this position on, which has no moves at its end; empty if the position is not on it."""
        path = self.start.path(*self.solution.moves)
        places = [place for place, reached in enumerate(path) if reached == position]
        return Solution(self.solution.verdict, self.solution.moves[places[-1] :]) if places else Solution()

    def longest_in(self, game: Game) -> Analysis:
        """The last position of a game from which this way wins, and the rest of the way from there."""
        places = {reached: place for place, reached in enumerate(self.start.path(*self.solution.moves))}
        for number, position in reversed([*enumerate(game.positions)]):
            if position in places:
                return Analysis(winnable_until=number, way=self.solution.moves[places[position] :])
        return Analysis()


@dataclass
class Findings:
    """What the solver knows about one game."""

    user_id: int
    shown: Way | None = None
    """The line of the last hint: following it needs no new search."""
    win: Way | None = None
    """The shortest line found that wins, from the position for which one was last sought."""
    loss: Position | None = None
    """The first position that a hint proved lost."""
    analysis: tuple[BoardVersion, Analysis] | None = None
    """The last analysis, whose line the player may step through."""
    placed: set[tuple[Place, tuple[Card | Hidden, ...]]] = field(default_factory=set)
    """The piles that hints have built, each up to the first card that they put there."""

    def way_from(self, position: Position) -> Solution:
        """The rest of a winning line, or of the line shown last; empty if the position is on neither."""
        rests = [way.rest_from(position) for way in (self.win, self.shown) if way is not None]
        return next((rest for rest in rests if rest.moves or rest.verdict is not Verdict.UNKNOWN), Solution())

    def analysed(self, game: Game) -> Analysis:
        """What hints and earlier analyses have found out about a game."""
        known = Analysis() if self.win is None else self.win.longest_in(game)
        return Analysis(known.winnable_until, known.way, self._lost_from(game))

    def keep(self, game: Game, solution: Solution) -> None:
        """Keep the solution shown by a hint, and what it proves."""
        way = Way(game.position, solution)
        self.shown = way
        if solution.verdict is Verdict.WON:
            self.keep_win(way)
        elif solution.verdict is Verdict.IMPOSSIBLE and self._lost_from(game) is None:
            self.loss = game.position

    def note_step(self, position: Position, step: Step) -> None:
        """Note where a hint puts cards, so that later ones leave them there."""
        for before, move in zip(position.path(*step), step, strict=False):
            if isinstance(move, Transfer) and move.target.kind is Kind.PILE:
                height = len(before.view().at(move.target)) + 1
                self.placed.add((move.target, before.play(move).view().at(move.target)[:height]))

    def keep_win(self, way: Way) -> None:
        """Keep a line that wins, unless a shorter one is known from where it starts."""
        known = Solution() if self.win is None else self.win.rest_from(way.start)
        if known.verdict is not Verdict.WON or len(known.moves) > len(way.solution.moves):
            self.win = way

    def keep_further(self, position: Position, step: Step, further: Solution) -> None:
        """Keep what a search has proved of the position to which a hint leads."""
        if further.verdict is Verdict.WON:
            self.keep_win(Way(position, Solution(Verdict.WON, (*step, *further.moves))))
        elif further.verdict is Verdict.IMPOSSIBLE:
            self.shown = Way(position.path(*step)[-1], further)

    def takes_back(self, position: Position, move: Move) -> bool:
        """Whether a move takes cards from where a hint put them, other than home."""
        if not isinstance(move, Transfer) or move.source.kind is not Kind.PILE or move.target.kind is Kind.FOUNDATION:
            return False
        pile = position.view().at(move.source)
        return (move.source, pile[: len(pile) - move.cards + 1]) in self.placed

    def _lost_from(self, game: Game) -> int | None:
        """The number of moves after which a hint proved the game lost; None if no hint did."""
        return next((number for number, reached in enumerate(game.positions) if reached == self.loss), None)
