"""Follow hints to the win: `python -m bench.hints --deals 10`.

In each of the first winnable deals of a game, a player presses *Hint* and *Play it* by turns, and *Win now* as soon as
it is there. The bot has no other players. While a hint has no proof, she looks at it for as long as `--looks` says; the
solver goes on meanwhile. A deal that the hints do not win within `_MOST_HINTS` counts as lost.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import count

from bench.own_services import own_services
from bot.model.game import NewGame, UserGame
from bot.services import Services
from engine import Game, Position, Status, Verdict
from engine.errors import PatienceError
from engine.solver import solve
from engine.solver.lines import with_homes_early, without_detours
from engine.steps import hint_step, write_step
from engine.winnable import winnable_deals
from tests.engine.positions import EVERY_GAME, label
from tests.support.turns import GamesInTurns, turn_of

_MOST_HINTS = 400

_BUDGET = 10_000_000
"""Positions to search for the solver's own line: more than any listed deal takes."""


@dataclass(frozen=True)
class Followed:
    """A game that was played by hints alone."""

    presses: int
    line: int
    """The moves of the solver's own line."""
    repeated: int
    """Positions that came a second time."""
    unproven: int
    """Hints without proof."""
    is_won: bool


async def follow(services: Services, player: int, new: NewGame, looks: float) -> Followed:
    """Follow hints from the deal to the win."""
    games = GamesInTurns.of(services)
    interactions = count(player * 10_000)
    current = await games.start(player, new, next(interactions))
    hints = unproven = 0
    while current.game.status is Status.PLAYING and not current.can_finish and hints < _MOST_HINTS:
        hints += 1
        try:
            _, hint = await services.solving.hint(turn_of(services, player, next(interactions)))
        except PatienceError:  # no move helps
            break
        if not hint.moves:  # the game is lost
            break
        if hint.verdict is Verdict.UNKNOWN:
            unproven += 1
            await asyncio.sleep(looks)
        step = write_step(hint_step(current.game.position, hint))
        current = await games.play(player, step, next(interactions))
    played = 2 * hints
    if current.game.status is Status.PLAYING and current.can_finish:
        current = await services.games.finish(turn_of(services, player, next(interactions)))
        played += 1
    line = _line(Game.new(new.variant, new.deal or 0, new.options).position)
    return Followed(played, line, _repeated(current), unproven, is_won=current.game.status is Status.WON)


def _line(position: Position) -> int:
    """The moves with which the solver wins, made as short as for players."""
    solution = solve(position, _BUDGET)
    assert solution.verdict is Verdict.WON, "it is in the list"
    return len(with_homes_early(position, without_detours(position, solution.moves)))


def _repeated(current: UserGame) -> int:
    positions = current.game.positions
    return len(positions) - len(set(positions))


async def _follow_all(deals: int, looks: float) -> None:
    players = count(1)
    print(f"{'game':<36} {'won':>6} {'presses':>8} {'line':>6} {'share':>6} {'unproven':>9} {'repeated':>9}")
    async with own_services() as services:
        for name, options in EVERY_GAME:
            numbers = winnable_deals(name, options)[:deals]
            if numbers:
                followed = [
                    await follow(services, next(players), NewGame(name, number, options), looks) for number in numbers
                ]
                print(f"{label(name, options):<36} {_row(followed)}", flush=True)


def _row(followed: list[Followed]) -> str:
    won = [each for each in followed if each.is_won]
    presses = sum(each.presses for each in won) / max(1, len(won))
    line = sum(each.line for each in won) / max(1, len(won))
    unproven = sum(each.unproven for each in followed)
    repeated = sum(each.repeated for each in followed)
    share = f"{presses / line:.2f}" if won else "-"
    return f"{len(won):>3}/{len(followed):<2} {presses:>8.0f} {line:>6.0f} {share:>6} {unproven:>9} {repeated:>9}"


def main() -> None:
    """Print the presses of each game beside the moves of its lines."""
    parser = ArgumentParser(prog="python -m bench.hints", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10, help="deals of each game")
    parser.add_argument("--looks", type=float, default=5.0, help="seconds that she looks at a hint without proof")
    arguments = parser.parse_args()
    asyncio.run(_follow_all(arguments.deals, arguments.looks))


if __name__ == "__main__":
    main()
