"""Run a bot like `tests.support.wire.bots`; each SIGUSR1 moves its clock a year ahead, or back again."""

from __future__ import annotations

import runpy
import signal
import time

AHEAD_SECONDS = 366 * 86_400.0


def main() -> None:
    """Replace the clock before any module of the bot is imported, since modules keep a reference to it."""
    right = time.time
    ahead = 0.0

    def turn(*_: object) -> None:
        nonlocal ahead
        ahead = AHEAD_SECONDS - ahead

    time.time = lambda: right() + ahead
    signal.signal(signal.SIGUSR1, turn)
    runpy.run_module("tests.support.wire.bots", run_name="__main__")


if __name__ == "__main__":
    main()
