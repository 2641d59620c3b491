"""The deals of a day, drawn from a key that nobody can guess and that anyone can check once it is revealed.

The key of a game is an HMAC of the day and the game under the day's key, which is from the chain in
`bot.model.daily.chain`. The game's key determines the *candidates*: deals number 1, 2, 3 and so on. The first candidate
that is proven winnable is played. If no proof is ready when the day begins, the key chooses a deal of the list in
`engine.winnable`: candidate 0. A game without a list plays candidate 1. `docs/fairness.md` shows how to check a past
day.

A proof searches a budget of positions, however long that takes, so anyone who repeats it gets the same result.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import date

from engine import VARIANTS, Game, PatienceError, Status
from engine.variant import DailyTerms, Difficulty
from engine.winnable import level_of, winnable_deals

_TERMS: dict[str, DailyTerms] = {
    variant.name: variant.daily for variant in VARIANTS.values() if variant.daily is not None
}

PICKS = dict(sorted((weekday, variant) for variant, terms in _TERMS.items() for weekday in terms.weekdays))
"""The pick of each weekday, from the easiest game on Monday (0) to the hardest on Sunday."""

_TURNS = {terms.turn: variant for variant, terms in _TERMS.items() if terms.turn is not None}

CLASSICS = tuple(_TURNS[turn] for turn in sorted(_TURNS))
"""The games of which one, in turn, is the classic of the day."""

WARM_UPS = tuple(variant for variant in _TERMS if variant not in (*PICKS.values(), *CLASSICS))
"""The other games, which have a daily every day but are never the pick."""

SIDE_GAMES = (*WARM_UPS, *CLASSICS)
"""The games that add no points to a day."""

GAMES = (*dict.fromkeys(PICKS.values()), *SIDE_GAMES)
"""The games that have dailies, in the order of the week; those without points come last."""

DAILIES_A_DAY = len(GAMES) - len(CLASSICS) + 1

LISTED = 0
"""The number of the candidate from the list of winnable deals. A list must never change once a daily has used it."""

DAYS_AHEAD = 7
"""The number of days after today whose dailies are proven in advance."""

SOLVER = 3
"""The version of the solver. Increase it with every change to which wins the solver proves within a budget, so that
earlier days can still be checked. Proofs of a loss change nothing: a deal without a proof of a win is passed over.

Version 2 searches Diplomat and Grounds for Divorce more narrowly; in Grounds for Divorce it moves only whole runs.
Version 3 fills empty piles in order to deal in Grounds for Divorce, and is like version 2 in the other games. The
classics begin with it."""


@dataclass(frozen=True)
class Method:
    """How a deal is proven winnable: by this version of the solver, which searches at most `budget` positions."""

    solver: int
    budget: int


METHODS = {
    variant: Method(SOLVER, _TERMS[variant].budget)
    for variant in sorted(GAMES, key=lambda variant: list(Difficulty).index(VARIANTS[variant].difficulty))
}
"""How the deals of each game are proven. The games of a day are proven in this order, the easiest first: few deals of a
hard game can be won, so hundreds may have to be tried."""


@dataclass(frozen=True)
class Daily:
    """The deal of one game on one day: the game's key, and which of its candidates it is, counted from 1, or LISTED.

    `proven_by` is the method that proves it winnable and proves no earlier candidate; `par` is the number of moves in
    its proof. Both are None without such a proof.
    """

    day: date
    variant: str
    key: str
    candidate: int = 1
    proven_by: Method | None = None
    par: int | None = None

    @property
    def deal(self) -> int:
        """The deal number. Nobody may see it while anyone can still play it for a rank."""
        return listed_deal(self.variant, self.key) if self.is_listed else candidate_deal(self.key, self.candidate)

    @property
    def is_listed(self) -> bool:
        """Whether the key chose it from the list of deals proven winnable."""
        return self.candidate == LISTED

    @property
    def is_winnable(self) -> bool:
        return self.is_listed or self.proven_by is not None

    @property
    def level(self) -> Difficulty:
        """The deal's difficulty, or its game's if it is not graded."""
        graded = level_of(self.variant, {}, self.deal) if self.is_listed else None
        return graded or VARIANTS[self.variant].difficulty

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, which ties a proof to its candidates."""
        return hashlib.sha256(self.key.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class ProofState:
    """The progress of the search for a winnable candidate, for one day and game.

    The method did not prove any candidate before `candidate`. `moves`, separated by spaces, win this one; None until
    they are found. The `commitment` identifies the key of the candidates: a new chain has others.
    """

    day: date
    variant: str
    commitment: str
    method: Method
    candidate: int = 1
    moves: str | None = None


def draw_daily(day_key: str, day: date, variant: str) -> Daily:
    """Draw the first candidate, without a proof."""
    key = hmac.new(day_key.encode("ascii"), f"{day.isoformat()}/{variant}".encode("ascii"), hashlib.sha256).hexdigest()
    return Daily(day, variant, key)


def candidate_deal(key: str, number: int) -> int:
    """The deal of a key's candidate: the first 64 bits of the SHA-256 of the key and the candidate's number.

    >>> candidate_deal("0" * 64, 1)
    5444506796646587846
    """
    digest = hashlib.sha256(f"{key}/{number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big")


def listed_deal(variant: str, key: str) -> int:
    """The deal that a key chooses from the list of its game's winnable deals. Raises ValueError if there is no list.

    >>> listed_deal("tens", "0" * 64)
    311
    """
    deals = winnable_deals(variant, {})
    if not deals:
        raise ValueError(f"{variant} has no list of winnable deals")
    return deals[candidate_deal(key, LISTED) % len(deals)]


def next_to_try(daily: Daily, proof: ProofState | None) -> ProofState | None:
    """Where to continue the search for a winnable candidate, given its progress; None once one is proven.

    Candidates that another method did not prove are tried again, because a daily must be checkable by one method alone.
    """
    fresh = ProofState(daily.day, daily.variant, daily.commitment, METHODS[daily.variant])
    if proof is None or proof.commitment != daily.commitment:
        return fresh
    if proof.moves is not None:
        return None
    return proof if proof.method == fresh.method else fresh


def with_proof(daily: Daily, proof: ProofState | None) -> Daily:
    """The daily with its proven candidate; without a proof, with the one from the list, if there is a list."""
    if proof is not None and proof.moves is not None and proof.commitment == daily.commitment:
        par = len(proof.moves.split())
        return replace(daily, candidate=proof.candidate, proven_by=proof.method, par=par)
    return replace(daily, candidate=LISTED) if winnable_deals(daily.variant, {}) else daily


def wins(variant: str, deal: int, moves: str) -> bool:
    """Whether these moves, separated by spaces, win a deal."""
    try:
        game = Game.new(variant, deal)
        game.play(*moves.split())
    except PatienceError:
        return False
    return game.status is Status.WON


def games_of(day: date) -> tuple[str, ...]:
    """The games of a day, in the order of `GAMES`."""
    return tuple(game for game in GAMES if game not in CLASSICS or game == classic_of(day))


def classic_of(day: date) -> str:
    """The classic of a day.

    >>> classic_of(date(2026, 11, 22)), classic_of(date(2026, 11, 23))
    ('freecell', 'spider')
    """
    return CLASSICS[day.toordinal() % len(CLASSICS)]


def pick_of(day: date) -> str:
    """The pick of a day, by its weekday.

    >>> pick_of(date(2026, 11, 22))  # a Sunday
    'cast-out-nines'
    """
    return PICKS[day.weekday()]
