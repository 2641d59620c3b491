"""The cup that the best players of a server win each week."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.model.daily.ranking import RankedPlayer


@dataclass(frozen=True)
class Cup:
    """The players with the most points in the week that begins on `week`, best first.

    `streak` is the longest streak ever in the server. `records` has the fastest wins ever there, of those games whose
    fastest win is one of this week.
    """

    week: date
    podium: Sequence[RankedPlayer]
    streak: RankedPlayer | None
    records: Mapping[str, RankedPlayer]
