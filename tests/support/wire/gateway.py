"""The gateway, version 10, uncompressed: connections, sessions, and the events missed before a session is resumed.

See https://discord.com/developers/docs/events/gateway.
"""

import asyncio
import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from tests.support.wire.faults import Act, Faults, Stage
from tests.support.wire.objects import Payload
from tests.support.wire.world import TOKEN, World

RESUME_URL = "wss://gateway-us-east1-b.discord.gg"

_MAX_PAYLOAD = 4096
_MAX_SENT = 120
_SENT_SECONDS = 60.0
_GUILDS_INTENT = 1

_ACKNOWLEDGE_SECONDS = 0.05
"""How long a heartbeat takes, as over a network. discord.py's thread notes the time of a heartbeat only after sending
it. If it is acknowledged before that, discord.py counts from the previous heartbeat, and logs that it can't keep up."""

_KEPT_EVENTS = 10_000


class Op(IntEnum):
    """https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Connection:
    """A WebSocket of a client."""

    def __init__(self, request: web.Request) -> None:
        self.socket = web.WebSocketResponse(autoping=True)
        self.session: Session | None = None
        self.is_closed_here = False
        """Whether Discord closed it, rather than the client."""
        self.is_silent = False
        """Whether the line is dead: nothing is sent or received."""
        self._request = request

    async def prepare(self) -> None:
        await self.socket.prepare(self._request)

    async def send(self, op: Op, data: Any = None, *, event: str | None = None, number: int | None = None) -> None:
        await self.send_text(json.dumps({"op": op, "d": data, "t": event, "s": number}))

    async def send_text(self, text: str) -> None:
        """`text` may be invalid JSON."""
        if self.is_silent or self.socket.closed:
            return
        try:
            await self.socket.send_str(text)
        except ConnectionError:
            return  # the client is gone; the session keeps the event for its next connection

    async def close(self, code: int) -> None:
        """Close the connection properly, with a code."""
        self.is_closed_here = True
        await self.socket.close(code=code)

    async def reset(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()

    async def fall_silent(self) -> None:
        """Keep the connection open, but send and receive nothing from now on."""
        self.is_silent = True
        if self._request.transport is not None:
            self._request.transport.pause_reading()


def closing(code: int) -> Act:
    return lambda connection: connection.close(code)


_MALFORMED_EVENT = json.dumps({"op": 0, "t": "INTERACTION_CREATE", "s": 9, "d": {"id": "1"}})

BREAKS: dict[str, Act] = {
    "reset": Connection.reset,
    **{f"closed with {code}": closing(code) for code in (1000, 4000, 4007, 4009)},
    "told to reconnect": lambda connection: connection.send(Op.RECONNECT),
    "session invalid, resumable": lambda connection: connection.send(Op.INVALID_SESSION, data=True),
    "session invalid": lambda connection: connection.send(Op.INVALID_SESSION, data=False),
    "malformed JSON": lambda connection: connection.send_text("{"),
    "malformed event": lambda connection: connection.send_text(_MALFORMED_EVENT),
}
"""The ways in which a connection can end."""


@dataclass
class Session:
    """The events sent to a client, over successive connections."""

    shard: int
    shards: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    number: int = 0
    """The sequence number of the last event."""
    events: deque[tuple[int, str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT_EVENTS))
    connection: Connection | None = None

    async def send(self, event: str, data: Any) -> None:
        """Send an event now, or once the session is resumed."""
        self.number += 1
        self.events.append((self.number, event, data))
        if self.connection is not None:
            await self.connection.send(Op.DISPATCH, data, event=event, number=self.number)


class Gateway:
    """All sessions. `connected_at` and `identified_at` are monotonic times in seconds."""

    def __init__(self, world: World, faults: Faults, *, max_concurrency: int, identify_seconds: float) -> None:
        self.token = TOKEN
        self.heartbeat_seconds = 41.25
        self.connected_at: list[float] = []
        self.identified_at: list[float] = []
        self.sessions: dict[str, Session] = {}
        self._world = world
        self._faults = faults
        self._max_concurrency = max_concurrency
        self._identify_seconds = identify_seconds
        self._bucket_used_at: dict[int, float] = {}
        self._open: set[Connection] = set()

    @property
    def connections(self) -> list[Connection]:
        sessions = sorted(self.sessions.values(), key=lambda session: session.shard)
        return [session.connection for session in sessions if session.connection is not None]

    async def send(self, event: str, data: Payload, *, guild_id: int) -> None:
        """Send an event to the sessions of its server's shard."""
        for session in list(self.sessions.values()):
            if session.shard == (guild_id >> 22) % session.shards:
                await session.send(event, data)

    def forget_sessions(self) -> None:
        """Lose all sessions, as when Discord restarts, so that none can be resumed."""
        self.sessions.clear()

    async def close(self) -> None:
        """Reset all connections."""
        for connection in list(self._open):
            await connection.reset()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until it ends."""
        self.connected_at.append(time.monotonic())
        connection = Connection(request)
        await connection.prepare()
        self._open.add(connection)
        try:
            if not await self._faults.apply(Stage.HELLO, connection):
                await connection.send(Op.HELLO, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
            await self._listen(connection)
        finally:
            self._open.discard(connection)
            self._leave(connection)
        return connection.socket

    async def _listen(self, connection: Connection) -> None:
        sent: deque[float] = deque(maxlen=_MAX_SENT)
        async for message in connection.socket:
            if message.type is not WSMsgType.TEXT or len(message.data) > _MAX_PAYLOAD:
                await connection.close(4002)
                return
            sent.append(time.monotonic())
            if len(sent) == _MAX_SENT and sent[-1] - sent[0] < _SENT_SECONDS:
                await connection.close(4008)
                return
            await self._receive(connection, json.loads(message.data))

    async def _receive(self, connection: Connection, payload: Payload) -> None:
        op = payload["op"]
        data = payload["d"]
        if op == Op.HEARTBEAT:
            await asyncio.sleep(_ACKNOWLEDGE_SECONDS)
            await connection.send(Op.HEARTBEAT_ACK)
        elif op == Op.IDENTIFY and connection.session is None:
            await self._identify(connection, data)
        elif op == Op.RESUME and connection.session is None:
            await self._resume(connection, data)
        elif op in (Op.IDENTIFY, Op.RESUME):
            await connection.close(4005)
        elif op != Op.PRESENCE:
            await connection.close(4001)

    async def _identify(self, connection: Connection, data: Payload) -> None:
        shard, shards = data.get("shard", (0, 1))
        now = time.monotonic()
        bucket = shard % self._max_concurrency
        is_soon = now - self._bucket_used_at.get(bucket, -self._identify_seconds) < self._identify_seconds
        self._bucket_used_at[bucket] = now
        self.identified_at.append(now)
        if data["token"] != self.token:
            await connection.close(4004)
        elif not 0 <= shard < shards:
            await connection.close(4010)
        elif is_soon:
            await connection.send(Op.INVALID_SESSION, data=False)
        elif not await self._faults.apply(Stage.READY, connection):
            await self._welcome(connection, Session(shard, shards), intents=data["intents"])

    async def _welcome(self, connection: Connection, session: Session, *, intents: int) -> None:
        self.sessions[session.id] = connection.session = session
        session.connection = connection
        guilds = [guild for guild in self._world.guilds if (guild.id >> 22) % session.shards == session.shard]
        await session.send(
            "READY",
            {
                "v": 10,
                "user": self._world.bot.payload(),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": RESUME_URL,
                "shard": [session.shard, session.shards],
                "application": {"id": str(self._world.bot.id), "flags": 0},
            },
        )
        if intents & _GUILDS_INTENT:
            for guild in guilds:
                await session.send("GUILD_CREATE", guild.payload())

    async def _resume(self, connection: Connection, data: Payload) -> None:
        if await self._faults.apply(Stage.RESUMED, connection):
            return
        session = self.sessions.get(data["session_id"])
        if data["token"] != self.token:
            await connection.close(4004)
        elif session is None:
            await connection.send(Op.INVALID_SESSION, data=False)
        elif data["seq"] > session.number:
            await connection.close(4007)
        else:
            connection.session = session
            sent = data["seq"]
            while missed := [event for event in session.events if event[0] > sent]:
                for number, event, what in missed:
                    await connection.send(Op.DISPATCH, what, event=event, number=number)
                    sent = number
            session.connection = connection
            await session.send("RESUMED", {})

    def _leave(self, connection: Connection) -> None:
        """Keep the session of an ended connection, unless the client closed it."""
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if connection.socket.close_code in (1000, 1001) and not connection.is_closed_here:
            self.sessions.pop(session.id, None)
