"""The chain of keys that all tests share, except those about a chain's first days."""

from datetime import date

from bot.model.daily.chain import Chain
from bot.model.daily.deals import Daily, draw_daily

CHAIN = Chain(date(2020, 1, 1), "seed 372")
"""The seed leads to the deals that `daily_room.py` describes."""


def drawn(day: date, variant: str) -> Daily:
    """The daily of a game, without a proof."""
    return draw_daily(CHAIN.key(day), day, variant)
