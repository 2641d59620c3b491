"""Close challenges when their time is over: draw their cards again, and tell those who asked."""

from __future__ import annotations

import logging

from bot.app.each_minute import run_each_minute
from bot.commands.challenge_cards import ChallengeCards
from bot.services import Services, StoreError

log = logging.getLogger(__name__)


class ChallengeEnds:
    """Closes challenges through the client of one process."""

    def __init__(self, cards: ChallengeCards, services: Services) -> None:
        self._cards = cards
        self._services = services

    async def run(self) -> None:
        """Close each challenge in the minute after its end, until cancelled."""
        await run_each_minute(self._services, self.close, "cannot close challenges")

    async def close(self) -> None:
        """Close the challenges that have ended; one that fails does not keep the others. Raises StoreError."""
        for challenge_id in await self._services.challenges.to_close(self._services.turns.background()):
            try:
                await self._cards.end(challenge_id)
            except StoreError:
                raise
            except Exception:
                log.exception("cannot close a challenge yet")
