"""Open challenges at once, without first looking at a card."""

from bot.model.challenge import Challenge
from bot.model.player import Player
from bot.services import Services, Turn


async def open_challenge(services: Services, turn: Turn, variant: str, *, named: Player | None = None) -> Challenge:
    """At a random deal."""
    draft = await services.challenges.draft(turn, variant, named=named, language="en")
    return await services.challenges.open(turn, draft)


async def open_challenge_on(services: Services, turn: Turn, game_id: int, *, winner: Player | None = None) -> Challenge:
    """At the deal of a game."""
    draft = await services.challenges.draft_on(turn, game_id, winner=winner, language="en")
    return await services.challenges.open(turn, draft)
