"""The solver, in a process of its own: it takes all of a processor, and Numba takes a while to start."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from time import perf_counter

from bot.model.solutions import CANCEL, READY, Reached, Solution, read_answer, write_question
from bot.monitoring import metrics

log = logging.getLogger(__name__)

_COMMAND = (sys.executable, "-m", "bot.solver.worker")
_LESS_URGENT = 10
"""How far its priority is below the bot's, as `nice` counts, if nothing else is said."""

_LONGEST_LINE = 1 << 20
_STUCK_SECONDS = 300.0
"""No answer takes so long, nor does compiling, if nothing else is said: what is stuck is ended, and started anew."""

_TRIES = 2
_KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


class SolverDiedError(Exception):
    """The process has ended, or does not answer."""


class SolverProcess:
    """Answers one question after another. The process starts with the first, or to be `ready` for it.

    One that dies is started again with the next question; a question that it dies of twice has no answer. Its priority
    is so far below the bot's, and what takes it so many seconds it never answers. By its `name` it is measured.
    """

    def __init__(
        self, *, less_urgent: int = _LESS_URGENT, stuck_seconds: float = _STUCK_SECONDS, name: str = "playing"
    ) -> None:
        self._name = name
        self._less_urgent = less_urgent
        self._stuck_seconds = stuck_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._in_hand: asyncio.Task[Solution | None] | None = None
        """The question that the process has before it."""
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid

    async def ready(self) -> None:
        """Have the process started, and everything compiled."""
        async with self._turn:
            try:
                await self._running()
            except SolverDiedError as error:
                log.warning("the solver does not start: %s", error)

    async def solve(self, reached: Reached, budget: int) -> Solution:
        """The solution of a position, by looking at `budget` positions; none where the process fails.

        Who no longer waits for it cancels it, and the process soon takes the next question.
        """
        try:
            return await self.answer(reached, budget)
        except SolverDiedError:
            return Solution()

    async def answer(self, reached: Reached, budget: int) -> Solution:
        """The same, but raises SolverDiedError where the process fails."""
        asking = asyncio.create_task(self._ask(write_question(reached, budget)))
        waiting = metrics.SOLVER_WAITING.labels(self._name)
        waiting.inc()
        asking.add_done_callback(lambda _: waiting.dec())
        try:
            answer = await asyncio.shield(asking)
        except asyncio.CancelledError:
            if asking is not self._in_hand:
                asking.cancel()
            elif self._process is not None:
                self._write(self._process, CANCEL)  # its answer is read all the same, before the next question
            raise
        if answer is None:
            raise SolverDiedError("it has no answer")
        return answer

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        process, self._process = self._process, None
        if process is not None:
            await _end(process)
        if self._in_hand is not None:
            await asyncio.wait({self._in_hand})

    async def _ask(self, question: str) -> Solution | None:
        async with self._turn:
            self._in_hand = asyncio.current_task()
            try:
                for _ in range(_TRIES):
                    try:
                        process = await self._running()
                        begun = perf_counter()
                        self._write(process, question)
                        return self._measured(read_answer(await self._read(process)), begun)
                    except SolverDiedError as error:
                        if self._closed:
                            break
                        log.warning("the solver is started anew: %s", error)
                return None
            finally:
                self._in_hand = None

    def _measured(self, solution: Solution, begun: float) -> Solution:
        metrics.SOLVER_SEARCHES.labels(self._name, solution.verdict).inc()
        metrics.SOLVER_POSITIONS.labels(self._name).inc(solution.positions_searched)
        metrics.SOLVER_SECONDS.labels(self._name).inc(perf_counter() - begun)
        return solution

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, once it is ready."""
        if self._closed:
            raise SolverDiedError("it is closed")
        if self._process is None:
            self._process = process = await _start(self._less_urgent)
            metrics.SOLVER_STARTS.labels(self._name).inc()
            if await self._read(process) != READY:
                self._process = None
                await _end(process)
                raise SolverDiedError("it says something else than that it is ready")
        return self._process

    def _write(self, process: asyncio.subprocess.Process, line: str) -> None:
        """Send a line. Where nobody reads it any more, nobody answers it either: then `_read` raises."""
        assert process.stdin is not None
        with contextlib.suppress(RuntimeError):  # uvloop's, once it has seen that the other end is closed
            process.stdin.write(f"{line}\n".encode())

    async def _read(self, process: asyncio.subprocess.Process) -> str:
        """The next line. Raises SolverDiedError, and forgets the process, where none comes."""
        assert process.stdout is not None
        line = b""
        stuck = asyncio.get_running_loop().call_later(self._stuck_seconds, _kill, process)
        try:
            if not self._closed:  # it may have been while the process was started
                line = await process.stdout.readline()
        finally:
            stuck.cancel()
            if not line.endswith(b"\n"):
                if self._process is process:
                    self._process = None
                await _end(process)
        if not line.endswith(b"\n"):
            raise SolverDiedError(f"it ended with status {process.returncode}")
        return line.decode().strip()


async def _start(less_urgent: int) -> asyncio.subprocess.Process:
    """A new process, in the bot's session: in one of its own a low priority would count for nothing on Linux.

    There the processor is divided among sessions first (sched(7), "The autogroup feature"). Raises SolverDiedError.
    """
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *_COMMAND, str(less_urgent), stdin=pipe, stdout=pipe, limit=_LONGEST_LINE
        )
    except OSError as error:
        raise SolverDiedError(str(error)) from error


async def _end(process: asyncio.subprocess.Process) -> None:
    _kill(process)
    await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill a process. Its own `kill` looks first whether it has ended, which asyncio would then not be told."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, _KILL)
