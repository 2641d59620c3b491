"""How a server plays the dailies, for the post of a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.daily.ranking import RankedPlayer


@dataclass(frozen=True)
class ServerSummary:
    """What a server has played up to a day.

    `streak` counts the days in a row on which somebody there finished a daily. Yesterday, `players` finished one, and
    `best` earned the most points. `winners` had the most points of last week, if the summary is of a new week. If it
    `is_quiet`, nobody has played there for a week.
    """

    streak: int = 0
    players: int = 0
    best: Sequence[RankedPlayer] = ()
    winners: Sequence[RankedPlayer] = ()
    is_quiet: bool = False
