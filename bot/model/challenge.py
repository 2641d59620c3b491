"""Challenges: everyone who enters one plays the same deal, once, within a day of its opening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.model.badges import Badge
from bot.model.contest import Contest, ContestId, Deal
from bot.model.score import Score
from engine import PatienceError

OPEN_SECONDS = 24 * 60 * 60
"""How long a challenge is open."""


CHALLENGE = "challenge"
"""The kind of contest."""


def challenge_id(number: int) -> ContestId:
    """Name the challenge with this id.

    >>> challenge_id(7)
    ContestId(kind='challenge', key='7')
    """
    return ContestId(CHALLENGE, str(number))


def number_of(contest: ContestId | Contest) -> int:
    return int(contest.key)


class Role(StrEnum):
    CHALLENGER = "challenger"
    NAMED = "named"
    """The challenger asked them by name."""
    INVITED = "invited"
    """They played the challenge that this one is a rematch of."""
    JOINED = "joined"
    MARK = "mark"
    """They won this deal before the challenge, and the others play to beat their score."""


@dataclass(frozen=True)
class Entry:
    """Someone on a challenge's card.

    `cards_home` counts the cards home in their attempt, None before it; `score` is its result, None until it has ended
    in time.
    """

    user_id: int
    name: str
    role: Role
    is_declined: bool = False
    cards_home: int | None = None
    score: Score | None = None

    @property
    def is_mark(self) -> bool:
        return self.role is Role.MARK

    @property
    def is_begun(self) -> bool:
        return self.cards_home is not None

    @property
    def is_settled(self) -> bool:
        """Whether they have finished or declined; a decliner may still change their mind."""
        return self.is_mark or self.is_declined or self.score is not None

    @property
    def may_decline(self) -> bool:
        """Whether the card is waiting for their answer."""
        return self.role in (Role.NAMED, Role.INVITED) and not self.is_begun and not self.is_declined


@dataclass(frozen=True)
class CardPlace:
    """The message with a challenge's card; `server_id` is None outside servers."""

    server_id: int | None
    channel_id: int
    message_id: int

    @property
    def url(self) -> str:
        return f"https://discord.com/channels/{self.server_id or '@me'}/{self.channel_id}/{self.message_id}"


class UnansweredChallengeError(PatienceError):
    """The challenger's last challenge to this player is still open, or they took it back.

    It counts until `ends_at`; `place` is where its card is, if known.
    """

    def __init__(self, ends_at: int, place: CardPlace | None, *, is_taken_back: bool) -> None:
        if is_taken_back:
            super().__init__(
                "You challenged them and took it back. You can name them again <t:{moment}:R>. Leave out the player, "
                "and anyone can play.",
                moment=ends_at,
            )
        elif place is None:
            super().__init__(
                "They haven't answered your last challenge yet. Leave out the player, and anyone can play."
            )
        else:
            super().__init__(
                "They haven't answered your last challenge yet: {url}. Leave out the player, and anyone can play.",
                url=place.url,
            )


@dataclass(frozen=True)
class Challenge:
    """A challenge with everyone on its card, in the order in which they came.

    If `is_seen`, the deal was played before, and nobody who knows it can enter. `language` is the code of the card's
    language, and `place` is None until the card is posted. If `is_taken_back`, its maker took it back.
    """

    id: int
    deal: Deal
    is_seen: bool
    opened_at: int
    ends_at: int
    language: str
    rematch_of: int | None = None
    place: CardPlace | None = None
    is_taken_back: bool = False
    entries: tuple[Entry, ...] = ()

    @property
    def contest(self) -> Contest:
        return Contest(*challenge_id(self.id), self.ends_at)

    def entry(self, user_id: int) -> Entry | None:
        return next((each for each in self.entries if each.user_id == user_id), None)

    @property
    def challenger(self) -> Entry | None:
        """The player who opened it; None if they have deleted their data, or had won the deal before."""
        return next((each for each in self.entries if each.role is Role.CHALLENGER), None)

    @property
    def named(self) -> Entry | None:
        """The player whom the challenger asked by name."""
        return next((each for each in self.entries if each.role is Role.NAMED), None)

    @property
    def mark(self) -> Entry | None:
        """The player who won the deal before the challenge, if anyone did."""
        return next((each for each in self.entries if each.is_mark), None)

    @property
    def players(self) -> tuple[Entry, ...]:
        """Everyone who plays or may play: all but the mark."""
        return tuple(each for each in self.entries if not each.is_mark)

    @property
    def maker(self) -> Entry | None:
        """The player who opened it, even if they had won the deal before; None if they have deleted their data."""
        return self.challenger or self.mark

    def is_over(self, now: float) -> bool:
        """Whether nobody can begin any more at this Unix time."""
        return now >= self.ends_at or self.is_taken_back

    def may_be_taken_back(self, now: float) -> bool:
        begun = [each for each in self.players if each.is_begun and each is not self.maker]
        return not (begun or self.is_over(now))

    def ranking(self) -> list[tuple[int, Entry]]:
        """The players with a score and their ranks, the best first, as in a daily; equal scores share a rank."""
        scored = sorted(
            ((each.score.standing, each) for each in self.players if each.score is not None),
            key=lambda each: each[0],
        )
        standings = [standing for standing, _ in scored]
        return [(standings.index(standing) + 1, entry) for standing, entry in scored]

    def beats_mark(self, entry: Entry) -> bool:
        if self.mark is None or self.mark.score is None or entry.score is None:
            return False
        return entry.score.standing < self.mark.score.standing

    def placing(self, user_id: int) -> Placing | None:
        ranking = self.ranking()
        for rank, entry in ranking:
            if entry.user_id == user_id and entry.score is not None:
                has_card_home = self.deal.has_card_home(entry.score.cards_home)
                has_rank = has_card_home and self.best is not None
                return Placing(entry.score, has_card_home, rank if has_rank else None, len(ranking), self.place)
        return None

    def is_decided(self, now: float) -> bool:
        """Whether two or more have played, and everyone on the card is done or the challenge is over."""
        begun = [each for each in self.players if each.is_begun]
        is_done = self.is_over(now) or all(each.is_settled for each in self.players)
        return is_done and len(begun) > 1

    def winners(self, now: float) -> list[Entry]:
        """The winners; none until it is decided, or if all gave up or nobody brought a card home."""
        if not self.is_decided(now):
            return []
        best = self.best
        return [each for each in self.players if each.score is not None and each.score.standing == best]

    @property
    def best(self) -> int | None:
        """The best standing so far; None if all who have begun gave up, or nobody brought a card home."""
        return winning_standing(self.deal, [each.score for each in self.players if each.is_begun])


@dataclass(frozen=True)
class Placing:
    """The result of a finished attempt at a challenge: its rank among the scores so far, and where the card is.

    `has_card_home` means that the player has brought a card home. The rank is None without one, and if all who have
    begun gave up. `is_comeback` means that the attempt was the last to end, and won.
    """

    score: Score
    has_card_home: bool
    rank: int | None
    players: int
    place: CardPlace | None
    is_comeback: bool = False

    @property
    def badges(self) -> Sequence[str]:
        return [Badge.COMEBACK] if self.is_comeback else []


@dataclass(frozen=True)
class Duels:
    """The first user's results in the challenges that two users have both played, and that one of the two could win."""

    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.tied


def winning_standing(deal: Deal, scores: Sequence[Score | None]) -> int | None:
    """The winning standing; None if all gave up, or nobody brought a card home.

    A player who did not end in time has no score, and loses.
    """
    if all(score is not None and score.is_given_up for score in scores):
        return None
    ended = [score for score in scores if score is not None and deal.has_card_home(score.cards_home)]
    return min((score.standing for score in ended), default=None)


def count_duels(duels: Iterable[tuple[Deal, Score | None, Score | None]]) -> Duels:
    """Count challenges by their deals and the scores of two users who have both played.

    A challenge that neither could win does not count.
    """
    won = lost = tied = 0
    for deal, mine, theirs in duels:
        best = winning_standing(deal, (mine, theirs))
        if best is None:
            continue
        is_mine, is_theirs = (score is not None and score.standing == best for score in (mine, theirs))
        won += is_mine and not is_theirs
        lost += is_theirs and not is_mine
        tied += is_mine == is_theirs
    return Duels(won, lost, tied)
