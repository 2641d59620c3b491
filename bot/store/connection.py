"""What queries run over, whichever database it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

Parameters = Mapping[str, Any]
"""The values of a statement's parameters, which are written `:name`."""

NO_PARAMETERS: Parameters = {}


class Reader(Protocol):
    """Runs queries, one after another."""

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """All rows that a query finds."""


class Connection(Reader, Protocol):
    """Runs what changes something as well."""

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        """Run a statement that finds nothing; how many rows it was about, where it says so."""

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement with each of these parameters, in their order."""

    async def now(self) -> int:
        """The time by which all processes agree that share the database, in Unix milliseconds."""


Job = Callable[[Connection], Awaitable[Any]]
"""What `Database.write` runs in a transaction: queries over the connection, and nothing else."""
