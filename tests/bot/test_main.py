"""`python -m bot`, in this process."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot import __main__ as main
from bot.app import run, supervisor
from bot.settings import Settings


@pytest.fixture
def settings(path: Path) -> Settings:
    return Settings(
        discord_token="a token",  # type: ignore[arg-type]  # noqa: S106
        database_url=f"sqlite:///{path}",
        prove_dailies=False,
        _env_file=None,  # type: ignore[call-arg]
    )


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

    monkeypatch.setattr(supervisor, "serve", served)
    assert asyncio.run(serve()) == 0


@pytest.mark.parametrize("options", [[], ["--rebuild"]])
def test_verify_creates_no_database_and_starts_no_bot(
    path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setattr("sys.argv", ["bot", "verify", *options])
    monkeypatch.setattr(main, "run", None)
    monkeypatch.setattr(main, "configure_logging", lambda _: None)
    assert main.main() == 1
    assert capsys.readouterr().err == f"DATABASE_URL: {path}: there is no such file.\n"
    assert not path.exists()


def test_the_database_is_closed_after_an_error(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open one would keep the process alive."""

    async def fails(*_: object, **__: object) -> int:
        await asyncio.sleep(0)
        raise RuntimeError("a fault")

    monkeypatch.setattr(supervisor, "serve", fails)
    before = set(threading.enumerate())
    with pytest.raises(RuntimeError, match="a fault"):
        asyncio.run(run.serve(settings))
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
