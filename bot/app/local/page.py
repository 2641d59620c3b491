"""SimCord's pages, one a channel, mended to show boards as Discord does. It has no public way for most of this."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import simcord
from simcord.builders import ChannelHandle
from simcord.preview import Preview, _media
from simcord.preview._server import PreviewServer

_STYLE = """
.custom-emoji { display: inline-block; }
.code-block, .code-block code { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 0; }
"""
"""Keeps an emoji's place while it loads: a message that changes its height then would close a select that opens. And
breaks long lines of code, as Discord does."""


class PageError(Exception):
    """A page cannot be served, most often as its port is in use."""


class Pages:
    """The pages of a SimCord.

    What is done on one happens within a `turn`: SimCord refuses an action while another runs, and the page stays stuck
    then.
    """

    def __init__(
        self,
        env: simcord.Env,
        turn: Callable[[], contextlib.AbstractAsyncContextManager[None]],
        assets: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """`assets` are the names and contents of files by the addresses at which pages look for them."""
        self._env = env
        self._turn = turn
        self._assets = assets
        self._drawn: dict[Preview, object] = {}
        """What the channel of each was like when it was drawn last."""

    async def open(self, channel: ChannelHandle, viewers: Sequence[simcord.MemberActor], port: int) -> str:
        """Serve a channel to these people, on any port that is free if it is 0; return the page's address.

        Raises PageError.
        """
        _mend_pages()
        self._env._preview = None  # noqa: SLF001 - SimCord serves a page only while it knows of no other
        try:
            preview = self._env.preview(
                channel, viewers=viewers, layout="channel", display="responsive", port=port or None, assets=self._assets
            )
            await preview.__aenter__()
        except simcord.SetupError as error:
            raise PageError(error) from error
        self._take_turns(preview)
        self._drawn[preview] = _look(preview)
        return preview.url

    async def redraw(self) -> None:
        """Show on the pages what their channels are like now; to be called within a turn."""
        for preview, drawn in self._drawn.items():
            if drawn != _look(preview):
                with contextlib.suppress(simcord.SetupError):  # someone has just closed it
                    await preview.refresh()
                    self._drawn[preview] = _look(preview)

    async def wait_closed(self) -> None:
        """Wait until someone ends the session on one of the pages."""
        closings = [asyncio.create_task(preview.wait_closed()) for preview in self._drawn]
        await asyncio.wait(closings, return_when=asyncio.FIRST_COMPLETED)
        for closing in closings:
            closing.cancel()

    async def close(self) -> None:
        """Serve them no more."""
        for preview in self._drawn:
            await preview.close()

    def _take_turns(self, preview: Preview) -> None:
        """Let what the page does wait for its turn.

        What has waited was sent from a page that is a revision behind by then, so it is brought up to date.
        """
        act = preview._action  # noqa: SLF001

        async def act_in_turn(page_id: str, body: Any) -> Any:
            async with self._turn():
                page = preview._pages.get(page_id)  # noqa: SLF001
                if page is not None and isinstance(body, dict) and "published_revision" in body:
                    body = {**body, "published_revision": page.revision}
                self._env._preview = preview  # noqa: SLF001 - SimCord tells this one that something was done
                result = await act(page_id, body)
                self._drawn[preview] = _look(preview)
                await self.redraw()
                return result

        preview._action = act_in_turn  # type: ignore[method-assign, assignment]  # noqa: SLF001


def _look(preview: Preview) -> object:
    """What can be told apart when anything in the channel was written, changed or deleted."""
    messages = preview.env.backend.messages.get(preview.channel.id, {})
    return [(message.id, message.edited_timestamp) for message in messages.values()]


@cache
def _mend_pages() -> None:
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
