"""What SimCord's page needs to show boards as Discord does. It offers no public way for either."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from simcord.preview import _media
from simcord.preview._server import PreviewServer

_STYLE = "\n.custom-emoji { display: inline-block; }"
"""Keeps an emoji's place while it loads. A message that changes its height then would close a select that opens."""


@cache
def mend_page() -> None:
    """Mend the pages that are served from now on."""
    _media.MediaWorker._decode = _decode  # type: ignore[assignment, method-assign]  # noqa: SLF001
    serve = PreviewServer._static  # noqa: SLF001

    async def serve_styled(self: PreviewServer, request: Any) -> Any:
        response = await serve(self, request)
        if request.path == "/preview.css":
            response.text += _STYLE
        return response

    PreviewServer._static = serve_styled  # type: ignore[method-assign]  # noqa: SLF001


async def _decode(_: _media.MediaWorker, __: str, blob: bytes, media_time: float | None) -> Any:
    """Look at a picture in a thread.

    SimCord starts a process for each, a third of a second for every emoji, to be safe from the pictures of strangers.
    Here all pictures are our own.
    """
    return await asyncio.to_thread(_media._process_media, blob, media_time)  # noqa: SLF001
