"""Hints and analyses, each limited to the time that a player is willing to wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

from cachetools import LRUCache

from bot.model.errors import StaleBoardError
from bot.model.game import BoardVersion, UserGame
from bot.model.long_games import off_loop
from bot.model.solutions import Analysis, BlindGuess, Reached, first_move
from bot.services.findings import Findings, Way
from bot.services.games import Games
from bot.solver.process import SolverDiedError
from bot.solver.queue import Solver, SolverQueue
from bot.store import Change, Turn
from engine import Game, GameOverError, PatienceError, Position, Solution, Status, Verdict, lost
from engine.steps import Step, hint_step
from engine.winnable import is_known_winnable

HINT_SECONDS = 2.2
"""How long a hint may take: Discord waits three seconds for an answer."""

LOOK_SECONDS = 20.0
"""How long the solver goes on while a player looks at a hint without proof."""

ANALYSIS_SECONDS = 14.0
"""How long an analysis of a game may take."""

_LONGEST_SECONDS = 300.0
"""How long an analysis may take to find the win of a deal that is proven winnable: some ten seconds with Numba."""

_FIRST_BUDGET = 2_000
"""The positions that the first search may visit, for a quick guess."""

_LAST_BUDGET = 30_000_000
"""The positions that the last search may visit."""

_GROWTH = 4
"""The factor by which the next search's budget grows, if there is time for it."""

_LEAST_GROWTH = 1.5
_USED_TIME = 0.8
"""The share of the remaining time that a search is planned to take, since it may be slower than the one before."""

_MOST_CACHED = 256

Found = TypeVar("Found")


class Solving:
    """Runs one search at a time for each user, and stops it when their game changes."""

    def __init__(
        self,
        solver: Solver,
        games: Games,
        *,
        analysis_seconds: float = ANALYSIS_SECONDS,
    ) -> None:
        self._solver = solver
        self._queue = SolverQueue(solver)
        self.analysis_seconds = analysis_seconds
        self._games = games
        self._starting: asyncio.Task[None] | None = None
        self._searches: dict[int, tuple[int | None, asyncio.Task[Any]]] = {}
        """For each user, the search that they wait for, and the interaction that requested it."""
        self._further: dict[int, tuple[Position, asyncio.Task[None]]] = {}
        """For each user who looks at a hint without proof, the search from the position to which the hint leads."""
        self._findings: LRUCache[int, Findings] = LRUCache(_MOST_CACHED)
        """By game id, so that a game on the shelf keeps its findings."""

    def start(self) -> None:
        self._starting = asyncio.create_task(self._solver.ready())

    async def close(self) -> None:
        searches = (*self._searches.values(), *self._further.values())
        for task in (self._starting, *(task for _, task in searches)):
            if task is not None:
                task.cancel()
        await self._solver.close()

    def forget(self, user_id: int) -> None:
        """Drop this user's data from memory."""
        self._cancel(user_id)
        for game_id in [game_id for game_id, found in self._findings.items() if found.user_id == user_id]:
            del self._findings[game_id]

    async def hint(self, turn: Turn, *, board: BoardVersion | None = None) -> tuple[UserGame, Solution]:
        """Return the user's game and how to continue; in a ranked attempt, record the hint first.

        If the solver has no time and nothing is known, the hint is a BlindGuess, which is never recorded. Raises the
        errors of `Games.current`, GameOverError, StaleBoardError if the game changes during the search, and
        PatienceError if the user waits for another search, or the solver found no move that helps.
        """
        current = await self._games.current(turn, board=board)
        if current.game.status is not Status.PLAYING:
            raise GameOverError("This game is over. Start a new one with `/solitaire start`.")
        known = await self._find_known_way(current)
        solution = known
        if known.verdict is Verdict.UNKNOWN or not known.moves:
            solution = await self._search_for(turn, self._solution(current))
        if not solution.moves and solution.verdict is not Verdict.IMPOSSIBLE:
            raise PatienceError("No hint this time: I couldn't find a move that helps.")
        is_blind = isinstance(solution, BlindGuess)
        games = self._games
        hinted = await (games.current(turn, board=current.board) if is_blind else games.note_hint(turn, current))
        found = self._kept(current)
        step = hint_step(current.game.position, solution)
        found.note_step(current.game.position, step)
        if solution != known and not is_blind:
            await off_loop(len(current.game.moves), found.keep, current.game, solution)
        if solution.verdict is Verdict.UNKNOWN:
            self._search_further(current, step)
        return hinted, solution

    def known_way(self, current: UserGame) -> Solution:
        """The rest of a known winning line, or of the line shown last; empty if the game has left both."""
        return self._found(current).way_from(current.game.position)

    async def _find_known_way(self, current: UserGame) -> Solution:
        return await off_loop(len(current.game.moves), self.known_way, current)

    def _found(self, current: UserGame) -> Findings:
        """The findings about a game, to read."""
        return self._findings.get(current.id) or Findings(current.user_id)

    def _kept(self, current: UserGame) -> Findings:
        """The findings about a game, to write to."""
        return self._findings.setdefault(current.id, Findings(current.user_id))

    async def analysable(self, turn: Turn) -> UserGame:
        """Raises what `Games.current` raises, and PatienceError while its deal can be played for a rank."""
        current = await self._games.current(turn)
        if current.contest is not None and current.is_secret(turn.now()):
            raise PatienceError(
                "Others can still play this deal. You can analyse it <t:{moment}:R>.",
                moment=current.contest.ends_at,
            )
        return current

    async def analysis(self, turn: Turn, current: UserGame) -> Analysis:
        """Up to which move a game could be won. Raises StaleBoardError and PatienceError like `hint`."""
        if current.game.status is Status.WON:
            return Analysis(winnable_until=len(current.game.moves))
        known = await off_loop(len(current.game.moves), self._found(current).analysed, current.game)
        is_proven = await self._games.is_winnable(turn, current)
        found = await self._search_for(turn, self._analysis(current.game, known, is_winnable=is_proven))
        findings = self._kept(current)
        findings.analysis = current.board, found
        if found.way:
            won = Solution(Verdict.WON, (*current.game.moves[: found.winnable_until], *found.way))
            findings.keep_win(Way(Reached.in_game(current.game, 0).position(), won))
        return found

    def known_analysis(self, current: UserGame) -> Analysis | None:
        """The result of an earlier analysis of this game; None if it must be analysed again, as after a restart."""
        board, found = self._found(current).analysis or (None, None)
        return found if board == current.board else None

    def _search_further(self, current: UserGame, step: Step) -> None:
        """Go on searching for the next hint, from where the step of this one leads."""
        *_, position = current.game.position.path(*step)
        known, task = self._further.get(current.user_id, (None, None))
        if known == position:
            return
        if task is not None:
            task.cancel()
        task = asyncio.create_task(self._keep_further(current, step))
        self._further[current.user_id] = position, task
        task.add_done_callback(partial(self._end_further, current.user_id))

    async def _keep_further(self, current: UserGame, step: Step) -> None:
        reached = Reached.in_game(current.game)
        further = await self._search(replace(reached, moves=reached.moves + step), LOOK_SECONDS, gives_way=True)
        if further is not None:
            self._kept(current).keep_further(current.game.position, step, further)

    def _end_further(self, user_id: int, ended: asyncio.Task[None]) -> None:
        if self._further.get(user_id, (None, None))[1] is ended:
            del self._further[user_id]

    async def _ready(self) -> None:
        """Wait until the solver has started."""
        if self._starting is not None:
            await asyncio.wait({self._starting})

    def stop(self, turn: Turn, change: Change) -> None:
        """Stop searching from a position that the user has left."""
        if change.is_current:
            self._cancel(turn.player.id, left_for=change.after.game.position)

    def _cancel(self, user_id: int, *, left_for: Position | None = None) -> None:
        """Stop the user's searches, but not one from the position that they have `left_for`."""
        if user_id in self._searches:
            self._searches[user_id][1].cancel()
        position, further = self._further.get(user_id, (None, None))
        if further is not None and position != left_for:
            further.cancel()

    async def _search_for(self, turn: Turn, searching: Coroutine[Any, Any, Found]) -> Found:
        """The result of a search. The same interaction, delivered again, waits for the same search."""
        user_id = turn.player.id
        asked_by, task = self._searches.get(user_id, (turn.id, None))
        if asked_by != turn.id:
            searching.close()
            raise PatienceError("Still thinking, one moment.")
        if task is not None:
            searching.close()
        else:
            task = asyncio.create_task(searching)
            self._searches[user_id] = (turn.id, task)
            task.add_done_callback(lambda _: self._searches.pop(user_id))
        await asyncio.wait({task})
        turn.forget()  # what was read may be outdated by now
        if task.cancelled():
            raise StaleBoardError
        found: Found = task.result()
        return found

    async def _solution(self, current: UserGame) -> Solution:
        """Without a proven win, keep to the line shown before, and never take back what an earlier hint did."""
        game = current.game
        solution = await self._search(Reached.in_game(game), HINT_SECONDS)
        known = await self._find_known_way(current)
        if solution is not None and known.verdict is Verdict.IMPOSSIBLE:
            return lost(game.position, solution.moves)
        if solution is not None and solution.verdict is not Verdict.UNKNOWN:
            return solution
        line = known if solution is None or known.moves else solution
        if line.verdict is not Verdict.UNKNOWN or (solution is not None and not line.moves):
            return line
        is_barred = partial(self._found(current).takes_back, game.position)
        move = await off_loop(len(game.moves), first_move, game, line.moves, is_barred)
        if move is not None and line.moves[:1] == (move,):
            return line
        guess = BlindGuess if solution is None else Solution
        return guess(moves=() if move is None else (move,))

    async def _analysis(self, game: Game, found: Analysis, *, is_winnable: bool | None) -> Analysis:
        """Search from the end, from the beginning, and then by bisection while there is time.

        `found` is the result so far, and `is_winnable` is as in `Games.is_winnable`. Raises PatienceError if nothing is
        known and the solver has no time.
        """
        has_looked = False
        await self._ready()
        end = perf_counter() + self.analysis_seconds
        last = len(game.moves)
        below = -1 if found.winnable_until is None else found.winnable_until
        above = last + 1 if found.lost_from is None else found.lost_from
        while above - below > 1 and perf_counter() < end:
            at = last if above > last else 0 if below < 0 else (below + above) // 2
            share = (end - perf_counter()) / (above - below).bit_length()
            reached = Reached.in_game(game, at)
            searched = await self._search(reached, share, gives_way=True)
            has_looked |= searched is not None
            solution = searched or Solution()
            if solution.verdict is Verdict.WON:
                won = await off_loop(last, _longest_way, reached, solution, game)
                assert won.winnable_until is not None, "it starts in this game"
                below = won.winnable_until
                found = replace(found, winnable_until=below, way=won.way)
            elif solution.verdict is Verdict.IMPOSSIBLE:
                above = at
                found = replace(found, lost_from=at)
            elif found.winnable_until is None and at < last:
                below = at  # later positions are easier to prove, because fewer moves are left
            else:
                above = at
        if is_winnable is None:
            is_winnable = is_known_winnable(game.variant.name, game.options, game.deal)
        if found.winnable_until is None and is_winnable:
            found = await self._win_again(game, found)
        if found == Analysis() and not has_looked:
            raise PatienceError("I had no time to look at this game. Please try again in a minute.")
        return found

    async def _win_again(self, game: Game, found: Analysis) -> Analysis:
        """Win a deal from the start, as it was won for the list or its contest."""
        start = Reached.in_game(game, 0)
        won = Analysis(winnable_until=0)
        with contextlib.suppress(TimeoutError, SolverDiedError):
            async with asyncio.timeout(_LONGEST_SECONDS):
                solution = (await self._queue.solve(start, _LAST_BUDGET, gives_way=True)).solution
            if solution.verdict is Verdict.WON:
                won = await off_loop(len(game.moves), _longest_way, start, solution, game)
        return replace(found, winnable_until=won.winnable_until, way=won.way)

    async def _search(self, reached: Reached, seconds: float, *, gives_way: bool = False) -> Solution | None:
        """Return the best solution found in this many seconds, by searches with growing budgets.

        Returns None if not even the first search ended, because others came first, or the solver died or is starting. A
        search that is unlikely to end in time is not started, because it would delay the next one. If the search
        `gives_way`, hints go first.
        """
        found: Solution | None = None
        end = perf_counter() + seconds
        budget = _FIRST_BUDGET
        with contextlib.suppress(TimeoutError, SolverDiedError):
            async with asyncio.timeout(seconds):
                await self._ready()
                while budget <= _LAST_BUDGET and (found is None or found.verdict is Verdict.UNKNOWN):
                    answer = await self._queue.solve(reached, budget, gives_way=gives_way)
                    solution = answer.solution
                    if found is None or solution.moves or solution.verdict is not Verdict.UNKNOWN:
                        found = solution
                    growth = min(_GROWTH, _USED_TIME * (end - perf_counter()) / answer.seconds)
                    if growth < _LEAST_GROWTH:
                        break
                    budget = int(growth * budget)
        return found


def _longest_way(reached: Reached, solution: Solution, game: Game) -> Analysis:
    """How a game could be won along a solution of which the player may have played a part already."""
    return Way(reached.position(), solution).longest_in(game)
