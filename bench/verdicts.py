"""Check the verdicts of the hints that casual players get: `python -m bench.verdicts --games 100`.

The players of `bench.casual` play through the bot's services, on a database of their own, and ask for a hint at every
tenth move. For each promised win, the engine plays the line to its end. For each loss, plain code from the tests, which
shares none with the solver, searches for a proof by the same bound and then for a win, until its time is used up.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from time import process_time

from bench.casual import casual_move
from bench.own_services import own_services
from bench.plain_bound import cannot_unwind
from bot.model.game import NewGame
from bot.services import Services
from engine import Position, Solution, Status, Verdict
from engine.building import BuildingPosition
from engine.errors import PatienceError
from engine.rules import Build
from tests.engine.positions import EVERY_GAME, label
from tests.engine.solver.small_packs import can_be_won
from tests.support.turns import GamesInTurns, turn_of

MOVES_BETWEEN_HINTS = 10

_LONGEST_GAME = 200
"""Moves after which a player stops, who may be moving in circles."""

_MOST_SEARCHED = 300_000
"""Positions that the plain search keeps in memory for each loss."""

_MOST_INTERACTIONS = 10_000
"""More than one game takes."""


@dataclass(frozen=True)
class Hint:
    """A hint, and the position in which it was given."""

    position: Position
    solution: Solution


def main() -> None:
    """Print the hints of each game and how many were confirmed; fail if one was wrong."""
    parser = ArgumentParser(prog="python -m bench.verdicts", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games to play, of all kinds in turn")
    parser.add_argument("--seconds", type=float, default=3600.0, help="CPU time for confirming losses")
    arguments = parser.parse_args()
    answers = asyncio.run(play_games(arguments.games))
    end = process_time() + arguments.seconds
    wrong = 0
    for title, hints in answers.items():
        counted = Counter(hint.solution.verdict for hint in hints)
        checks = Counter(check(hint, end) for hint in hints)
        wrong += checks["wrong"]
        said = ", ".join(f"{counted[verdict]:4} {verdict}" for verdict in Verdict)
        print(f"{title:36} {said}; {checks['confirmed']:4} confirmed, {checks['wrong']} wrong", flush=True)
    sys.exit(wrong > 0)


async def play_games(games: int) -> dict[str, list[Hint]]:
    """Play games of all kinds, and return the hints given in each kind."""
    hints: dict[str, list[Hint]] = {}
    async with own_services() as services:
        for number in range(games):
            variant, options = EVERY_GAME[number % len(EVERY_GAME)]
            found = await _play(services, number, variant, options)
            hints.setdefault(label(variant, options), []).extend(found)
    return hints


async def _play(services: Services, number: int, variant: str, options: Mapping[str, str]) -> list[Hint]:
    """Play one game, and return its hints. The player's id is the game's number."""
    hints = []
    interactions = count(number * _MOST_INTERACTIONS)
    dice = Random(f"{variant} {number}")
    new = NewGame(variant, options=options, deal=dice.getrandbits(32))
    game = (await GamesInTurns.of(services).start(number, new, next(interactions))).game
    while game.status is Status.PLAYING and len(game.moves) < _LONGEST_GAME:
        if len(game.moves) % MOVES_BETWEEN_HINTS == MOVES_BETWEEN_HINTS - 1:
            try:
                _, solution = await services.solving.hint(turn_of(services, number, next(interactions)))
            except PatienceError:  # no hint was found
                solution = Solution()
            hints.append(Hint(game.position, solution))
        move = casual_move(game.legal_moves(), dice)
        game = (await GamesInTurns.of(services).play(number, str(move), next(interactions), warned=True)).game
    return hints


def check(hint: Hint, end: float) -> str:
    """Check one hint: `confirmed`, `wrong`, or `open` if it promised nothing or cannot be checked in time."""
    position = hint.position
    verdict = hint.solution.verdict
    if verdict is Verdict.WON:
        reached = position.path(*hint.solution.moves)[-1]
        return "confirmed" if reached.cards_home == reached.pack else "wrong"
    if verdict is Verdict.UNKNOWN or process_time() >= end:
        return "open"
    if isinstance(position, BuildingPosition) and _builds_in_suit(position) and cannot_unwind(position):
        return "confirmed"
    is_won = can_be_won(position, _MOST_SEARCHED)
    return "open" if is_won is None else "wrong" if is_won else "confirmed"


def _builds_in_suit(position: BuildingPosition) -> bool:
    """Whether these are the rules of Dimes, Cast Out Nines or Forty Thieves."""
    return position.rules.build is Build.SAME_SUIT and position.rules.has_waste


if __name__ == "__main__":
    main()
