"""Statistics of a user's finished games, and the end of a game compared with the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.challenge import Placing
from bot.model.daily.ranking import Result
from bot.model.shelf import ShelvedGame
from bot.model.transcripts import Path


@dataclass(frozen=True)
class GameStatistics:
    """What one user has achieved in one variant."""

    variant: str
    played: int
    """Games that are over, without those given up before the first move."""
    won: int
    best: int
    """The most cards home in one game."""
    best_moves: int | None
    """The fewest moves of a win outside ranked attempts, if any."""
    best_seconds: int | None
    """The shortest time of a game that was won; None without a win."""
    streak: int
    """Games won in a row, up to the latest."""
    longest_streak: int
    seconds: int
    """Time played in all."""


@dataclass(frozen=True)
class PlayerRank:
    """A rank among a number of players."""

    rank: int
    players: int


@dataclass(frozen=True)
class Ranks:
    """The ranks of a result in this server and in the world; None where it has none."""

    here: PlayerRank | None
    world: PlayerRank | None


@dataclass(frozen=True)
class Comparison:
    """The path of an attempt beside that of the best one so far, by seconds."""

    own: Path
    best: Path

    @property
    def seconds(self) -> int:
        """How long the longer of them took."""
        return max(self.own[-1][0], self.best[-1][0])


@dataclass(frozen=True)
class Attempt:
    """The outcome of a ranked attempt that counts: its result, its ranks, and the streak up to today.

    `dailies` is how many dailies of its day the player has finished, and `winners` how many players have won this one.
    `comparison` compares it with the best attempt, if that is another player's.
    """

    result: Result
    ranks: Ranks
    streak: int
    dailies: int = 1
    winners: int = 0
    comparison: Comparison | None = None


@dataclass(frozen=True)
class Ending:
    """A game compared with the user's earlier ones of its variant.

    `best_home` is the most cards home in one of those, `best_moves` the fewest moves of a win and `best_seconds` its
    shortest time; each is None if there is none. Ranked attempts count moves with prices, so they neither have nor set
    `best_moves`. `streak` is the number of games won in a row up to this one, and `winners` how many users have won
    this deal. `attempt` or `placing` is the outcome of a ranked attempt at a daily or a challenge. `waiting` are the
    other games on the shelf, the latest first, while this one is untouched or over. `badges` are those that this game
    has just earned. `is_first` says whether a running game is the user's first.
    """

    seconds: int
    best_home: int | None = None
    best_moves: int | None = None
    best_seconds: int | None = None
    streak: int = 0
    winners: int = 0
    attempt: Attempt | None = None
    placing: Placing | None = None
    waiting: Sequence[ShelvedGame] = ()
    badges: Sequence[str] = ()
    is_first: bool = False

    @property
    def comparison(self) -> Comparison | None:
        """The attempt at a daily beside the best one, if that is another player's."""
        return None if self.attempt is None else self.attempt.comparison
