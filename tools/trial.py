"""Try an installed bot as a stranger does: read its help, wait until it is healthy, then pipe a game in and win it.

    python tools/trial.py --bot 'docker run --rm --interactive --name trial patience-bot' \
        --probe 'docker exec trial /opt/patience/bin/python -m bot.monitoring.probe'

Needs nothing but Python: it runs outside of the installation that it tries.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time

START_SECONDS = 180.0
"""A first start compiles and fills caches, perhaps on a busy machine."""

GAME = """
/solitaire start tens deal:0
2+8 3+9 5+6 1+6 1+13 1+8 5+8 2+7+8+12 2+4 5+12 5+8 3+5 5+6 5+6 2+5+8+11 2+11 6+8 8+11 8+12 2+3 1+6+9+13 4+5+7+10
"""
"""The command that deals a game, and the moves that win it."""

WON = "You won!"


def main() -> int:
    """Read the command line, and say in one line what came of the trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", type=shlex.split, required=True, help="the command that runs the bot")
    parser.add_argument(
        "--probe", type=shlex.split, required=True, help="the command that asks it whether it is healthy"
    )
    given = parser.parse_args()
    try:
        read_help(given.bot)
        play(given.bot, given.probe)
    except TrialError as error:
        sys.stderr.write(f"The trial failed: {error}\n")
        return 1
    sys.stdout.write("The trial passed: help, health and a won game.\n")
    return 0


class TrialError(Exception):
    """The bot does not do what it should; the message says what it did instead."""


def read_help(bot: list[str]) -> None:
    """Raise TrialError unless the bot explains its commands."""
    told = subprocess.run([*bot, "--help"], capture_output=True, encoding="utf-8", timeout=START_SECONDS, check=False)  # noqa: S603
    if told.returncode or "verify" not in told.stdout:
        raise TrialError(f"--help ended with {told.returncode} and said {told.stdout}{told.stderr}")


def play(bot: list[str], probe: list[str]) -> None:
    """Raise TrialError unless the bot becomes healthy, wins the piped game, and then exits."""
    with subprocess.Popen(bot, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:  # noqa: S603
        try:
            wait_until_healthy(running, probe)
            start, moves = GAME.strip().split("\n")
            lines = [start, *(f"/solitaire move {move}" for move in moves.split())]
            shown, _ = running.communicate("\n".join(lines) + "\n", timeout=START_SECONDS)
        finally:
            running.kill()
    if running.returncode or WON not in shown:
        raise TrialError(f"the game ended with {running.returncode} and showed\n{shown[-2000:]}")


def wait_until_healthy(running: subprocess.Popen[str], probe: list[str]) -> None:
    """Raise TrialError where the bot ends or does not become healthy in time."""
    deadline = time.monotonic() + START_SECONDS
    while (probed := subprocess.run(probe, capture_output=True, text=True, check=False)).returncode:  # noqa: S603
        if running.poll() is not None:
            raise TrialError(f"the bot ended with {running.returncode} before it was healthy")
        if time.monotonic() > deadline:
            raise TrialError(
                f"the bot is not healthy after {START_SECONDS:.0f} seconds: {probed.stdout}{probed.stderr}"
            )
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
