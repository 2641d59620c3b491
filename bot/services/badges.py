"""Awards badges for won games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.model.badges import Badge, first_win
from bot.model.game import UserGame
from bot.model.statistics import Ending
from bot.model.transcripts import is_unaided
from bot.store.badges import BadgeStore
from bot.store.turn import Turn
from engine import Status


class Badges:
    """Gives badges. Both methods raise StoreError when the database fails."""

    def __init__(self, store: BadgeStore, *, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, turn: Turn, player_id: int) -> Sequence[str]:
        """A player's badges, in the order in which they earned them."""
        return await self._store.of(turn, player_id)

    async def award(self, turn: Turn, ended: UserGame, ending: Ending) -> Sequence[str]:
        """Give a user the badges that their game has earned them, and return those that are new."""
        badges = set(earned(ended, ending))
        badges -= set(await self._store.of(turn, ended.user_id)) if badges else set()
        if not badges:
            return []
        return await self._store.add(turn, ended.user_id, ended.id, sorted(badges), int(self._clock()))


def earned(ended: UserGame, ending: Ending) -> Iterator[str]:
    """The badges for a finished game, even those that the player already has; none unless it is won."""
    if ended.game.status is not Status.WON:
        return
    yield first_win(ended.game.variant.name)
    if not ended.game.variant.rules.is_luck and is_unaided(ended.transcript):
        yield Badge.STRAIGHT
    if ending.summary is not None:
        yield from ending.summary.badges
