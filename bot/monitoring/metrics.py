"""Every metric of the bot.

Labels take few values: never an id, a name or a text of anyone. docs/operating.md says what to watch.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Literal

from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics

from bot.monitoring.build import bot_version

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would double the series, and no panel shows them

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0)
"""In seconds, up to Discord's limit of three and beyond."""

InteractionKind = Literal["command", "press", "completion"]

Outcome = Literal["ok", "refused", "late", "failed", "repeated", "limited"]
"""How an interaction ended. `refused`: it asks for something impossible, and the user was told so. `late`: Discord no
longer accepts an answer, or would not by the time it is ready. `failed`: a fault of the database or the bot.
`repeated`: it was delivered and answered before. `limited`: a rate limit, of one user or of all, was exceeded."""

ErrorKind = Literal["database", "outdated command", "discord", "unexpected", "unreported"]
"""Errors that users were told about; `unreported` if even that failed."""

BUILD = Info("patience_build", "The bot's version, and whether its solver has Numba")
BUILD.info({"version": bot_version(), "numba": "no" if find_spec("numba") is None else "yes"})
SERVERS = Gauge("patience_servers", "Servers that have added the bot, as Discord counts them for all processes")

TURNS = Counter("patience_turns", "Interactions by outcome", ("kind", "name", "outcome"))
TURN_SECONDS = Histogram(
    "patience_turn_seconds", "Time from an interaction's arrival to its answer", ("kind",), buckets=_BUCKETS
)
IN_HAND = Gauge("patience_turns_in_hand", "Interactions being handled")
LIMITED = Counter("patience_limited", "Interactions refused by a rate limit, of one user or of all", ("limit",))
ERRORS = Counter("patience_errors", "Failures that users were told about, by kind", ("kind",))

SHARDS = Gauge("patience_gateway_shards", "Shards that this process serves")
CONNECTED = Gauge("patience_gateway_connected_shards", "Shards of this process that are connected")
HEARTBEAT = Gauge("patience_gateway_heartbeat_seconds", "How long Discord took to acknowledge the slowest heartbeat")
DISCONNECTS = Counter("patience_gateway_disconnects", "Shard connections that ended")
IDENTIFIES = Counter("patience_gateway_identifies", "Times a shard identified; Discord allows 1000 a day")
LAG_SECONDS = Histogram(
    "patience_event_loop_lag_seconds", "How late the event loop ran what was due", ("loop",), buckets=_BUCKETS
)

DATABASE_SECONDS = Histogram(
    "patience_database_seconds", "Duration of reads and writes, queueing included", ("operation",), buckets=_BUCKETS
)
DATABASE_ERRORS = Counter("patience_database_errors", "Reads and writes that failed", ("operation",))
DATABASE_WAITING = Gauge("patience_database_waiting_writes", "Writes not committed yet")
DATABASE_BYTES = Gauge("patience_database_bytes", "How much the database holds")

SOLVER_SEARCHES = Counter("patience_solver_searches", "Searches by verdict", ("solver", "verdict"))
SOLVER_POSITIONS = Counter("patience_solver_positions", "Positions searched", ("solver",))
SOLVER_SECONDS = Counter("patience_solver_seconds", "Time spent searching", ("solver",))
SOLVER_WAITING = Gauge("patience_solver_waiting", "Questions of players queued or being answered")
SOLVER_STARTS = Counter("patience_solver_starts", "Processes started; each after the first is a restart", ("solver",))
DAILIES_TO_PROVE = Gauge("patience_dailies_to_prove", "Dailies of the days ahead to prove winnable")
DAILIES_PROVEN = Gauge("patience_dailies_proven", "Dailies of the days ahead proven winnable")

GAMES = Counter("patience_games", "Games by status reached: started, or how they ended", ("game", "status"))

STARTED = "started"
"""The status in GAMES of a game that has just been dealt."""

_LAG_INTERVAL_SECONDS = 0.25


async def watch_event_loop() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_INTERVAL_SECONDS
        await asyncio.sleep(_LAG_INTERVAL_SECONDS)
        LAG_SECONDS.labels("bot").observe(max(0.0, loop.time() - due))
