"""Lead an unchanged client to a Discord on loopback: a resolver, and a certificate that it trusts."""

import socket
import ssl
from typing import Any

import trustme
from aiohttp.abc import AbstractResolver, ResolveResult

_NAMES = ("discord.com", "discord.gg", "discordapp.com")


class Authority:
    """A certificate authority for Discord's names, in memory only."""

    def __init__(self) -> None:
        self._authority = trustme.CA()

    @property
    def certificate(self) -> bytes:
        """The certificate that clients have to trust, as PEM."""
        return bytes(self._authority.cert_pem.bytes())

    def server_context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        names = (name for host in _NAMES for name in (host, f"*.{host}"))
        self._authority.issue_cert(*names).configure_cert(context)
        return context


def connector_options(port: int, certificate: bytes) -> dict[str, Any]:
    """Options for a connector to the Discord on this port that trusts this certificate."""
    return {"resolver": _Loopback(port), "ssl": ssl.create_default_context(cadata=certificate.decode())}


class _Loopback(AbstractResolver):
    """Resolves Discord's names, and no others, to a port on this machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if not any(host == name or host.endswith(f".{name}") for name in _NAMES):
            raise OSError(f"{host} is not a name of Discord, port {port} {family}")
        return [
            ResolveResult(
                hostname=host,
                host="127.0.0.1",
                port=self._port,
                family=socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        return
