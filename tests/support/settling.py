"""How long a test waits for a bot in SimCord, and how often it looks whether the bot has finished."""

from __future__ import annotations

from typing import Any

import simcord

SETTLE_SECONDS = 60.0
"""How long a busy machine may take to answer; by default SimCord gives up after five seconds."""

_IDLE_SECONDS = 0.002
"""How long SimCord waits before it looks again whether every task sleeps.

Falling asleep wakes nobody, and the announcer does that in every start: with the default, each test waits 50 ms.
"""


def settle_patiently(env: simcord.Env) -> None:
    """Make SimCord keep to `settle_timeout` when a bot starts, too, and look more often.

    SimCord allows a start five seconds, whatever `settle_timeout` says, and has no setting for its pauses.
    """
    settle = env._settle_internal  # noqa: SLF001

    async def settle_within_timeout(*, timeout: float | None = None, **options: Any) -> None:  # noqa: ARG001, ASYNC109
        await settle(**{**options, "idle": _IDLE_SECONDS})

    env._settle_internal = settle_within_timeout  # type: ignore[method-assign]  # noqa: SLF001
