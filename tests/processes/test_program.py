"""`python -m bot` as its host sees it: what it prints, and how it exits."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.environment import environment

Run = Callable[..., subprocess.CompletedProcess[str]]

BOT = (sys.executable, "-m", "bot")

PAGE = r"http://127\.0\.0\.1:\d+/#\S+"
WELCOME = rf"Open {PAGE} \(Card room\) or {PAGE} \(Tea house\)\. Ctrl-C ends\.\n"


@pytest.fixture(autouse=True)
def _database(path: Path, sqlite_template: Path) -> None:
    """Create the database, so that the bot does not warn of a new one."""
    shutil.copy(sqlite_template, path)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(**settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603
            BOT,
            cwd=tmp_path,
            env=environment(tmp_path, **settings),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run


@contextmanager
def serving(folder: Path, *, command: Sequence[str] = BOT, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Run the bot, which has printed its pages' URLs; it prints no errors until it exits."""
    with subprocess.Popen(  # noqa: S603
        command,
        cwd=folder,
        env=environment(folder, **settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as bot:
        try:
            assert bot.stdout is not None
            assert re.fullmatch(WELCOME, bot.stdout.readline())
            yield bot
            _, errors = bot.communicate(timeout=120)
        finally:
            bot.kill()
    assert errors == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_exits_with_0_after_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as bot:
        bot.send_signal(number)
    assert bot.returncode == 0


def one_line(ended: subprocess.CompletedProcess[str], *, status: int = 1) -> str:
    assert ended.returncode == status
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


@pytest.mark.parametrize("below", [0, 1])
def test_a_port_in_use_gives_one_line(run: Run, below: int) -> None:
    """The second page uses the port after the first page's."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1] - below
        assert f"The page cannot be served (LOCAL_PORT {port}): " in one_line(run(LOCAL_PORT=str(port)))


def test_a_port_in_use_for_metrics_gives_one_line(run: Run, path: Path) -> None:
    path.unlink()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = one_line(run(METRICS_PORT=str(port)))
    assert line.startswith(f"Cannot serve metrics on 127.0.0.1 port {port} (METRICS_HOST, METRICS_PORT): ")
    assert not path.exists()


def test_the_endpoints_work_without_a_token(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving(tmp_path, METRICS_PORT=str(port)) as bot:
        for path in ("ready", "health", "metrics"):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=60) as answered:
                assert answered.status == 200
        bot.terminate()
    assert bot.returncode == 0


def test_it_runs_with_a_closed_standard_input(tmp_path: Path) -> None:
    """Some service managers and schedulers start programs that way."""
    with serving(tmp_path, command=("/bin/sh", "-c", f"exec {' '.join(BOT)} <&-")) as bot:
        bot.terminate()
    assert bot.returncode == 0


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def proven(database: Path) -> list[str]:
    """The games of which dailies are proven."""
    with closing(sqlite3.connect(database)) as connection:
        return [game for (game,) in connection.execute("SELECT variant FROM proofs WHERE moves IS NOT NULL")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_proving_process_has_the_lowest_priority_and_exits_with_the_bot(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path, PROVE_DAILIES="yes") as bot:
        while "tens" not in proven(tmp_path / "patience.sqlite3"):
            assert bot.poll() is None
            time.sleep(0.05)
        started = children(bot.pid)
        assert 19 in [os.getpriority(os.PRIO_PROCESS, child) for child in started]
        bot.send_signal(number)
    while any(map(is_running, started)):
        time.sleep(0.05)
    assert "tens" in proven(tmp_path / "patience.sqlite3")
