"""The score of a ranked attempt, and which of two scores is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine import VARIANTS

WIN_POINTS = 100
"""Points for a win, on top of those for cards home."""

MOST_SECONDS = 2**20
"""More seconds than one attempt can take, which is two days."""

MOST_EFFORT = 2**24

LOST = MOST_EFFORT * MOST_SECONDS
"""The first standing that is no win, because a card is missing."""


@dataclass(frozen=True)
class Score:
    """What a ranked attempt is ranked by.

    `effort` counts moves, as `transcripts` does; in Tens, where the number of moves makes no difference, it counts
    refused moves.
    """

    variant: str
    cards_home: int
    effort: int
    seconds: int
    is_given_up: bool = False

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.cards_home == pack_of(self.variant)

    @property
    def points(self) -> int:
        """The points for the cards home: 0 to 200."""
        return points_of(self.variant, self.cards_home)

    @property
    def standing(self) -> int:
        """An integer that compares scores at one deal: smaller is better.

        More cards home is better, then less effort, then less time. A game of luck is a race: less time, then less
        effort.
        """
        missing = pack_of(self.variant) - self.cards_home
        effort = min(self.effort, MOST_EFFORT - 1)
        seconds = min(self.seconds, MOST_SECONDS - 1)
        if is_race(self.variant):
            return (missing * MOST_SECONDS + seconds) * MOST_EFFORT + effort
        return (missing * MOST_EFFORT + effort) * MOST_SECONDS + seconds


def read_result(standing: int, variant: str) -> tuple[int, int, int]:
    """The cards home, effort and seconds in the standing of one score."""
    if is_race(variant):
        rest, effort = divmod(standing, MOST_EFFORT)
        missing, seconds = divmod(rest, MOST_SECONDS)
    else:
        rest, seconds = divmod(standing, MOST_SECONDS)
        missing, effort = divmod(rest, MOST_EFFORT)
    return pack_of(variant) - missing, effort, seconds


def is_race(variant: str) -> bool:
    """Whether time ranks before effort: in a game of luck, a win takes no skill but speed."""
    return VARIANTS[variant].rules.is_luck


def counts_refusals(variant: str) -> bool:
    """Whether effort counts refused moves: in a game of luck, the cards home determine the number of moves."""
    return VARIANTS[variant].rules.is_luck


def points_of(variant: str, cards_home: int) -> int:
    """The percentage of cards that the player has brought home, rounded down, plus 100 for a win.

    Cards that are dealt home, such as the tens of Dimes, earn no points.
    """
    pack = pack_of(variant)
    dealt = cards_dealt_home(variant)
    share = 100 * max(0, cards_home - dealt) // (pack - dealt)
    return share + (WIN_POINTS if cards_home == pack else 0)


def cards_dealt_home(variant: str, options: Mapping[str, str] = MappingProxyType({})) -> int:
    """Before the first move, under these options."""
    return VARIANTS[variant].rules_for(options).cards_dealt_home


def pack_of(variant: str) -> int:
    return VARIANTS[variant].rules.pack
