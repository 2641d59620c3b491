"""Contests: deals that many players attempt once each, for a rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.model.score import Score, cards_dealt_home


class ContestId(NamedTuple):
    """Identifies a contest: its kind, such as "daily", and its key among the contests of that kind."""

    kind: str
    key: str


@dataclass(frozen=True)
class Contest:
    """A deal that is a secret until the Unix time `ends_at`, when attempts stop counting."""

    kind: str
    key: str
    ends_at: int

    @property
    def id(self) -> ContestId:
        return ContestId(self.kind, self.key)

    def is_open(self, now: float) -> bool:
        return now < self.ends_at


@dataclass(frozen=True)
class Deal:
    """The deal of a contest, which nobody may see before their own attempt is over."""

    variant: str
    number: int
    options: Mapping[str, str]

    @classmethod
    def parse(cls, dealt: str) -> Deal:
        variant, number, options = dealt.split("|")
        return cls(variant, int(number), dict(option.split("=") for option in options.split(",") if option))

    def has_card_home(self, cards_home: int) -> bool:
        """Whether the player has brought a card home: without one, nobody gets a medal or wins a challenge."""
        return cards_home > cards_dealt_home(self.variant, self.options)


class Summary(Protocol):
    """What a finished attempt that counts has achieved in its contest. Each kind of contest adds fields."""

    @property
    def score(self) -> Score:
        """What it is ranked by."""

    @property
    def badges(self) -> Sequence[str]:
        """The badges that it earns if it is won, besides those that any win earns."""
