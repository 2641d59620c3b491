"""Games and attempts of the greatest length, and a count of the engine's steps in the event loop's thread."""

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import simcord

from bot.model.game import MOST_MOVES, MOST_TRANSCRIPT, NewGame
from bot.model.solutions import Reached
from bot.model.transcripts import replay
from bot.store import Connection
from engine import Game, Move, Position, Solution, Verdict
from engine.building import BuildingPosition
from engine.solver import solve
from tests.support.card_room import CardRoom
from tests.support.solver_here import SolverHere

VARIANT = "grounds-for-divorce"
DEAL = 1
"""A deal that the solver wins at once."""

_SPARE = 100
"""Moves left to play before the limit."""


class Prophet(SolverHere):
    """Knows the rest of `won`, and like the real solver computes nothing in this process."""

    async def solve(self, reached: Reached, budget: int) -> Solution:
        assert budget > 0
        if self.meanwhile is not None:
            await self.meanwhile()
        moves = won().moves
        is_on_the_way = reached.moves == moves[: len(reached.moves)]
        return Solution(Verdict.WON, moves[len(reached.moves) :]) if is_on_the_way else Solution()


@functools.cache
def won() -> Game:
    """A game that is won after thousands of moves, most of which move a card back and forth."""
    game = Game.new(VARIANT, DEAL)
    solution = solve(game.position, 10_000).moves
    for move in solution:
        shuttle = _shuttle(game.position)
        if shuttle is not None and len(game.moves) < len(solution):
            for shuttled in shuttle * ((MOST_MOVES - _SPARE - len(solution)) // 2):
                game.play(shuttled)
        game.play(move)
    return game


@functools.cache
def unfinished(left: int) -> Game:
    """The same game, this many moves before the win."""
    game = Game.new(VARIANT, DEAL)
    for move in won().moves[:-left]:
        game.play(move)
    return game


def attempt(variant: str, deal: int) -> tuple[Game, str]:
    """A game of half as many moves, and the longest transcript that leads to it."""
    game = Game.new(variant, deal)
    while (shuttle := _shuttle(game.position)) is None:
        game.play(game.legal_moves()[0])
    for move in shuttle * (MOST_MOVES // 4):
        game.play(move)
    transcript = " ".join(f"{move}@1" for move in game.moves)
    undone = " undo@1 redo@1"
    return game, transcript + undone * ((MOST_TRANSCRIPT - len(transcript)) // len(undone))


async def put(room: CardRoom, who: simcord.MemberActor, game: Game, transcript: str | None = None) -> None:
    """Replace the game on someone's table, so that no process has it cached."""
    effort = len(game.moves) if transcript is None else replay(game.variant.name, game.deal, transcript).effort
    columns = {"saved": game.save(), "status": game.status, "home": game.cards_home, "effort": effort}

    async def job(connection: Connection) -> None:
        await connection.execute(
            "UPDATE games SET saved = :saved, status = :status, home = :home, effort = :effort, is_begun = 1,"
            " transcript = :transcript WHERE user_id = :user_id AND is_current = 1",
            {**columns, "transcript": transcript, "user_id": who.id},
        )

    await room.database.write(job)
    room.services.games.forget(who.id)


async def deal(room: CardRoom, who: simcord.MemberActor, game: Game) -> None:
    """Put a game on a user's table, and move the current one to the shelf."""
    new = NewGame(game.variant.name, game.deal, game.options)
    await room.games.start(who.id, new, room.env.backend.snowflake())
    await put(room, who, game)


@contextmanager
def counting_steps() -> Iterator[list[int]]:
    """Count, in a list of one number, the positions that the engine reaches or lists the moves of in this thread."""
    thread = threading.get_ident()
    count = [0]

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def do(*arguments: Any) -> Any:
            if threading.get_ident() == thread:
                count[0] += 1
            return work(*arguments)

        return do

    with pytest.MonkeyPatch.context() as patch:
        for name in ("play", "legal_moves"):
            patch.setattr(BuildingPosition, name, counted(getattr(BuildingPosition, name)))
        yield count


def _shuttle(position: Position) -> tuple[Move, Move] | None:
    """Two moves that lead back and forth, if there are any."""
    for there in position.legal_moves():
        after = position.play(there)
        back = next((move for move in after.legal_moves() if after.play(move) == position), None)
        if back is not None:
            return there, back
    return None
