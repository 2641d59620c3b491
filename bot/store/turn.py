"""A turn: one interaction's reads, the change that it commits once, and the time that it takes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from bot.model.errors import BusyError, StaleBoardError
from bot.model.player import NOBODY, Player
from bot.monitoring import metrics
from bot.store.database import NO_PARAMETERS, Connection, Database, Job, Parameters
from bot.store.errors import ConflictError, RepeatedError
from bot.store.queries import queries
from engine import PatienceError

T = TypeVar("T")

log = logging.getLogger(__name__)

LOCK_SECONDS = 1.0
"""How long a change waits for earlier ones of the same user, leaving time to store it and to answer."""

_ATTEMPTS = 20
"""How often to try a change; a try fails if another process changes the game first."""


class Turns:
    def __init__(self, database: Database, *, clock: Callable[[], float] = time.time) -> None:
        self.database = database
        self.clock = clock
        """Returns the Unix time in seconds."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each user's lock, kept while a change holds it or waits for it."""

    def begin(self, interaction_id: int, player: Player) -> Turn:
        return Turn(self, interaction_id, player)

    def background(self, player: Player = NOBODY) -> Turn:
        """Begin work outside of any interaction, which the database does not record."""
        return Turn(self, None, player)

    @asynccontextmanager
    async def alone(self, user_id: int) -> AsyncIterator[None]:
        """Hold the user's lock, so that their changes run one after another, in order of arrival.

        The lock only avoids conflicts; the game's version settles concurrent changes, even of several processes. Raises
        ConflictError if earlier changes take too long.
        """
        lock = self._locks.setdefault(user_id, asyncio.Lock())
        try:
            async with asyncio.timeout(LOCK_SECONDS):
                await lock.acquire()
        except TimeoutError:
            raise ConflictError from None
        try:
            yield
        finally:
            lock.release()


class Turn:
    """What one interaction reads and stores; it commits one change.

    It holds no open transaction. A change reads, decides, and adds the jobs that store it; they are committed with the
    interaction's id, which shows whether Discord has delivered it before.
    """

    def __init__(self, turns: Turns, interaction_id: int | None, player: Player) -> None:
        self.id = interaction_id
        """The interaction's id; None in the background, where nothing is recorded."""
        self.player = player
        self.deadline: float | None = None
        """The `time.monotonic()` after which nothing is read or stored; None once Discord has accepted the answer."""
        self.watch = Stopwatch()
        self._turns = turns
        self._database = turns.database
        self._read: dict[Hashable, Any] = {}
        self._read_before: frozenset[Hashable] = frozenset()
        """The keys of values read before the change began, which may be outdated."""
        self._trusts_caches = True
        self._has_doubt = False
        """Whether the change relies on a value that may be outdated."""
        self._is_settling = False
        self._jobs: list[Job[object]] = []
        self._refusals: list[Job[object]] = []
        self._callbacks: list[Callable[[], None]] = []

    def now(self) -> float:
        """In Unix seconds."""
        return self._turns.clock()

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """Return all rows of a query. Raises StoreError when the database fails, and after the deadline."""
        return await self._database.rows(sql, parameters, deadline=self.deadline)

    async def write(self, job: Job[T], *, seconds: float | None = None) -> T:
        """Store something at once that may be stored twice without harm, such as a card's place.

        `seconds` is as in `Database.write`.
        """
        return await self._database.write(job, seconds=seconds, deadline=self.deadline)

    def answered(self) -> None:
        """Lift the deadline, because Discord has accepted the answer."""
        self.deadline = None
        self.watch.answered()

    async def once(self, key: Hashable, read: Callable[[], Awaitable[T]], cached: T | None = None) -> T:
        """Return what this turn has already read under this key, or read it.

        A `cached` value replaces the read until it proves outdated.
        """
        if key in self._read:
            self._has_doubt |= key in self._read_before
            return cast("T", self._read[key])
        if cached is not None and self._trusts_caches:
            self._has_doubt = True
            return cached
        value = await read()
        self._read[key] = value
        return value

    def keep(self, key: Hashable, value: object) -> None:
        """Remember the stored value, to save a later read."""
        self._read[key] = value

    def forget(self) -> None:
        """Discard all values read, because time has passed or something has changed."""
        self._read.clear()
        self._read_before = frozenset()

    def also(self, job: Job[object]) -> None:
        """Store this with the change being settled. Like every job, it may run more than once."""
        assert self._is_settling, "a change is settled"
        self._jobs.append(job)

    def if_refused(self, job: Job[object]) -> None:
        """Store this if the change being settled is refused."""
        assert self._is_settling, "a change is settled"
        self._refusals.append(job)

    def afterwards(self, callback: Callable[[], None]) -> None:
        """Call this once the change being settled is committed."""
        assert self._is_settling, "a change is settled"
        self._callbacks.append(callback)

    async def settle(self, change: Callable[[], Awaitable[T]], *, retries: bool = True) -> T | None:
        """Make a change and commit its jobs, or record its refusal; return None if an earlier delivery already did.

        A change that raises a PatienceError is refused, unless it relied on outdated values: then it is tried again, as
        after a conflict. Without `retries`, a conflict raises StaleBoardError instead. Raises the change's errors,
        BusyError if other changes keep coming first, and StoreError.
        """
        assert not self._is_settling, "a turn settles one change at a time"
        self._is_settling = True
        try:
            return await (self._settle_in_order(change) if retries else self._settle_now(change))
        except RepeatedError:
            return None
        finally:
            self._is_settling = False

    async def _settle_in_order(self, change: Callable[[], Awaitable[T]]) -> T:
        """Try a change until there is no conflict, holding the user's lock."""
        with suppress(ConflictError):
            async with self._turns.alone(self.player.id):
                self._read_before = frozenset(self._read)
                for _ in range(_ATTEMPTS):
                    with suppress(ConflictError):
                        return await self._try(change, retries=True)
                    self._trusts_caches = False
        self.forget()  # others have changed something while this waited
        await self._commit([])
        raise BusyError

    async def _settle_now(self, change: Callable[[], Awaitable[T]]) -> T:
        """Try a change once."""
        with suppress(ConflictError):
            return await self._try(change, retries=False)
        await self._commit([])
        raise StaleBoardError

    async def _try(self, change: Callable[[], Awaitable[T]], *, retries: bool) -> T:
        """Make a change, or refuse it. Raises ConflictError if it must be tried again, and RepeatedError.

        In either case, discard the values read, because they may be outdated now.
        """
        self._jobs = []
        self._refusals = []
        self._callbacks = []
        self._has_doubt = False
        try:
            result = await change()
            await self._commit(self._jobs)
        except PatienceError as refusal:
            if self._has_doubt and retries:
                raise ConflictError from refusal
            await self._commit(self._refusals)
            raise
        finally:
            self.forget()
        for callback in self._callbacks:
            callback()
        return result

    async def _commit(self, jobs: Sequence[Job[object]]) -> None:
        """Record the interaction and run jobs, in one transaction. Raises RepeatedError, and the jobs' errors."""

        async def job(connection: Connection) -> None:
            if self.id is not None and not await queries.record_interaction(connection, interaction_id=self.id):
                raise RepeatedError
            for each in jobs:
                await each(connection)

        await self.write(job)


class Stopwatch:
    """Times an interaction from its arrival. Nobody reads the stopwatch of background work."""

    def __init__(self) -> None:
        self.outcome: metrics.Outcome = "ok"
        self._kind: metrics.InteractionKind | None = None
        """None in the background."""
        self._name = ""
        self._started = perf_counter()
        self._is_answered = False

    def begin(self, kind: metrics.InteractionKind, name: str) -> None:
        """Start measuring an interaction; `name` takes few values."""
        self._kind = kind
        self._name = name
        metrics.IN_HAND.inc()

    def answered(self) -> None:
        """Observe the time once Discord has accepted the first answer; nobody waits for later work."""
        if self._kind is None or self._is_answered:
            return
        self._is_answered = True
        metrics.TURN_SECONDS.labels(self._kind).observe(perf_counter() - self._started)

    def end(self) -> None:
        """Count and log the finished interaction."""
        metrics.TURNS.labels(self._kind, self._name, self.outcome).inc()
        metrics.IN_HAND.dec()
        level = logging.DEBUG if self.outcome == "ok" else logging.INFO  # those are gigabytes a day in a large bot
        milliseconds = (perf_counter() - self._started) * 1000
        log.log(level, "%s %s: %s after %.0f ms", self._kind, self._name, self.outcome, milliseconds)
