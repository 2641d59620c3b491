"""An HTTP proxy on loopback that tunnels to the Discord on loopback, for clients that know its password."""

import asyncio
import base64
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Answers CONNECT (https://www.rfc-editor.org/rfc/rfc9110#CONNECT) for any host, and counts refusals."""

    def __init__(self, user: str, password: str) -> None:
        self.port = 0
        """The port it listens on, once it is open."""
        self.hosts: set[str] = set()
        """The hosts that it has tunnelled to."""
        self.refused = 0
        """Requests without the right password."""
        self._expected = b"Basic " + base64.b64encode(f"{user}:{password}".encode())
        self._tunnels: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self, port_of_discord: int) -> AsyncIterator[None]:
        """Listen on a free port of loopback."""

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._serve(reader, writer, port_of_discord))
            self._tunnels.add(task)
            task.add_done_callback(self._tunnels.discard)

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            for task in self._tunnels:
                task.cancel()
            await asyncio.gather(*self._tunnels, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
        with contextlib.closing(writer):
            request, *headers = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
            if not any(header.endswith(self._expected) for header in headers):
                self.refused += 1
                writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
                return
            self.hosts.add(request.split()[1].decode())
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            there, back = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.closing(back), contextlib.suppress(OSError):
                await asyncio.gather(_copy(reader, back), _copy(there, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
