"""Count the presses that a move takes: `python -m bench.presses --deals 10`.

For every game with a list of winnable deals, it plays the line with which the solver wins each of the first deals. It
also plays the game that the simulated beginner of `tools.grading` plays there, up to the last card that she brings
home, draws or turns up: after that she only moves cards back and forth. A move counts as the fewest presses that play
exactly it: one by *Draw* or a tap, two by a tap that asks (three if it answers with a list), two by the list of all
moves (opening it and choosing), and four if that list shows sources first. Without taps, the list took two presses for
each move but the draw.

A second table covers the beginner's whole games: the presses to the end and the draws among them, with one card a press
and with draws that go on, and the time that the bot takes to find how far these go.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from time import process_time

from bot.messages.drawing import lit_targets
from bot.messages.message import BUTTONS_IN_A_ROW, MOST_CHOICES
from bot.messages.taps import asks, tapped_moves
from engine import DRAW, Game, Kind, Move, Position, Status, Transfer, Verdict, draws
from engine.building import BuildingPosition
from engine.deal import random_words
from engine.solver import solve
from engine.winnable import winnable_deals
from tests.engine.positions import EVERY_GAME, label
from tools.grading.beginner import next_position

_BUDGET = 60_000
"""Positions to search for a line; deals that need more are left out."""

_LONGEST_GAME = 400

Step = tuple[Move, ...]


@dataclass
class Count:
    """Moves of some games, and the presses that they take with taps and by the list alone."""

    moves: int = 0
    taps: int = 0
    list_alone: int = 0

    def add(self, game: Game, moves: Sequence[Move]) -> None:
        """Play these moves, and count their presses."""
        for move in moves:
            self.moves += 1
            self.taps += presses(game, move)
            self.list_alone += 1 if move == DRAW else _presses_in_list(game)
            game.play(move)

    def __str__(self) -> str:
        if not self.moves:
            return f"{'-':>7} {'':>6} {'':>6}"
        return f"{self.moves:>7} {self.list_alone / self.moves:>6.2f} {self.taps / self.moves:>6.2f}"


@dataclass
class WholeGames:
    """Presses of whole games, and the draws among them."""

    games: int = 0
    presses: int = 0
    draws: int = 0

    def add(self, game: Game, steps: Sequence[Step]) -> None:
        """Play these steps, and count their presses."""
        self.games += 1
        for step in steps:
            self.presses += presses(game, step[0])
            self.draws += step[0] == DRAW
            game.play(*step)

    def __str__(self) -> str:
        return f"{self.presses / self.games:>7.0f} {self.draws / self.games:>6.0f}"


@dataclass
class TimedDraws:
    """Finds out how far draws go on, and how long that takes."""

    milliseconds: list[float] = field(default_factory=list)

    def __call__(self, position: Position) -> Step:
        """The draws of one press."""
        started = process_time()
        step = draws(position)
        self.milliseconds.append(1000 * (process_time() - started))
        return step

    def __str__(self) -> str:
        if not self.milliseconds:
            return f"{'-':>7}"
        percentiles = quantiles(self.milliseconds, n=100)
        return f"{percentiles[49]:>7.2f} {percentiles[98]:>6.2f}"


def presses(game: Game, move: Move) -> int:
    """The fewest presses that play a move."""
    if move == DRAW:
        return 1
    if not isinstance(move, Transfer):
        return 1  # any partner will do, and some pile of the set has a tap
    same = _listed(game, move)
    tapped = tapped_moves(game.position, move.source, game.listed_moves())
    if tapped == [same] and not asks(game.position, tapped):
        return 1
    if same not in tapped:
        return _presses_in_list(game)
    has_buttons = len(tapped) < BUTTONS_IN_A_ROW or lit_targets(game.position, tapped)
    return 2 if has_buttons else min(3, _presses_in_list(game))


def _presses_in_list(game: Game) -> int:
    return 2 if sum(move != DRAW for move in game.listed_moves()) <= MOST_CHOICES else 4


def _listed(game: Game, move: Transfer) -> Move:
    """The listed move that is equivalent to this one."""
    listed = game.listed_moves()
    if move in listed:
        return move
    position = game.position
    return next(
        each
        for each in listed
        if isinstance(each, Transfer)
        and each[::2] == move[::2]
        and each.target.kind is Kind.PILE
        and not position.target_card(each)
    )


def _line(game: Game) -> Sequence[Move]:
    """A winning line; empty if the search is too short to find one."""
    solution = solve(game.position, _BUDGET)
    return solution.moves if solution.verdict is Verdict.WON else ()


def _one_draw(_: Position) -> Step:
    return (DRAW,)


def _beginners_game(game: Game, draw: Callable[[Position], Step] = _one_draw) -> Sequence[Step]:
    """The beginner's steps as long as they lead somewhere."""
    if game.variant.rules.is_luck:
        return [(move,) for move in _first_moves(game)]
    position = game.position
    assert isinstance(position, BuildingPosition), "other games are luck"
    moods = random_words(f"{game.variant.name} {game.deal}", block=1024)
    seen = {position}
    steps: list[Step] = []
    last = 0
    while len(steps) < _LONGEST_GAME and (following := next_position(position, seen, moods)) is not None:
        move = next(move for move in position.legal_moves() if position.play(move) == following)
        steps.append(draw(position) if move == DRAW else (move,))
        reached = position.path(*steps[-1])[-1]
        assert isinstance(reached, BuildingPosition), "it is the same game"
        if _progress(reached) != _progress(position):
            last = len(steps)
        position = reached
        seen.add(position)
    return steps[:last]


def _first_moves(game: Game) -> Sequence[Move]:
    game = game.copy()
    while game.status is Status.PLAYING:
        game.play(game.legal_moves()[0])
    return game.moves


def _progress(position: Position) -> tuple[int, int, int]:
    """The cards home, in the stock and face down."""
    hidden = sum(position.face_down) if isinstance(position, BuildingPosition) else 0
    return position.cards_home, len(position.stock), hidden


def main() -> None:
    """Print the presses per move of each game, and of all, and those of whole games."""
    parser = ArgumentParser(prog="python -m bench.presses", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10, help="deals of each game")
    deals = parser.parse_args().deals
    _print_moves(deals)
    print()
    _print_whole_games(deals)


def _print_moves(deals: int) -> None:
    print(f"{'':<32} {'winning lines':<21}  a beginner's games")
    print(f"{'game':<32} {'moves':>7} {'list':>6} {'taps':>6}  {'moves':>7} {'list':>6} {'taps':>6}")
    all_lines, all_games = Count(), Count()
    for name, options in EVERY_GAME:
        if not winnable_deals(name, options):
            continue
        lines, games = Count(), Count()
        for deal in winnable_deals(name, options)[:deals]:
            dealt = Game.new(name, deal, options)
            played = [move for step in _beginners_game(dealt) for move in step]
            for counts, moves in (((lines, all_lines), _line(dealt)), ((games, all_games), played)):
                for count in counts:
                    count.add(dealt.copy(), moves)
        print(f"{label(name, options):<32} {lines}  {games}", flush=True)
    print(f"{'all':<32} {all_lines}  {all_games}")


def _print_whole_games(deals: int) -> None:
    print(f"{'':<32} {'one card a draw':<14}  {'draw on':<14} {'':>5}  {'milliseconds a draw':<14}")
    print(f"{'game':<32} {'presses':>7} {'draws':>6}  {'presses':>7} {'draws':>6} {'%':>5}  {'median':>7} {'99 %':>6}")
    for name, options in EVERY_GAME:
        if Game.new(name, 0, options).position.rules.is_luck:
            continue
        one, on, timed = WholeGames(), WholeGames(), TimedDraws()
        for deal in (winnable_deals(name, options) or range(1, deals + 1))[:deals]:
            dealt = Game.new(name, deal, options)
            one.add(dealt.copy(), _beginners_game(dealt))
            on.add(dealt.copy(), _beginners_game(dealt, timed))
        share = 100 * on.presses / one.presses
        print(f"{label(name, options):<32} {one}  {on} {share:>5.0f}  {timed}", flush=True)


if __name__ == "__main__":
    main()
