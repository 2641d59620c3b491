"""Patches of private parts of SimCord 3.2.1, the version that pyproject.toml pins.

Each function names what SimCord would have to offer to make it unnecessary.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import cache
from typing import Any

import discord
import simcord
from simcord.preview import Preview, _markdown, _media
from simcord.preview._server import PreviewServer

_STYLE = """
.custom-emoji { display: inline-block; }
.code-block, .code-block code { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 0; }
.code-block { font-size: 14px; line-height: 18px; }
.inline-code { font-family: monospace; }
.component-container .component-section { grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
.component-container .section-accessory { min-width: 0; }
"""
"""Additional styles of the page.

They reserve space for emoji while they load, because a message that changes its height closes a select that is opening.
They wrap long lines of code, give code the same small size outside embeds as inside, and show suits in code as text, as
Discord does. They keep the button of a section beside its text on a narrow page, as Discord does.
"""


_SETTLE_SECONDS = 60.0
"""How long a busy machine may take to answer; SimCord's default is five seconds."""

_IDLE_SECONDS = 0.002
"""How often SimCord checks whether every task sleeps. SimCord doesn't notice when a task goes to sleep, as the
announcer does at every start. Its default of 50 ms would visibly delay answers and slow every test."""


def settle_patiently(env: simcord.Env) -> None:
    """Give the bot a minute for each of its tasks, and check more often whether it has finished.

    SimCord gives a start five seconds whatever `settle_timeout` says. It would have to use that setting, and offer one
    for its polling interval.
    """
    env.settle_timeout = _SETTLE_SECONDS
    settle = env._settle_internal  # noqa: SLF001

    async def settle_within_timeout(*, timeout: float | None = None, **options: Any) -> None:  # noqa: ARG001, ASYNC109
        await settle(**{**options, "idle": _IDLE_SECONDS})

    env._settle_internal = settle_within_timeout  # type: ignore[method-assign]  # noqa: SLF001


def allow_another_page(env: simcord.Env) -> None:
    """Let the next `env.preview` succeed although a page is open.

    SimCord would have to allow several previews of one Env.
    """
    env._preview = None  # noqa: SLF001


def introduce(env: simcord.Env, name: str) -> str:
    """Give the bot a name and an avatar, and return the avatar's URL.

    SimCord would have to let an Env name its bot, and to accept an avatar.
    """
    bot = env.backend.bot_user
    bot.name, bot.avatar = name, "portrait"
    return f"https://cdn.simcord.invalid/avatars/{bot.id}/{bot.avatar}.png"


def rename_emoji(env: simcord.Env, shown: Iterable[discord.PartialEmoji]) -> None:
    """Give the application's emoji the names by which messages show them.

    SimCord shows an emoji only by the name of its upload. It would have to show it by its id, as Discord does.
    """
    for emoji in shown:
        assert emoji.id is not None, "it was uploaded"
        env.backend.application_emojis[emoji.id].name = emoji.name


def queue_actions(
    env: simcord.Env,
    preview: Preview,
    turn: Callable[[], AbstractAsyncContextManager[None]],
    acted: Callable[[], Awaitable[None]],
) -> None:
    """Run each action of a page within a `turn`, and call `acted` after it.

    SimCord rejects an action while another one runs, which hangs the page: it would have to queue actions, and to
    accept one sent before the page was last redrawn. It would also have to draw an action's changes as of the time of
    the action: relative times count from the page's last refresh.
    """
    act = preview._action  # noqa: SLF001

    async def act_in_turn(page_id: str, body: Any) -> Any:
        async with turn():
            page = preview._pages.get(page_id)  # noqa: SLF001
            if page is not None and isinstance(body, dict) and "published_revision" in body:
                body = {**body, "published_revision": page.revision}
            env._preview = preview  # noqa: SLF001 - the one that SimCord notifies of changes
            preview._advance_presentation_time()  # noqa: SLF001
            result = await act(page_id, body)
            await acted()
            return result

    preview._action = act_in_turn  # type: ignore[method-assign, assignment]  # noqa: SLF001


_BITS_BELOW_MILLISECONDS = 22
"""Of an id (https://discord.com/developers/docs/reference#snowflakes)."""


def use_real_ids(env: simcord.Env, clock: Callable[[], datetime]) -> None:
    """Make ids by a clock with the real time, so that they grow from one run to the next.

    The bits below the milliseconds are random, because the clock may show the same time in two runs. SimCord's ids
    begin on the same day in each run: it would have to accept a source of ids.
    """
    newest = 0

    def make() -> int:
        nonlocal newest
        newest = max(newest + 1, discord.utils.time_snowflake(clock()) + secrets.randbits(_BITS_BELOW_MILLISECONDS))
        return newest

    env.backend.snowflake = make  # type: ignore[method-assign]


@cache
def patch_pages() -> None:
    """Style the pages, show small print in embeds, and decode pictures in a thread.

    SimCord starts a process for each picture, a third of a second for every emoji, to be safe from the pictures of
    strangers. All pictures here are the bot's own. SimCord would have to take a style sheet and a decoder, and to show
    lines that start with `-# ` as small print in an embed's description, as Discord does.
    """
    _markdown._FIELD_POLICIES["embed_description"]["subtext"] = True  # noqa: SLF001
    _media.MediaWorker._decode = _decode  # type: ignore[assignment, method-assign]  # noqa: SLF001
    serve = PreviewServer._static  # noqa: SLF001

    async def serve_styled(self: PreviewServer, request: Any) -> Any:
        response = await serve(self, request)
        if request.path == "/preview.css":
            response.text += _STYLE
        return response

    PreviewServer._static = serve_styled  # type: ignore[method-assign]  # noqa: SLF001


async def _decode(_: _media.MediaWorker, __: str, blob: bytes, media_time: float | None) -> Any:
    return await asyncio.to_thread(_media._process_media, blob, media_time)  # noqa: SLF001
