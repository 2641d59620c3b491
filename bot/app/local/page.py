"""The pages in the browser: one for each channel of a SimCord."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import simcord
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from bot.app.local.simcord_patches import allow_another_page, patch_pages, queue_actions


class PageError(Exception):
    """A page cannot be served, usually because its port is in use."""


class Pages:
    """The pages of a SimCord. Every action on one happens within a `turn`."""

    def __init__(
        self,
        env: simcord.Env,
        turn: Callable[[], contextlib.AbstractAsyncContextManager[None]],
        assets: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """`assets` are the names and contents of files, by the URLs that pages request."""
        self._env = env
        self._turn = turn
        self._assets = assets
        self._drawn: dict[Preview, object] = {}
        """The state of each page's channel when the page was last drawn."""

    async def open(self, channel: ChannelHandle, viewers: Sequence[simcord.MemberActor], port: int) -> str:
        """Serve a channel to these people, on a free port if `port` is 0; return the page's URL. Raises PageError."""
        patch_pages()
        allow_another_page(self._env)
        try:
            preview = self._env.preview(
                channel, viewers=viewers, layout="channel", display="responsive", port=port or None, assets=self._assets
            )
            await preview.__aenter__()
        except simcord.SetupError as error:
            raise PageError(error) from error
        queue_actions(self._env, preview, self._turn, partial(self._acted, preview))
        self._drawn[preview] = _state(preview)
        return preview.url

    async def redraw(self) -> None:
        """Redraw the pages whose channels have changed. Call this within a turn."""
        for preview, drawn in self._drawn.items():
            if drawn != _state(preview):
                with contextlib.suppress(simcord.SetupError):  # someone has just closed it
                    await preview.refresh()
                    self._drawn[preview] = _state(preview)

    async def wait_closed(self) -> None:
        """Wait until someone ends the session on one of the pages."""
        closings = [asyncio.create_task(preview.wait_closed()) for preview in self._drawn]
        await asyncio.wait(closings, return_when=asyncio.FIRST_COMPLETED)
        for closing in closings:
            closing.cancel()

    async def close(self) -> None:
        for preview in self._drawn:
            await preview.close()

    async def _acted(self, preview: Preview) -> None:
        """Redraw the other pages after an action on this one, which SimCord has redrawn."""
        self._drawn[preview] = _state(preview)
        await self.redraw()


def _state(preview: Preview) -> object:
    """A value that changes whenever a message of the channel is written, edited or deleted."""
    messages = preview.env.backend.messages.get(preview.channel.id, {})
    return [(message.id, message.edited_timestamp) for message in messages.values()]
