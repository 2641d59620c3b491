"""The wheel, installed where there is nothing else of this project, serves its page."""

import socket
import subprocess
import sys
from pathlib import Path

from tests.support.environment import environment

ROOT = Path(__file__).parents[2]


def run(folder: Path, *command: str | Path, **settings: str) -> str:
    """Run a program that does not find this project's sources, and return what it prints."""
    ended = subprocess.run(  # noqa: S603
        list(map(str, command)),
        cwd=folder,
        env=environment(folder, PYTHONPATH="", **settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def test_an_installed_wheel_serves_its_page(tmp_path: Path) -> None:
    run(tmp_path, sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("patience_bot-*.whl")
    run(tmp_path, sys.executable, "-m", "venv", "venv")
    python = tmp_path / "venv" / "bin" / "python"
    bot = tmp_path / "venv" / "bin" / "patience-bot"
    extras = f"{wheel}[fast,local,postgres,sentry,solver]"
    run(tmp_path, python, "-m", "pip", "install", "--constraint", ROOT / "constraints.txt", extras)

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    trial = ROOT / "tools" / "trial.py"
    tried = run(tmp_path, sys.executable, trial, "--bot", bot, "--python", python, METRICS_PORT=str(port))
    assert "The trial passed" in tried
