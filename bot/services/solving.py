"""Hints, and what else the solver tells players of their games, in the time that somebody is willing to wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Protocol, TypeVar

from bot.model.daily.days import ONE_DAY
from bot.model.errors import StaleBoardError
from bot.model.game import Board, UserGame
from bot.model.solutions import Analysis, Reached, Solution
from bot.services.games import Games
from engine import Game, GameOverError, PatienceError, Position, Status, Verdict
from engine.winnable import is_known_winnable

HINT_SECONDS = 2.2
"""How long a hint may take: Discord waits three seconds for an answer."""

CHECK_SECONDS = 1.0
"""How long a game is looked at, of which nobody has asked whether it is lost."""

ANALYSIS_SECONDS = 14.0
"""How long a finished game is looked at."""

_FIRST_BUDGET, _LAST_BUDGET = 2_000, 8_000_000
"""How many positions are looked at in the first search, a quick guess, and at most in the last one."""

_GROWTH = 4
"""How many times the positions of one search the next one looks at, if there is time for so many."""

_LEAST_GROWTH = 1.5
_USED_TIME = 0.8
"""How much of the time left a search is meant to take: it may be slower than the one before."""

_REMEMBERED = 256

Found = TypeVar("Found")


class Solver(Protocol):
    """What solves: `SolverProcess`."""

    async def ready(self) -> None:
        """Be ready to answer without delay."""

    async def solve(self, reached: Reached, budget: int) -> Solution:
        """The solution of a position, by looking at `budget` positions."""

    async def close(self) -> None:
        """End."""


@dataclass(frozen=True)
class _Way:
    """A solution, and where it starts."""

    start: Position
    solution: Solution

    def solution_at(self, position: Position) -> Solution:
        """What is left of it, if there is anything left, or proven."""
        path = self.start.path(*self.solution.moves)
        places = [place for place, reached in enumerate(path) if reached == position]
        return Solution(self.solution.verdict, self.solution.moves[places[-1] :]) if places else Solution()


class Solving:
    """At most one thing is thought about at a time for each user, and no longer than until their game changes.

    All methods raise a PatienceError for what a player can mend, and StoreError when the database fails.
    """

    def __init__(
        self,
        solver: Solver,
        games: Games,
        *,
        clock: Callable[[], float],
        analysis_seconds: float = ANALYSIS_SECONDS,
    ) -> None:
        self._solver = solver
        self._analysis_seconds = analysis_seconds
        self._games = games
        self._clock = clock
        self._starting: asyncio.Task[None] | None = None
        self._thinking: dict[int, tuple[int, asyncio.Task[Any]]] = {}
        """What each user waits for, and the interaction that asked for it."""
        self._checks: dict[int, asyncio.Task[Any]] = {}
        """What is looked at unasked."""
        self._ways: OrderedDict[int, _Way] = OrderedDict()
        """The way that each user was shown last, so that who follows it needs no new search."""
        self._told: OrderedDict[int, None] = OrderedDict()
        """The games of which it was told that they are lost."""
        games.when_changed = self._changed

    def start(self) -> None:
        """Begin to make the solver ready, which takes a while."""
        self._starting = asyncio.create_task(self._solver.ready())

    async def close(self) -> None:
        """End all that is being thought about."""
        for task in (self._starting, *self._checks.values(), *(task for _, task in self._thinking.values())):
            if task is not None:
                task.cancel()
        await self._solver.close()

    def forget(self, user_id: int) -> None:
        """Keep nothing of this user in memory."""
        self._changed(user_id)
        self._ways.pop(user_id, None)

    async def hint(self, user_id: int, interaction_id: int, *, board: Board | None = None) -> tuple[UserGame, Solution]:
        """The user's game, and how to go on in it; in a ranked attempt it is noted before it is returned.

        Raises what `Games.current` raises; GameOverError; NotReadyError soon after a start; ThinkingError while the
        user waits for something else; StaleBoardError when the game goes on meanwhile; NoHintError.
        """
        current = await self._games.current(user_id, board=board)
        if current.game.status is not Status.PLAYING:
            raise GameOverError("This game is over, so there is nothing to hint at.")
        self._check_ready()
        solution = self._begun(user_id, current.game.position)
        if solution.verdict is Verdict.UNKNOWN:
            solution = await self._undisturbed(user_id, interaction_id, self._solution(current))
        if not solution.moves and solution.verdict is not Verdict.IMPOSSIBLE:
            raise PatienceError("Nothing that brings more cards home was found in time, so there is no hint here.")
        return await self._games.note_hint(current, interaction_id), solution

    async def finished(self, user_id: int) -> UserGame:
        """The user's last game, if it can be analysed.

        Raises what `Games.current` raises; GameGoesOnError; RunningDailyError for the deal of a daily that others may
        still play for a rank; NotReadyError soon after a start.
        """
        current = await self._games.current(user_id)
        if current.game.status is Status.PLAYING:
            raise PatienceError(
                "Only a game that is over can be analysed. `/solitaire hint` tells how yours can go on."
            )
        if current.day is not None and current.is_secret(self._clock()):
            raise PatienceError(
                "Others may still play this daily, until the end of {day} (UTC). After that it can be analysed.",
                day=current.day + ONE_DAY,
            )
        self._check_ready()
        return current

    async def analysis(self, finished: UserGame, interaction_id: int) -> Analysis:
        """Up to where a game that is over could have been won. Raises ThinkingError and StaleBoardError as `hint`."""
        if finished.game.status is Status.WON:
            return Analysis(winnable_until=len(finished.game.moves))
        return await self._undisturbed(finished.user_id, interaction_id, self._analysis(finished.game))

    async def is_newly_lost(self, current: UserGame) -> bool:
        """Whether it can be proven soon that a game cannot be won any more; said once of each game.

        Of a ranked attempt it is never said, as it would be a hint that counts nothing.
        """
        user_id = current.user_id
        if current.is_ranked or current.game.status is not Status.PLAYING or current.id in self._told:
            return False
        # A hint that is asked for meanwhile says the same.
        if user_id in self._thinking or not await self._is_newest(current):
            return False
        search = asyncio.ensure_future(self._search(Reached.in_game(current.game), CHECK_SECONDS))
        self._stop_checking(user_id)
        self._checks[user_id] = search
        await asyncio.wait({search})
        if self._checks.get(user_id) is search:
            del self._checks[user_id]
        if search.cancelled() or search.result().verdict is not Verdict.IMPOSSIBLE or current.id in self._told:
            return False
        if not await self._is_newest(current):  # what another process has changed ends no search here
            return False
        self._told[current.id] = None
        if len(self._told) > _REMEMBERED:
            self._told.popitem(last=False)
        return True

    def was_not_told(self, game_id: int) -> None:
        """Take back that it was said of a game that it is lost: it did not come through."""
        self._told.pop(game_id, None)

    async def _is_newest(self, current: UserGame) -> bool:
        """Whether the user's game has not changed since."""
        latest = await self._games.find(current.user_id)
        return latest is not None and latest.board == current.board

    def _check_ready(self) -> None:
        if self._starting is not None and not self._starting.done():
            raise PatienceError("The bot has just started and cannot think yet. Please try again in a minute.")

    def _changed(self, user_id: int) -> None:
        """End what is thought about a position that is no more."""
        self._stop_checking(user_id)
        if user_id in self._thinking:
            self._thinking[user_id][1].cancel()

    def _stop_checking(self, user_id: int) -> None:
        check = self._checks.pop(user_id, None)
        if check is not None:
            check.cancel()

    async def _undisturbed(self, user_id: int, interaction_id: int, thinking: Coroutine[Any, Any, Found]) -> Found:
        """What comes of thinking. The same interaction, delivered again, waits for the same."""
        self._stop_checking(user_id)
        asked_by, task = self._thinking.get(user_id, (interaction_id, None))
        if asked_by != interaction_id:
            thinking.close()
            raise PatienceError("Your game is still being thought about. Please wait for it.")
        if task is not None:
            thinking.close()
        else:
            task = asyncio.create_task(thinking)
            self._thinking[user_id] = (interaction_id, task)
            task.add_done_callback(lambda _: self._thinking.pop(user_id))
        await asyncio.wait({task})
        if task.cancelled():
            raise StaleBoardError
        found: Found = task.result()
        return found

    async def _solution(self, current: UserGame) -> Solution:
        """How to go on: in a way that is proven, or else in the one that was begun, so as not to go in circles."""
        position = current.game.position
        solution = await self._search(Reached.in_game(current.game), HINT_SECONDS)
        begun = self._begun(current.user_id, position)
        if solution.verdict is Verdict.UNKNOWN and begun.moves:
            return begun
        self._ways[current.user_id] = _Way(position, solution)
        self._ways.move_to_end(current.user_id)
        if len(self._ways) > _REMEMBERED:
            self._ways.popitem(last=False)
        return solution

    def _begun(self, user_id: int, position: Position) -> Solution:
        """What is left of the way that the user was shown last, if this position is on it."""
        way = self._ways.get(user_id)
        return Solution() if way is None else way.solution_at(position)

    async def _analysis(self, game: Game) -> Analysis:
        """Look at the end, at the beginning, and then, while there is time, halfway into what is not known."""
        found = Analysis()
        end = perf_counter() + self._analysis_seconds
        last = len(game.moves)
        below, above = -1, last + 1
        while above - below > 1 and perf_counter() < end:
            at = last if above > last else 0 if below < 0 else (below + above) // 2
            share = (end - perf_counter()) / (above - below).bit_length()
            solution = await self._search(Reached.in_game(game, at), share)
            if solution.verdict is Verdict.WON:
                below = at
                found = replace(found, winnable_until=at, way=solution.moves)
            elif solution.verdict is Verdict.IMPOSSIBLE:
                above = at
                found = replace(found, lost_from=at)
            elif found.winnable_until is None and at < last:
                below = at  # later, with less to come, more can be proven
            else:
                above = at
        if found.winnable_until is None and is_known_winnable(game.variant.name, game.options, game.deal):
            found = replace(found, winnable_until=0)
        return found

    async def _search(self, reached: Reached, seconds: float) -> Solution:
        """The best solution that is found in so many seconds.

        No search is begun that would not end in time, going by the one before: it would be in the way of the next.
        """
        found = Solution()
        end = perf_counter() + seconds
        budget = _FIRST_BUDGET
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while budget <= _LAST_BUDGET and found.verdict is Verdict.UNKNOWN:
                    begun = perf_counter()
                    solution = await self._solver.solve(reached, budget)
                    if solution.moves or solution.verdict is not Verdict.UNKNOWN:
                        found = solution
                    now = perf_counter()
                    growth = min(_GROWTH, _USED_TIME * (end - now) / (now - begun))
                    if growth < _LEAST_GROWTH:
                        break
                    budget = int(growth * budget)
        return found
