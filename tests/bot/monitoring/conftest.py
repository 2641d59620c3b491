"""Fixtures for what the bot reports: logging as it was before, and a Sentry."""

import logging
from collections.abc import Iterator

import pytest
import sentry_sdk

from bot.monitoring.error_reports import configure_error_reports
from tests.support.reports import DSN, Sent


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    libraries = ("discord", "aiohttp", "aiosqlite", "asyncio", "simcord", "markdown_it")
    levels = {name: logging.getLogger(name).level for name in libraries}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.fixture
def sent() -> Iterator[Sent]:
    transport = Sent()
    configure_error_reports(DSN, transport)
    yield transport
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)
