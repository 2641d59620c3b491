"""Jobs that run at the start of each minute or hour."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

from bot.commands.request_errors import REQUEST_ERRORS
from bot.services import Services, StoreError

MINUTE = 60.0
HOUR = 60 * MINUTE

log = logging.getLogger(__name__)


async def repeat(services: Services, period: float, job: Callable[[], Awaitable[None]], failure: str) -> NoReturn:
    """Run a job now and at the start of each period, until cancelled; a `failure` is only logged.

    After a failure, or if the clock is set, the job runs again within a period.
    """
    while True:
        try:
            await job()
        except (StoreError, *REQUEST_ERRORS) as error:
            log.error("%s: %s", failure, error)  # noqa: TRY400 - the message says it all
        except Exception:
            log.exception(failure)
        await services.sleep(max(1.0, period - services.clock() % period))
