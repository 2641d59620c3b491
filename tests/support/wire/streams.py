"""Transport compression of the gateway (https://discord.com/developers/docs/events/gateway#transport-compression)."""

from __future__ import annotations

import zlib
from collections.abc import Callable

Compress = Callable[[bytes], bytes]
"""Compresses the next frame of a connection."""


def compressor(kind: str | None) -> Compress | None:
    """The compressor for a new connection whose client asks for this kind; None for text frames."""
    if kind == "zlib-stream":
        return _zlib_stream()
    if kind == "zstd-stream":
        return _zstd_stream()
    return None


def _zlib_stream() -> Compress:
    stream = zlib.compressobj()
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd_stream() -> Compress:
    """discord.py asks for Zstandard on Python 3.14, which has it, and where the package is installed."""
    try:
        import zstandard  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
    except ModuleNotFoundError:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

        own = zstd.ZstdCompressor()
        return lambda data: bytes(own.compress(data, own.FLUSH_BLOCK))
    stream = zstandard.ZstdCompressor().compressobj()
    return lambda data: bytes(stream.compress(data) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
