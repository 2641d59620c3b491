"""Jobs that run at the start of each minute."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

from bot.services import Services, StoreError

_MINUTE = 60.0

log = logging.getLogger(__name__)


async def run_each_minute(services: Services, job: Callable[[], Awaitable[None]], failure: str) -> NoReturn:
    """Run a job now and at the start of each minute, until cancelled; a `failure` is only logged.

    After a failure, or if the clock is set, the job runs again within a minute.
    """
    while True:
        try:
            await job()
        except StoreError as error:
            log.error("%s: %s", failure, error)  # noqa: TRY400 - the message says it all
        except Exception:
            log.exception(failure)
        await services.sleep(max(1.0, _MINUTE - services.clock() % _MINUTE))
