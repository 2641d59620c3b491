"""How long a test waits for a bot in SimCord, and how often it looks whether the bot has finished."""

from __future__ import annotations

from typing import Any

import simcord

SETTLE_SECONDS = 60.0
"""How long a busy machine may take to answer; by default SimCord gives up after five seconds."""

_IDLE_SECONDS = 0.002
"""How long SimCord waits before it looks again whether every task sleeps.

SimCord is not told when a task falls asleep, as the announcer does in every start. With the default pause of 50 ms,
that would cost each test 50 ms.
"""


def settle_patiently(env: simcord.Env) -> None:
    """Make SimCord respect `settle_timeout` when a bot starts, too, and look more often.

    SimCord allows a start five seconds, whatever `settle_timeout` says, and has no setting for its pauses.
    """
    settle = env._settle_internal  # noqa: SLF001

    async def settle_within_timeout(*, timeout: float | None = None, **options: Any) -> None:  # noqa: ARG001, ASYNC109
        await settle(**{**options, "idle": _IDLE_SECONDS})

    env._settle_internal = settle_within_timeout  # type: ignore[method-assign]  # noqa: SLF001
