"""Which deal a game gets that is dealt at random."""

from __future__ import annotations

from bot.model.game import NewGame
from bot.store import GameStore, StoredGame
from engine import Game
from engine.winnable import winnable_deals


async def draw_deal(
    store: GameStore, user_id: int, new: NewGame, random_number: int, *, current: StoredGame | None
) -> int:
    """The deal that a random number comes to.

    It is one that is proven winnable and that the user has not had, while there are such; `current` is their last game.
    Raises what `Game.new` raises.
    """
    sample = Game.new(new.variant, random_number, new.options)
    winnable = () if new.is_any else winnable_deals(new.variant, sample.options)
    if not winnable:
        return random_number
    texts = await store.beginnings(user_id, new.variant)
    had = {tuple(text.split("|")[:3]) for text in [*texts, *([] if current is None else [current.saved])]}
    variant, _, options, *_ = sample.save().split("|")
    left = [deal for deal in winnable if (variant, str(deal), options) not in had] or winnable
    return left[random_number % len(left)]
