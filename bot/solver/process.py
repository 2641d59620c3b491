"""The solver in a process of its own: a search keeps a processor busy, and Numba takes a while to start."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextvars import Context
from time import perf_counter

from bot.model.solutions import Reached
from bot.monitoring import metrics
from bot.solver.protocol import CANCEL, READY, read_answer, write_question
from engine import Solution

log = logging.getLogger(__name__)

_COMMAND = (sys.executable, "-m", "bot.solver.worker")
_NICENESS = 10
_STUCK_SECONDS = 300.0
_LONGEST_LINE = 1 << 20
_KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


class SolverDiedError(Exception):
    """The worker has ended or does not answer."""


class SolverProcess:
    """Answers one question at a time. The worker starts with the first question, or with `ready`.

    If the worker dies, its question gets no answer, and the next question starts a new worker. A worker's priority is
    lower than the bot's by `niceness`. A worker that neither gets ready nor answers within `stuck_seconds` is killed.
    Metrics are labelled with `name`. `command` starts the worker.
    """

    def __init__(
        self,
        *,
        niceness: int = _NICENESS,
        stuck_seconds: float = _STUCK_SECONDS,
        name: str = "playing",
        command: Sequence[str] = _COMMAND,
    ) -> None:
        self._command = command
        self._name = name
        self._niceness = niceness
        self._stuck_seconds = stuck_seconds
        self._worker: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._asking: asyncio.Task[Solution | None] | None = None
        """The task whose question the worker is answering."""
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The worker's process id; None while there is no worker."""
        return None if self._worker is None else self._worker.pid

    async def ready(self) -> None:
        """Start the worker and wait until everything is compiled."""
        async with self._lock:
            try:
                await self._running()
            except SolverDiedError as error:
                if not self._closed:
                    log.warning("the solver does not start: %s", error)

    async def solve(self, reached: Reached, budget: int) -> Solution:
        """Solve a position, searching at most `budget` positions. Raises SolverDiedError if the worker fails.

        Cancelling it ends the search, so that the worker can take the next question.
        """
        # The task may outlive the interaction that asks, so it runs in a context of its own.
        is_cancelled = asyncio.Event()
        asking = asyncio.create_task(self._ask(write_question(reached, budget), is_cancelled), context=Context())
        try:
            answer = await asyncio.shield(asking)
        except asyncio.CancelledError:
            is_cancelled.set()
            if asking is not self._asking:
                asking.cancel()
            elif self._worker is not None:
                self._write(self._worker, CANCEL)  # its answer is still read before the next question
            raise
        if answer is None:
            raise SolverDiedError("it has no answer")
        return answer

    async def close(self) -> None:
        self._closed = True
        worker = self._worker
        self._worker = None
        if worker is not None:
            await _end(worker)
        if self._asking is not None:
            await asyncio.wait({self._asking})

    async def _ask(self, question: str, is_cancelled: asyncio.Event) -> Solution | None:
        async with self._lock:
            self._asking = asyncio.current_task()
            try:
                worker = await self._running()
                if is_cancelled.is_set():  # while the worker was starting
                    return None
                started = perf_counter()
                self._write(worker, question)
                solution = read_answer(await self._read(worker))
            except SolverDiedError as error:
                if not self._closed:
                    log.warning("the solver gave no answer, and starts again with the next question: %s", error)
                return None
            finally:
                self._asking = None
        metrics.SOLVER_SEARCHES.labels(self._name, solution.verdict).inc()
        metrics.SOLVER_POSITIONS.labels(self._name).inc(solution.positions_searched)
        metrics.SOLVER_SECONDS.labels(self._name).inc(perf_counter() - started)
        return solution

    async def _running(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise SolverDiedError("it is closed")
        if self._worker is None or self._worker.returncode is not None:
            worker = await _start(self._command, self._niceness)
            self._worker = worker
            metrics.SOLVER_STARTS.labels(self._name).inc()
            if await self._read(worker) != READY:
                self._worker = None
                await _end(worker)
                raise SolverDiedError("its first line is not that it is ready")
        return self._worker

    def _write(self, worker: asyncio.subprocess.Process, line: str) -> None:
        """Send a line. Does nothing if the worker is gone; `_read` raises then."""
        assert worker.stdin is not None
        with contextlib.suppress(RuntimeError):  # uvloop raises it once it knows that the pipe is closed
            worker.stdin.write(f"{line}\n".encode())

    async def _read(self, worker: asyncio.subprocess.Process) -> str:
        """Read a line. If none comes, end the worker and raise SolverDiedError."""
        assert worker.stdout is not None
        line = b""
        stuck = asyncio.get_running_loop().call_later(self._stuck_seconds, _kill, worker)
        try:
            if not self._closed:  # if closed while the worker was starting, nothing would end it
                line = await worker.stdout.readline()
        finally:
            stuck.cancel()
            if not line.endswith(b"\n"):
                if self._worker is worker:
                    self._worker = None
                await _end(worker)
        if not line.endswith(b"\n"):
            raise SolverDiedError(f"it ended with status {worker.returncode}")
        return line.decode().strip()


async def _start(command: Sequence[str], niceness: int) -> asyncio.subprocess.Process:
    """Start a worker in the bot's session. Raises SolverDiedError.

    In a session of its own, its niceness would have no effect on Linux, which divides the processor among sessions
    first (sched(7), "The autogroup feature").
    """
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *command, str(niceness), stdin=pipe, stdout=pipe, limit=_LONGEST_LINE
        )
    except OSError as error:
        raise SolverDiedError(str(error)) from error


async def _end(worker: asyncio.subprocess.Process) -> None:
    _kill(worker)
    await worker.wait()


def _kill(worker: asyncio.subprocess.Process) -> None:
    """Kill a worker by its process id: the `kill` method may reap it first, and asyncio would not notice its end."""
    if worker.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker.pid, _KILL)
