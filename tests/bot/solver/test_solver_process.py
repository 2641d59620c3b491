"""The solver's process: it answers, stops when nobody waits, is restarted when it dies, and never outlives the bot."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvloop

from bot.model.solutions import Reached
from bot.solver.process import SolverDiedError, SolverProcess
from engine import Game, Verdict
from tests.support.environment import environment

WINNABLE, HOPELESS = (Reached.in_game(Game.new("tens", deal)) for deal in (13, 8))
LONG = Reached.in_game(Game.new("dimes", 11))
"""The search can neither win it nor prove it lost, and uses up its budget."""

FOR_EVER = 10**9


@pytest.fixture
async def solver() -> AsyncIterator[SolverProcess]:
    opened = SolverProcess()
    yield opened
    await opened.close()


def is_there(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_it_answers_what_the_engine_says(solver: SolverProcess) -> None:
    await solver.ready()
    first, second = await asyncio.gather(solver.solve(WINNABLE, 1000), solver.solve(HOPELESS, 1000))
    assert (first.verdict, second.verdict) == (Verdict.WON, Verdict.IMPOSSIBLE)
    game = Game.new("tens", 13)
    game.play(*first.moves)
    assert game.cards_home == 52


async def test_it_takes_moves_and_options_into_account(solver: SolverProcess) -> None:
    game = Game.new("dimes", 4, {"tens": "deck"})
    game.play("draw")
    solution = await solver.solve(Reached.in_game(game), 1000)
    assert solution.moves
    game.play(*solution.moves)


@pytest.mark.skipif(sys.platform == "win32", reason="there it has no priority of its own")
async def test_its_priority_is_lower_than_the_bots(solver: SolverProcess) -> None:
    """On Linux its niceness counts only within its session, so it must share the bot's."""
    await solver.ready()
    assert solver.pid is not None
    assert os.getsid(solver.pid) == os.getsid(0)
    assert os.getpriority(os.PRIO_PROCESS, solver.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


async def test_it_ignores_ctrl_c(solver: SolverProcess) -> None:
    await solver.ready()
    assert solver.pid is not None
    os.kill(solver.pid, signal.SIGINT)
    pid = solver.pid
    assert (await solver.solve(WINNABLE, 1000)).verdict is Verdict.WON
    assert solver.pid == pid


async def test_a_cancelled_search_makes_room_for_the_next(solver: SolverProcess) -> None:
    await solver.ready()
    pid = solver.pid
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(solver.solve(LONG, FOR_EVER), 0.2)
    async with asyncio.timeout(60):  # the search would take many times as long
        assert (await solver.solve(WINNABLE, 1000)).verdict is Verdict.WON
    assert solver.pid == pid


async def test_a_question_cancelled_while_the_worker_starts_is_never_asked(solver: SolverProcess) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(solver.solve(LONG, FOR_EVER), 0.1)
    async with asyncio.timeout(60):
        assert (await solver.solve(WINNABLE, 1000)).verdict is Verdict.WON


def test_a_worker_that_died_long_ago_is_restarted() -> None:
    """With uvloop, which has closed the pipe by then."""

    async def play() -> None:
        solver = SolverProcess()
        await solver.ready()
        assert solver.pid is not None
        os.kill(solver.pid, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert (await solver.solve(WINNABLE, 1000)).verdict is Verdict.WON
        await solver.close()

    uvloop.run(play())


async def test_killing_a_worker_during_a_search_leaves_nobody_waiting(solver: SolverProcess) -> None:
    await solver.ready()
    searching = asyncio.create_task(solver.solve(LONG, 300_000))
    await asyncio.sleep(0.1)
    assert solver.pid is not None
    os.kill(solver.pid, signal.SIGKILL)
    with pytest.raises(SolverDiedError):
        await searching
    assert (await solver.solve(WINNABLE, 1000)).verdict is Verdict.WON


NO_WORKER = (sys.executable, "-c", "print('no')")


@pytest.mark.parametrize("command", [NO_WORKER, ("/no/such/program",)])
async def test_a_worker_that_cannot_start_claims_no_search(command: tuple[str, ...]) -> None:
    solver = SolverProcess(command=command)
    await solver.ready()
    with pytest.raises(SolverDiedError):
        await solver.solve(WINNABLE, 1000)
    await solver.close()


async def test_a_hanging_worker_is_killed() -> None:
    hangs = "import time; print('ready', flush=True); time.sleep(600)"
    solver = SolverProcess(stuck_seconds=0.5, command=(sys.executable, "-c", hangs))
    with pytest.raises(SolverDiedError):
        await solver.solve(WINNABLE, 1000)
    assert solver.pid is None
    await solver.close()


async def test_closing_ends_the_worker_even_during_a_search() -> None:
    solver = SolverProcess()
    await solver.ready()
    pid = solver.pid
    searching = asyncio.create_task(solver.solve(LONG, FOR_EVER))
    await asyncio.sleep(0.1)
    await solver.close()
    with pytest.raises(SolverDiedError):
        await searching
    assert not is_there(pid)
    with pytest.raises(SolverDiedError):
        await solver.solve(WINNABLE, 1000)
    assert solver.pid is None


def test_the_worker_ends_when_its_bot_is_gone(tmp_path: Path) -> None:
    """Its input ends then."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "bot.solver.worker", "10"],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stdout.readline() == b"ready\n"
    worker.stdin.close()
    assert worker.wait(20) == 0
    worker.stdout.close()
