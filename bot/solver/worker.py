"""`python -m bot.solver.worker 10`: answers questions on its standard input, for `bot.solver.process`.

The argument is the niceness to add, so that the bot's own process goes first. The worker ends with its input, so it
never outlives the bot.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import replace
from queue import SimpleQueue

if __name__ == "__main__":
    # Ctrl-C is for the bot, which then ends the worker. It may come during the import of Numba, which takes a second.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

from bot.solver.protocol import CANCEL, READY, read_question, write_answer
from bot.solver.shipped import copy_machine_code


def main(niceness: int) -> None:
    """Answer questions until the input ends."""
    if sys.platform != "win32":
        os.nice(niceness)
    copy_machine_code()
    # Numba finds the machine code when it is imported.
    from engine.solver import compile_searches, solve  # noqa: PLC0415
    from engine.solver.lines import with_homes_early, without_detours  # noqa: PLC0415

    questions: SimpleQueue[str] = SimpleQueue()
    cancelled = threading.Event()
    threading.Thread(target=_listen, args=(questions, cancelled), daemon=True).start()
    compile_searches()
    _write(READY)
    while True:
        reached, budget = read_question(questions.get())
        position = reached.position()
        solution = solve(position, budget, cancelled.is_set)
        moves = with_homes_early(position, without_detours(position, solution.moves))
        _write(write_answer(replace(solution, moves=moves)))


def _listen(questions: SimpleQueue[str], cancelled: threading.Event) -> None:
    for line in sys.stdin:
        if line.strip() == CANCEL:
            cancelled.set()
        else:
            cancelled.clear()
            questions.put(line)
    os._exit(0)


def _write(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the bot is gone
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
