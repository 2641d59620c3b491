"""`python -m bot`, in this process."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot import __main__ as main
from bot.app import supervisor
from bot.settings import Settings
from bot.store import StoreError


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

    async def run() -> int:
        monkeypatch.setattr(type(asyncio.get_running_loop()), "add_signal_handler", refused)
        return await main.run(settings, main.RUN)

    monkeypatch.setattr(supervisor, "serve", served)
    assert asyncio.run(run()) == 0


def test_verify_creates_no_database_and_starts_no_bot(
    settings: Settings, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "serve", None)
    with pytest.raises(StoreError, match="there is no such file"):
        asyncio.run(main.run(settings, main.VERIFY))
    assert not path.exists()


def test_the_database_is_closed_after_an_error(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open one would keep the process alive."""

    async def fails(*_: object, **__: object) -> int:
        await asyncio.sleep(0)
        raise RuntimeError("a fault")

    monkeypatch.setattr(supervisor, "serve", fails)
    before = set(threading.enumerate())
    with pytest.raises(RuntimeError, match="a fault"):
        asyncio.run(main.run(settings, main.RUN))
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
