"""`python -m bot`, in this process."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import __main__ as main
from bot.app import connection, run
from bot.settings import Settings
from tests.support.environment import environment
from tests.support.kinds import create_tables

Program = Callable[..., int]


@pytest.fixture
def settings(path: Path) -> Settings:
    return Settings(
        discord_token="a token",  # type: ignore[arg-type]  # noqa: S106
        database_url=f"sqlite:///{path}",
        prove_dailies=False,
        _env_file=None,  # type: ignore[call-arg]
    )


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Run `python -m bot` with these arguments and settings, and return its exit status."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.monitoring.logs.configure_logging", lambda *_, **__: None)

    def program(*arguments: str, **settings: str) -> int:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.argv", ["bot", *arguments])
        return main.main()

    return program


async def served(*_: object, **__: object) -> int:
    await asyncio.sleep(0)
    return 0


def test_it_starts_where_the_event_loop_handles_no_signals(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """No event loop on Windows does."""

    def refused(*_: object) -> None:
        raise NotImplementedError

    async def serve() -> int:
        monkeypatch.setattr(type(asyncio.get_running_loop()), "add_signal_handler", refused)
        return await run.serve(settings)

    monkeypatch.setattr(connection, "serve", served)
    assert asyncio.run(serve()) == 0


def test_verify_creates_no_database_and_starts_no_bot(
    program: Program, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program("verify", DATABASE_URL=f"sqlite:///{path}") == 1
    assert capsys.readouterr().err == f"DATABASE_URL: {path}: there is no such file.\n"
    assert not path.exists()


@pytest.mark.parametrize("number", ["٣", "３", "²", "0", "-1", "1_000", str(2**63), "9" * 5000])
@pytest.mark.parametrize("line", [("user", "export"), ("block", "user"), ("unblock", "server")], ids=" ".join)
def test_the_command_line_takes_ids_in_ascii_digits_only(
    program: Program, line: tuple[str, ...], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        program(*line, number)
    assert refused.value.code == 2
    assert "write the number that Discord copies as the ID" in capsys.readouterr().err


def test_an_unknown_program_is_answered_with_the_names_of_all(
    program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        program("frobnicate")
    assert refused.value.code == 2
    printed = capsys.readouterr().err
    assert "'new-chain'" in printed
    assert "Program." not in printed


def test_a_program_names_a_missing_file(program: Program, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program("migrate-database", f"sqlite:///{path}", DATABASE_URL="postgresql://localhost/patience") == 1
    assert capsys.readouterr().err == f"{path}: there is no such file.\n"


def test_ctrl_c_ends_a_program_with_one_line(
    program: Program, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def read(*_: object, **__: object) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)
        return 0

    monkeypatch.setattr("bot.cli.verify.verify", read)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let background programs ignore it
    try:
        assert program("verify") == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "Interrupted.\n"


def test_the_version_is_printed(program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program("--version")
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("dsn", ["secret", "https://secret@sentry.invalid", "https://secret@[host/1"])
def test_a_wrong_dsn_is_named_without_its_key(program: Program, capsys: pytest.CaptureFixture[str], dsn: str) -> None:
    assert program(SENTRY_DSN=dsn) == 78
    printed = capsys.readouterr().err
    assert "SENTRY_DSN: write it as Sentry shows it" in printed
    assert "secret" not in printed


def test_a_wrong_setting_ends_with_the_status_that_a_service_manager_does_not_restart(program: Program) -> None:
    assert program(LOG_LEVEL="loud") == 78


@pytest.mark.parametrize("command", [[], ["new-chain"]], ids=["run", "new-chain"])
def test_a_database_that_no_restart_mends_ends_with_the_same_status(
    program: Program, path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text("These are no games. " * 500)
    assert program(*command, DATABASE_URL=f"sqlite:///{path}") == 78
    assert capsys.readouterr().err.startswith("DATABASE_URL: ")


def test_a_server_that_cannot_be_reached_ends_with_the_status_of_what_may_pass(
    program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program(DATABASE_URL="postgresql://patience@127.0.0.1:1/patience") == 1
    assert "cannot be reached" in capsys.readouterr().err


def test_one_line_at_the_start_says_what_runs(
    settings: Settings, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "serve", served)
    with caplog.at_level("INFO"):
        assert asyncio.run(run.serve(settings)) == 0
    assert f", on Discord, database sqlite:///{path}, shards all" in caplog.text


def test_the_database_is_closed_after_an_error(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open one would keep the process alive."""

    async def fails(*_: object, **__: object) -> int:
        await asyncio.sleep(0)
        raise RuntimeError("a fault")

    monkeypatch.setattr(connection, "serve", fails)
    before = set(threading.enumerate())
    with pytest.raises(RuntimeError, match="a fault"):
        asyncio.run(run.serve(settings))
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


DISCORD = {"discord", "aiohttp", "bot.app", "bot.commands", "bot.messages", "PIL", "numba", "sentry_sdk"}
"""What takes a second to import, and 80 MB."""

SETTINGS_AND_STORE = {"pydantic", "bot.settings", "bot.store", "engine", "asyncpg"}


@pytest.mark.parametrize(
    ("line", "needless"),
    [
        ("bot --version", DISCORD | SETTINGS_AND_STORE),
        ("bot --help", DISCORD | SETTINGS_AND_STORE),
        ("bot backup", DISCORD),
        ("bot blocked", DISCORD),
        ("bot.monitoring.probe", DISCORD | SETTINGS_AND_STORE),  # it runs every half minute
    ],
)
async def test_a_program_imports_nothing_that_would_delay_it(path: Path, line: str, needless: set[str]) -> None:
    await create_tables(f"sqlite:///{path}")
    module, *arguments = line.split()
    script = f"""
import atexit, runpy, sys
atexit.register(lambda: print(*sorted({needless} & set(sys.modules)), file=sys.stderr))
sys.argv[1:] = {arguments}
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""
    given = environment(path.parent, DATABASE_URL=f"sqlite:///{path}", METRICS_PORT="1")
    ended = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], env=given, capture_output=True, text=True, check=False
    )
    assert ended.stderr.splitlines()[-1:] == [""], ended.stderr
