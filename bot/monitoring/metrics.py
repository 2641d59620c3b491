"""What Prometheus is told: each metric, once, and the turn whose stages are being timed.

Labels take few values: never an id, a name or a text of anyone. docs/observing.md says what to watch.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from itertools import accumulate
from time import perf_counter
from types import TracebackType
from typing import Final, Literal, get_args

from prometheus_client import REGISTRY, Counter, Gauge, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from engine import Status

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each was counted first, which nobody asks

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0)
"""Up to the three seconds in which Discord wants an answer."""


class Counts(Collector):
    """A counter by labels. What is counted in each turn takes this: it needs no lock, as only the event loop counts."""

    def __init__(self, name: str, documentation: str, labels: Sequence[str]) -> None:
        self._described = name, documentation, labels
        self._counts: defaultdict[tuple[str, ...], float] = defaultdict(float)
        REGISTRY.register(self)

    def add(self, *labels: str) -> None:
        """Count one."""
        self._counts[labels] += 1

    def collect(self) -> Iterator[Metric]:
        """Called by Prometheus's registry."""
        name, documentation, labels = self._described
        family = CounterMetricFamily(name, documentation, labels=labels)
        for values, count in self._counts.items():
            family.add_metric(values, count)
        yield family


class Durations:
    """How often something took how long, in seconds."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(_BUCKETS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one that took so long."""
        self.counts[bisect_left(_BUCKETS, seconds)] += 1
        self.total += seconds


class Histogram(Collector):
    """A histogram of seconds by one label, without a lock, as `Counts`: a fifth of the time of Prometheus's own."""

    def __init__(self, name: str, documentation: str, label: str, values: Sequence[str]) -> None:
        self._described = name, documentation, [label]
        self._durations = {value: Durations() for value in values}
        REGISTRY.register(self)

    def of(self, value: str) -> Durations:
        """Those of one value of the label."""
        return self._durations[value]

    def collect(self) -> Iterator[Metric]:
        """Called by Prometheus's registry."""
        name, documentation, labels = self._described
        family = HistogramMetricFamily(name, documentation, labels=labels)
        bounds = [*map(str, _BUCKETS), "+Inf"]
        for value, durations in self._durations.items():
            buckets = list(zip(bounds, accumulate(durations.counts), strict=True))
            family.add_metric([value], buckets, durations.total)
        yield family


class Level(Collector):
    """A gauge that goes up and down with each turn, without a lock, as `Counts`."""

    def __init__(self, name: str, documentation: str) -> None:
        self._described = name, documentation
        self.value = 0
        REGISTRY.register(self)

    def collect(self) -> Iterator[Metric]:
        """Called by Prometheus's registry."""
        yield GaugeMetricFamily(*self._described, value=self.value)


Kind = Literal["command", "press", "completion"]
"""What an interaction is."""

Outcome = Literal["ok", "refused", "late", "failed", "repeated", "limited"]
"""What came of an interaction.

It was `refused` kindly where what was asked for cannot be done; `late` where Discord takes no answer any more, or would
not in time; `failed` by a fault of the database or the bot; `repeated` where it was delivered and answered before;
`limited` where too many came, from one user or from all.
"""


class Stage:
    """What the time of a turn is spent on, until its first answer is taken; what is left goes into deciding."""

    DATABASE: Final = 0
    DRAWING: Final = 1
    ANSWERING: Final = 2  # until Discord has taken the answer


_WAITING, _DECIDING = "waiting", "deciding"
_STAGES = ("database", "drawing", "answering")

TURNS = Counts("patience_turns", "Interactions by what came of them", ("kind", "name", "outcome"))
TURN_SECONDS = Histogram(
    "patience_turn_seconds", "From when an interaction came until it was answered", "kind", get_args(Kind)
)
STAGE_SECONDS = Histogram(
    "patience_turn_stage_seconds",
    "How long answered turns spent in each stage; waiting is before the bot got the interaction",
    "stage",
    (_WAITING, _DECIDING, *_STAGES),
)
IN_HAND = Level("patience_turns_in_hand", "Interactions that are being handled")
LIMITED = Counter("patience_limited", "Interactions refused by a limit, of one user or of all", ("limit",))
ERRORS = Counter("patience_errors", "What failed, as users were told", ("kind",))
LOGGED = Counter("patience_log_records", "Lines logged from WARNING up", ("level", "logger"))

SHARDS = Gauge("patience_gateway_shards", "Shards that this process serves")
CONNECTED = Gauge("patience_gateway_connected_shards", "Those of them that are connected")
HEARTBEAT = Gauge("patience_gateway_heartbeat_seconds", "How long Discord took to answer a heartbeat", ("shard",))
DISCONNECTS = Counter("patience_gateway_disconnects", "Connections of shards that broke off")
CLIENTS = Counter("patience_gateway_clients", "Clients that were started: all but the first because one failed")
IDENTIFIES = Counter("patience_gateway_identifies", "Times that a shard identified; Discord allows 1000 a day")
LAG_SECONDS = Histogram(
    "patience_event_loop_lag_seconds",
    "How much later than it was due the event loop got to something",
    "loop",
    ("bot",),
)

DATABASE_SECONDS = Histogram(
    "patience_database_seconds", "Reads and writes, with the time that they waited", "operation", ("read", "write")
)
DATABASE_ERRORS = Counter("patience_database_errors", "Reads and writes that the database failed", ("operation",))
DATABASE_WAITING = Level("patience_database_waiting_writes", "Writes that are not committed yet")

SOLVER_SEARCHES = Counter("patience_solver_searches", "Searches by what they came to", ("solver", "verdict"))
SOLVER_POSITIONS = Counter("patience_solver_positions", "Positions that were looked at", ("solver",))
SOLVER_SECONDS = Counter("patience_solver_seconds", "Time spent in searches", ("solver",))
SOLVER_WAITING = Gauge("patience_solver_waiting", "Questions that are waiting or being answered", ("solver",))
SOLVER_STARTS = Counter("patience_solver_starts", "Processes that were started: all but the first anew", ("solver",))
DAILIES_TO_PROVE = Gauge("patience_dailies_to_prove", "Games of the days ahead that are to be proven winnable")
DAILIES_PROVEN = Gauge("patience_dailies_proven", "Those of them that are proven")
CANDIDATES = Counter("patience_dailies_candidates", "Deals tried for the days ahead", ("verdict",))

GAMES = Counter("patience_games", "Games that were started, or ended in so far", ("game", "status"))
PICTURES = Counter("patience_pictures", "Pictures by where they came from", ("kind", "source"))

STARTED = "started"
"""The status of a game in GAMES that has just been dealt."""


_waiting, _deciding, *_stages = map(STAGE_SECONDS.of, (_WAITING, _DECIDING, *_STAGES))


class Turn:
    """One interaction, from when it came."""

    __slots__ = ("_begun", "_is_answered", "_kind", "_name", "_stages", "_waited", "outcome")

    def __init__(self, kind: Kind, name: str, waited: float) -> None:
        """It waited so many seconds before it came."""
        self.outcome: Outcome = "ok"
        self._kind = kind
        self._name = name
        self._waited = waited
        self._begun = perf_counter()
        self._stages = [0.0] * len(_STAGES)
        self._is_answered = False

    def spent(self, stage: int, seconds: float) -> None:
        """Add to the time of a stage; what is done after the answer keeps nobody waiting."""
        if not self._is_answered:
            self._stages[stage] += seconds

    def answered(self) -> None:
        """Note that Discord has taken the first answer."""
        if self._is_answered:
            return
        self._is_answered = True
        seconds = perf_counter() - self._begun
        TURN_SECONDS.of(self._kind).add(seconds)
        _waiting.add(self._waited)
        for durations, spent in zip(_stages, self._stages, strict=True):
            durations.add(spent)
            seconds -= spent
        _deciding.add(max(0.0, seconds))

    def end(self) -> None:
        """Count it. discord.py answers completions by itself, once what there is to offer is found."""
        if self._kind == "completion" and not self._is_answered:
            TURN_SECONDS.of(self._kind).add(perf_counter() - self._begun)
        TURNS.add(self._kind, self._name, self.outcome)


running_turn: ContextVar[Turn | None] = ContextVar("running_turn", default=None)
"""The turn of the running task."""


def begin_turn(kind: Kind, name: str, waited: float) -> Turn:
    """The turn of the running task, which waited so many seconds for the bot. `name` is one of few."""
    turn = Turn(kind, name, max(0.0, waited))
    running_turn.set(turn)
    return turn


def came_to(outcome: Outcome) -> None:
    """Note what the running task's turn came to."""
    turn = running_turn.get()
    if turn is not None:
        turn.outcome = outcome


class Timed:
    """`with Timed(Stage.DRAWING)`: the time inside goes to a stage of the running task's turn."""

    __slots__ = ("_begun", "_stage")

    def __init__(self, stage: int) -> None:
        self._stage = stage

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        turn = running_turn.get()
        if turn is not None:
            turn.spent(self._stage, perf_counter() - self._begun)
            if self._stage == Stage.ANSWERING and kind is None:
                turn.answered()


def game_changed(game: str, before: str, after: str) -> None:
    """Count a game if it has just STARTED, and if it has ended since it was in the status `before`."""
    if before == STARTED:
        GAMES.labels(game, STARTED).inc()
    if before in (STARTED, Status.PLAYING) and after != Status.PLAYING:
        GAMES.labels(game, after).inc()


_LAG_PAUSE_SECONDS = 0.25


async def watch_event_loop() -> None:
    """Measure how late the event loop is, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_PAUSE_SECONDS
        await asyncio.sleep(_LAG_PAUSE_SECONDS)
        LAG_SECONDS.of("bot").add(max(0.0, loop.time() - due))


class CountingHandler(logging.Handler):
    """Counts what is logged from WARNING up by its logger, which is the module that it comes from."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Called by logging."""
        LOGGED.labels(record.levelname, record.name).inc()
