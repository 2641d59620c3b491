"""A user's game, its boards, and what to deal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from bot.model.contest import Contest, ContestId
from bot.model.score import Score
from bot.model.transcripts import TranscriptAction, price, seconds_of, with_action
from engine import (
    Game,
    GameOverError,
    PatienceError,
    Solution,
    Status,
    Verdict,
    finishing_moves,
    parse_move,
    plain_moves,
)
from engine.discarding import DiscardingPosition
from engine.variant import Difficulty

MOST_MOVES = 4000
"""People play a few hundred moves, but cards could go back and forth forever."""

FIRST_VERSION = 1
"""The version of a game that was just dealt."""

MOST_TRANSCRIPT = 80_000
"""The longest transcript, in characters: room for some 10,000 actions. Every action stores the whole transcript."""

_RANDOM_BITS = 10
"""The random bits of a game's id, below the microseconds at which it was dealt: together they fit a BIGINT until
2255."""


def new_game_id() -> int:
    """A random id for a game that is dealt at this moment, larger than those of earlier games."""
    return time.time_ns() // 1000 << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)


@dataclass(frozen=True)
class BoardVersion:
    """The board of one version of a game, as a button names it."""

    game_id: int
    version: int


@dataclass(frozen=True)
class UserGame:
    """A user's game as of one `version`, which counts its changes. Copy the `game` before you change it.

    `started_at`, `changed_at` and `ended_at` are Unix times in seconds; `ended_at` is None while the game is played. A
    game with a `contest` has its deal. A ranked attempt has a transcript (see `bot.model.transcripts`), its effort so
    far and, if it is ranked in the server where it began, its id; without a transcript it is practice.
    """

    id: int
    user_id: int
    version: int
    game: Game
    started_at: int
    changed_at: int
    contest: Contest | None = None
    transcript: str | None = None
    begun_in: int | None = None
    ended_at: int | None = None
    ranked_effort: int = 0

    @property
    def effort(self) -> int:
        """The moves to show: in a ranked attempt, its effort so far; otherwise, those played."""
        return self.ranked_effort if self.is_ranked else len(self.game.moves)

    @cached_property
    def board(self) -> BoardVersion:
        return BoardVersion(self.id, self.version)

    @property
    def is_guided(self) -> bool:
        """Whether it is the deal that a new user learns on; whoever deals it is guided."""
        return not self.is_contest and (self.game.variant.name, self.game.deal) == (GUIDED.variant, GUIDED.deal)

    @property
    def is_ranked(self) -> bool:
        return self.transcript is not None

    @property
    def is_contest(self) -> bool:
        """Whether others play its deal for a rank: its board is for its player alone."""
        return self.contest is not None

    @property
    def is_begun(self) -> bool:
        """Whether a move was ever played, even one undone since; if not, giving up does not count."""
        return bool(self.game.moves or self.game.undone)

    @property
    def is_final(self) -> bool:
        """Whether it is a ranked attempt that has ended, which nothing can change any more."""
        return self.is_ranked and self.game.status is not Status.PLAYING

    @property
    def is_deal_impossible(self) -> bool:
        """Whether it was lost, even if that has been undone, in a way that proves its deal impossible for everyone."""
        game = self.game
        if not isinstance(game.position, DiscardingPosition):
            return game.status is Status.LOST and not game.steps
        *_, end = game.position.path(*game.undone)  # another order of discards would end the same
        return end.cards_home < end.pack and not end.legal_moves()

    @property
    def can_finish(self) -> bool:
        """Whether *Win now* works: nothing is left to decide or, in an unranked game, plain play wins."""
        position = self.game.position
        return bool(finishing_moves(position) or (not self.is_ranked and plain_moves(position)))

    @property
    def again(self) -> NewGame:
        """The same deal once more, unranked."""
        if self.contest is not None:
            return NewGame(self.game.variant.name, contest=self.contest.id)
        return NewGame(self.game.variant.name, self.game.deal, self.game.options)

    def is_attempt_at(self, contest: ContestId | None) -> bool:
        return self.is_ranked and self.contest is not None and self.contest.id == contest

    def is_at_stake(self, now: float) -> bool:
        """Whether it is a ranked attempt that would count if given up at this Unix time."""
        return self.is_ranked and not self.is_final and not self.is_late(now)

    def is_late(self, now: float) -> bool:
        last = now if self.ended_at is None else self.ended_at
        return self.is_ranked and not self.is_secret(last)

    @property
    def score(self) -> Score | None:
        """The score of a ranked attempt that has ended in time; None for any other game."""
        if self.transcript is None or not self.is_final or self.is_late(self.changed_at):
            return None
        game = self.game
        is_given_up = game.status is Status.GIVEN_UP
        return Score(game.variant.name, game.cards_home, self.ranked_effort, seconds_of(self.transcript), is_given_up)

    def is_kept(self, now: float) -> bool:
        """Whether it goes on the shelf when another game takes its place: it is in progress, and begun or at stake."""
        return self.game.status is Status.PLAYING and (self.is_begun or self.is_at_stake(now))

    def is_secret(self, now: float) -> bool:
        """Whether others may still play its deal for a rank."""
        return self.contest is not None and self.contest.is_open(now)

    def apply_action(self, action: GameAction, now: int) -> UserGame:
        """The next version, after an action at this Unix time.

        Raises what the action raises, GameOverError when a ranked attempt is over, and PatienceError when the game gets
        too long.
        """
        if self.is_final:
            raise GameOverError("This ranked attempt is over. Start another game with `/solitaire start`.")
        draft = replace(self, game=self.game.copy())
        entry = action(draft) or "&".join(map(str, draft.game.steps[-1]))
        if len(draft.game.moves) > max(MOST_MOVES, len(self.game.moves) + len(self.game.undone)):
            raise PatienceError(
                "You've reached the limit of {number} moves. Undo some or give up.",
                number=len(self.game.moves),
            )
        return replace(draft.append_action(entry, now), version=self.version + 1)

    def give_up(self, now: float) -> UserGame:
        """The next version, in which the player has given up. Raises as `apply_action` does."""
        return self.apply_action(_give_up, int(now))

    def append_action(self, entry: str, now: int) -> UserGame:
        """The same version with an action appended to its transcript, if it has one.

        Raises PatienceError when the transcript is full; giving up is always possible.
        """
        transcript = self.transcript
        effort = self.ranked_effort
        if transcript is not None:
            if len(transcript) > MOST_TRANSCRIPT and entry != TranscriptAction.GIVE_UP:
                raise PatienceError("This attempt has reached the move limit. Give up to end it.")
            transcript = with_action(transcript, entry, now - self.changed_at)
            effort += price(self.game.variant.name, entry, len(self.game.last_step))
        ended_at = None if self.game.status is Status.PLAYING else now
        return replace(self, transcript=transcript, ranked_effort=effort, changed_at=now, ended_at=ended_at)


GameAction = Callable[[UserGame], TranscriptAction | None]
"""Changes the game of a draft. Returns what to write in a transcript; None for the step that was played."""


def _give_up(draft: UserGame) -> TranscriptAction:
    draft.game.give_up()
    return TranscriptAction.GIVE_UP


class Pool(StrEnum):
    """The deals to choose a random one from."""

    WINNABLE = "winnable"
    """Those that are proven winnable, or all, if the game has no list of them."""
    ANY = "any"
    EASY = Difficulty.EASY
    MEDIUM = Difficulty.MEDIUM
    HARD = Difficulty.HARD

    @property
    def level(self) -> Difficulty | None:
        """How hard the deals are; None for any."""
        return None if self in (Pool.WINNABLE, Pool.ANY) else Difficulty(self)


@dataclass(frozen=True)
class NewGame:
    """What to deal: a `deal` by its number, the deal of a `contest`, ranked or not, or a random one of a `pool`.

    Raises ValueError for more than one of them.
    """

    variant: str
    deal: int | None = None
    options: Mapping[str, str] | None = None
    contest: ContestId | None = None
    is_ranked: bool = False
    pool: Pool = Pool.WINNABLE

    def __post_init__(self) -> None:
        chosen = (self.deal is not None, self.contest is not None, self.pool is not Pool.WINNABLE)
        if sum(chosen) > 1 or (self.is_ranked and self.contest is None):
            raise ValueError("a new game has a number, a contest or a pool, and only a contest is ranked")


GUIDED = NewGame("tens", 10247)
"""The first game of a new user: a deal that every order of discards wins."""

FIRST_STEPS = 3
"""Steps of a game during which a new player still sees the lesson."""

TAUGHT = NewGame("diplomat", 57)
"""The game after the guided one: an easy deal whose first moves bring cards home, join others and open the stock."""

_OPENING = tuple(map(parse_move, ("7>f", "5>f", "4>2", "4>1", "draw")))
"""The first moves of a proven line of this deal."""


def taught_line(current: UserGame) -> Solution | None:
    """The rest of the taught opening for a user who has followed it so far; None in any other game."""
    game = current.game
    if current.is_contest or (game.variant.name, game.deal) != (TAUGHT.variant, TAUGHT.deal) or game.options:
        return None
    rest = _OPENING[len(game.moves) :]
    is_followed = game.moves == _OPENING[: len(game.moves)]
    return Solution(Verdict.WON, rest) if rest and is_followed else None
