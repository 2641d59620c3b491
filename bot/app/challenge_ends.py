"""Close challenges whose time is over: draw their cards again, and notify the players who asked."""

from __future__ import annotations

import logging

from bot.commands.challenge_cards import ChallengeCards
from bot.services import Services, StoreError

log = logging.getLogger(__name__)


async def close_challenges(cards: ChallengeCards, services: Services) -> None:
    """Close the challenges that have ended; if one fails, close the others all the same. Raises StoreError."""
    for challenge_id in await services.challenges.to_close(services.turns.background()):
        try:
            await cards.end(challenge_id)
        except StoreError:
            raise
        except Exception:
            log.exception("cannot close a challenge yet")
