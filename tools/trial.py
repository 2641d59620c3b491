"""Try an installed bot as a new host would: read its help, wait until it is healthy, open its page, and stop it.

    python tools/trial.py --bot 'docker run --rm --name trial patience-bot' \
        --python 'docker exec trial /opt/patience/bin/python'

This needs only Python, because it runs outside the installation that it tries.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import time

START_SECONDS = 180.0
"""A first start compiles and fills caches, perhaps on a busy machine."""

OPEN = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1])"
"""Opens a page from inside the container, which the host cannot reach otherwise."""


def main() -> int:
    """Read the command line, and print the result of the trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", type=shlex.split, required=True, help="the command that runs the bot")
    parser.add_argument("--python", type=shlex.split, required=True, help="the command of Python beside the bot")
    given = parser.parse_args()
    try:
        read_help(given.bot)
        run(given.bot, given.python)
    except TrialError as error:
        sys.stderr.write(f"The trial failed: {error}\n")
        return 1
    sys.stdout.write("The trial passed: help, health, the page and the end.\n")
    return 0


class TrialError(Exception):
    """The bot misbehaves; the message says how."""


def read_help(bot: list[str]) -> None:
    """Raise TrialError unless the bot explains its commands."""
    told = subprocess.run([*bot, "--help"], capture_output=True, encoding="utf-8", timeout=START_SECONDS, check=False)  # noqa: S603
    if told.returncode or "verify" not in told.stdout:
        raise TrialError(f"--help ended with {told.returncode} and said {told.stdout}{told.stderr}")


def run(bot: list[str], python: list[str]) -> None:
    """Raise TrialError unless the bot becomes healthy, serves its page, and exits when it is stopped."""
    with subprocess.Popen(bot, stdout=subprocess.PIPE, encoding="utf-8") as running:  # noqa: S603
        try:
            wait_until_healthy(running, [*python, "-m", "bot.monitoring.probe"])
            assert running.stdout is not None
            page = re.search(r"http://\S+", running.stdout.readline())
            if page is None or subprocess.run([*python, "-c", OPEN, page[0]], check=False).returncode:  # noqa: S603
                raise TrialError("it does not serve its page")
            running.terminate()
            status = running.wait(START_SECONDS)
        finally:
            running.kill()
    if status:
        raise TrialError(f"it ended with {status} when it was stopped")


def wait_until_healthy(running: subprocess.Popen[str], probe: list[str]) -> None:
    """Raise TrialError if the bot ends, or does not become healthy in time."""
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
