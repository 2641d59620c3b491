"""Starting a bot in SimCord on a busy machine."""

from __future__ import annotations

from typing import Any

import simcord


def start_within_settle_timeout(env: simcord.Env) -> None:
    """Let a bot take as long to start as `settle_timeout` says, which a busy machine may need.

    SimCord would have to use it there too, instead of five seconds.
    """
    settle = env._settle_internal  # noqa: SLF001

    async def settle_within_timeout(*, timeout: float | None = None, **options: Any) -> None:  # noqa: ARG001, ASYNC109
        await settle(**options)

    env._settle_internal = settle_within_timeout  # type: ignore[method-assign]  # noqa: SLF001
