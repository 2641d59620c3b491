"""What the database takes and fails is measured, whichever it is."""

from __future__ import annotations

import operator
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

import pytest
from prometheus_client import REGISTRY

from bot.services.measured_database import measured
from bot.store import Database, StoreError

Reading = Callable[[], AbstractAsyncContextManager[Callable[[], object]]]


def fail() -> None:
    raise StoreError("The database cannot be used: nobody knows why.")


@asynccontextmanager
async def failing_in_its_queries() -> AsyncIterator[Callable[[], object]]:
    """As PostgreSQL does."""
    yield fail


@asynccontextmanager
async def failing_around_its_queries() -> AsyncIterator[Callable[[], object]]:
    """As SQLite does, whose errors are translated there."""
    try:
        yield lambda: operator.truediv(1, 0)
    except ZeroDivisionError:
        fail()


def errors() -> float:
    return REGISTRY.get_sample_value("patience_database_errors_total", {"operation": "read"}) or 0.0


@pytest.mark.parametrize("reading", [failing_in_its_queries, failing_around_its_queries])
async def test_a_read_that_fails_is_counted_once(reading: Reading) -> None:
    class Failing:
        def reading(self) -> AbstractAsyncContextManager[Callable[[], object]]:
            return reading()

    before = errors()
    with pytest.raises(StoreError):
        async with measured(cast("Database", Failing())).reading() as query:
            cast("Callable[[], object]", query)()
    assert errors() == before + 1
