"""Challenges: everyone who enters one plays the same deal, once, within a day of its opening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.model.daily.ranking import Score, result_standing

OPEN_SECONDS = 24 * 60 * 60
"""How long a challenge is open."""


@dataclass(frozen=True)
class ChallengeKey:
    """Which challenge, and when attempts at it stop counting, as a Unix time in seconds."""

    id: int
    ends_at: int


class Role(StrEnum):
    """How someone came to be on a challenge's card."""

    CHALLENGER = "challenger"
    NAMED = "named"
    """The challenger asked them by name."""
    INVITED = "invited"
    """They played the challenge that this one is a rematch of."""
    JOINED = "joined"
    MARK = "mark"
    """They won this very deal before, so that everyone plays to beat them."""


@dataclass(frozen=True)
class Entry:
    """Someone on a challenge's card.

    `home` counts the cards home in their attempt, None before it; `score` is what it came to, None until it has ended
    in time.
    """

    user_id: int
    name: str
    role: Role
    is_declined: bool = False
    home: int | None = None
    score: Score | None = None

    @property
    def is_mark(self) -> bool:
        """Whether they won the deal before the challenge."""
        return self.role is Role.MARK

    @property
    def is_begun(self) -> bool:
        """Whether they play the challenge, or have played it."""
        return self.home is not None

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to come of them unless they change their mind."""
        return self.is_mark or self.is_declined or self.score is not None

    @property
    def may_decline(self) -> bool:
        """Whether someone waits for them to play or to decline."""
        return self.role in (Role.NAMED, Role.INVITED) and not self.is_begun and not self.is_declined


@dataclass(frozen=True)
class CardPlace:
    """The message with a challenge's card; `server_id` is None outside servers."""

    server_id: int | None
    channel_id: int
    message_id: int

    @property
    def url(self) -> str:
        """The link to the message."""
        return f"https://discord.com/channels/{self.server_id or '@me'}/{self.channel_id}/{self.message_id}"


@dataclass(frozen=True)
class Deal:
    """The deal of a challenge, which nobody may see before their own attempt is over."""

    variant: str
    number: int
    options: Mapping[str, str]


@dataclass(frozen=True)
class Challenge:
    """A challenge with everyone on its card, in the order in which they came.

    `is_seen` says that the deal was played before, so that whoever knows it cannot enter. `language` is the code of the
    language of its card, and `place` is None until that is posted.
    """

    id: int
    deal: Deal
    is_seen: bool
    opened_at: int
    ends_at: int
    language: str
    rematch_of: int | None = None
    place: CardPlace | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def key(self) -> ChallengeKey:
        """Its id and its end."""
        return ChallengeKey(self.id, self.ends_at)

    def entry(self, user_id: int) -> Entry | None:
        """The entry of a user."""
        return next((each for each in self.entries if each.user_id == user_id), None)

    @property
    def challenger(self) -> Entry | None:
        """Who opened it; None if they have deleted their data, or have won the deal before."""
        return next((each for each in self.entries if each.role is Role.CHALLENGER), None)

    @property
    def named(self) -> Entry | None:
        """Who was asked by name."""
        return next((each for each in self.entries if each.role is Role.NAMED), None)

    @property
    def mark(self) -> Entry | None:
        """Who won the deal before the challenge."""
        return next((each for each in self.entries if each.is_mark), None)

    @property
    def players(self) -> tuple[Entry, ...]:
        """Everyone who plays or may play: all but the mark."""
        return tuple(each for each in self.entries if not each.is_mark)

    def is_over(self, now: float) -> bool:
        """Whether no attempt counts any more at this Unix time."""
        return now >= self.ends_at

    def ranking(self) -> list[tuple[int, Entry]]:
        """The players with a score and their ranks, the best first, as in a daily; equal scores share a rank."""
        scored = sorted(
            ((result_standing(each.score), each) for each in self.players if each.score is not None),
            key=lambda each: each[0],
        )
        standings = [standing for standing, _ in scored]
        return [(standings.index(standing) + 1, entry) for standing, entry in scored]

    def beats_mark(self, entry: Entry) -> bool:
        """Whether a score is better than the one to beat."""
        if self.mark is None or self.mark.score is None or entry.score is None:
            return False
        return result_standing(entry.score) < result_standing(self.mark.score)

    def placing(self, user_id: int) -> Placing | None:
        """What a user's finished attempt came to, if it counts."""
        ranking = self.ranking()
        for rank, entry in ranking:
            if entry.user_id == user_id and entry.score is not None:
                return Placing(entry.score, rank, len(ranking), self.place)
        return None

    def winners(self, now: float) -> list[Entry]:
        """Who has won, once that is decided: when everyone on the card is done, or when it is over.

        One player alone wins nothing.
        """
        begun = [each for each in self.players if each.is_begun]
        is_decided = self.is_over(now) or all(each.is_settled for each in self.players)
        if not is_decided or len(begun) < 2:
            return []
        return [entry for rank, entry in self.ranking() if rank == 1]


@dataclass(frozen=True)
class Placing:
    """What a finished attempt at a challenge came to: its rank among the scores so far, and where the card is.

    `is_comeback` says whether it won the challenge as the last attempt to end.
    """

    score: Score
    rank: int
    players: int
    place: CardPlace | None
    is_comeback: bool = False


@dataclass(frozen=True)
class Duels:
    """How the challenges that two users both played went for the first of them."""

    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def played(self) -> int:
        """How many there were."""
        return self.won + self.lost + self.tied


def count_duels(pairs: Iterable[Sequence[Score | None]]) -> Duels:
    """Count challenges by the scores of two users; someone who did not end in time has none, and loses."""
    won = lost = tied = 0
    for mine, theirs in pairs:
        ours = [float("inf") if score is None else result_standing(score) for score in (mine, theirs)]
        won, lost, tied = won + (ours[0] < ours[1]), lost + (ours[0] > ours[1]), tied + (ours[0] == ours[1])
    return Duels(won, lost, tied)
