"""`python -m bot.solver.worker 10`: solves what comes in by its standard input, for `bot.solver.process`.

A line asks for a solution, and one answers (see `bot.model.solutions`). The line CANCEL ends the search in hand at its
next pass. When the input ends, the process does too: it never outlives the bot. The number says how far its priority is
below the bot's, as `nice` counts.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from queue import SimpleQueue

if __name__ == "__main__":
    # Ctrl-C is for the bot, which then ends this; it may come while Numba is imported, which takes a second.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

from bot.model.solutions import CANCEL, READY, read_question, write_answer
from engine import Game
from engine.solver import solve


def main(less_urgent: int) -> None:
    """Answer until the input ends."""
    if sys.platform != "win32":
        os.nice(less_urgent)
    asked: SimpleQueue[str] = SimpleQueue()
    cancelled = threading.Event()
    threading.Thread(target=_listen, args=(asked, cancelled), daemon=True).start()
    solve(Game.new("diplomat", 1).position, 1)  # for which Numba compiles everything, or finds it compiled
    _say(READY)
    while True:
        reached, budget = read_question(asked.get())
        solution = solve(reached.position(), budget, cancelled.is_set)
        _say(write_answer(solution.verdict, solution.moves, solution.positions_searched))


def _listen(asked: SimpleQueue[str], cancelled: threading.Event) -> None:
    for line in sys.stdin:
        if line.strip() == CANCEL:
            cancelled.set()
        else:
            cancelled.clear()
            asked.put(line)
    os._exit(0)


def _say(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the bot is gone
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
