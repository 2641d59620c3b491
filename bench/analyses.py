"""Measure how often *Analyse* names the move that lost a game: `python -m bench.analyses --games 100`.

The players of `bench.casual` play through the bot's services, on a database of their own, until no move is left, or
give up after a number of moves. Their deals are winnable if there is a list of winnable deals. The table shows for how
many games the analysis names the losing move, for how many it finds a win at some move, and for how many it proves a
loss at some move.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.casual import casual_move
from bot.model.game import NewGame, UserGame
from bot.model.solutions import Analysis
from bot.services import Services
from bot.store import open_database
from engine import VARIANTS, Status
from engine.winnable import winnable_deals
from tests.engine.positions import EVERY_GAME, label
from tests.support.turns import GamesInTurns, turn_of

_LONGEST_GAME = 200
_INTERACTIONS = count(1)


async def main() -> None:
    """Print a row for each game and option."""
    parser = ArgumentParser(prog="python -m bench.analyses", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="lost games of each kind")
    parser.add_argument("--kinds", default="", help="only games whose names start with this")
    arguments = parser.parse_args()
    print(f"{'':36} named  some win  some loss")
    with TemporaryDirectory() as folder:
        database = await open_database(Path(folder, "analyses.db"))
        services = Services(database)
        async with services.running():
            for variant, options in EVERY_GAME:
                title = label(variant, options)
                if title.startswith(arguments.kinds) and not VARIANTS[variant].rules.is_luck:
                    found = [await _analyse(services, number, variant, options) for number in range(arguments.games)]
                    print(f"{title:36} {_counts(found)}", flush=True)
        await database.close()


async def _analyse(services: Services, number: int, variant: str, options: Mapping[str, str]) -> Analysis:
    """Lose a game of a winnable deal, and analyse it."""
    dice = Random(f"{variant} {sorted(options.items())} {number}")
    deals = winnable_deals(variant, options)
    while True:
        new = NewGame(variant, options=options, deal=dice.choice(deals) if deals else dice.getrandbits(32))
        current = await GamesInTurns.of(services).start(0, new, next(_INTERACTIONS))
        while current.game.status is Status.PLAYING:
            current = await _next_turn(services, current, dice)
        if current.game.status is not Status.WON:
            return await services.solving.analysis(turn_of(services, 0, next(_INTERACTIONS)), current)


async def _next_turn(services: Services, current: UserGame, dice: Random) -> UserGame:
    """Make a move, or give up."""
    if len(current.game.moves) == _LONGEST_GAME:
        return await GamesInTurns.of(services).give_up(0, next(_INTERACTIONS))
    move = casual_move(current.game.legal_moves(), dice)
    return await GamesInTurns.of(services).play(0, str(move), next(_INTERACTIONS), warned=True)


def _counts(found: list[Analysis]) -> str:
    """Format a row of the table."""
    named = sum(map(_is_named, found))
    won = sum(each.winnable_until is not None for each in found)
    lost = sum(each.lost_from is not None for each in found)
    return f"{named:5} {won:9} {lost:10}"


def _is_named(found: Analysis) -> bool:
    """Check whether a single move lies between the last winnable position and the first lost one."""
    return found.winnable_until is not None and found.lost_from == found.winnable_until + 1


if __name__ == "__main__":
    asyncio.run(main())
