"""What the end of a game means: records, streaks and ranks, read once when a game ends."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from cachetools import LRUCache, TTLCache

from bot.model.challenge import Placing
from bot.model.daily.ranking import Leaderboard, LeaderboardKind
from bot.model.daily.transcripts import InvalidTranscriptError, Path
from bot.model.errors import UnreadableGameError
from bot.model.game import BoardVersion, UserGame
from bot.model.statistics import Attempt, Comparison, Ending
from bot.services.attempts import replay_attempt
from bot.services.badges import Badges
from bot.services.leaderboards import Leaderboards
from bot.store import ChallengeStore, FinishedGame, GameStore, Turn
from engine import Status

log = logging.getLogger(__name__)

_CACHED = 1000
_CACHED_USERS = 10_000
_CACHED_PATHS = 256
_CACHE_SECONDS = 300.0
"""How old the ranks on a board may be."""


class Endings:
    """Looks up what the end of a game means. All methods raise StoreError when the database fails."""

    def __init__(
        self, games: GameStore, leaderboards: Leaderboards, challenges: ChallengeStore, badges: Badges
    ) -> None:
        self._games = games
        self._challenges = challenges
        self._badges = badges
        self._leaderboards = leaderboards
        self._known: TTLCache[int, tuple[BoardVersion, int | None, Ending]] = TTLCache(_CACHED, _CACHE_SECONDS)
        """For each user, the end that they saw last, and the server where they saw it."""
        self._so_far: LRUCache[int, tuple[int, Ending]] = LRUCache(_CACHED_USERS)
        """For each user, the game on the table: others end meanwhile only if they are given up on the shelf."""
        self._paths: LRUCache[BoardVersion, Path] = LRUCache(_CACHED_PATHS)

    def forget(self, user_id: int) -> None:
        """Keep nothing about this user in memory."""
        self._known.pop(user_id, None)
        self._so_far.pop(user_id, None)
        self._paths.clear()  # they do not name their users

    async def so_far(self, turn: Turn, playing: UserGame) -> Ending:
        """A running game beside its user's earlier ones, read once a game."""
        game_id, known = self._so_far.get(playing.user_id, (None, None))
        if known is None or game_id != playing.id:
            finished = await self._games.finished(turn, playing.user_id)
            is_first = not finished and not await self._games.has_earlier(turn, playing)
            known = replace(summarise(playing, finished, winners=0, attempt=None), is_first=is_first)
            self._so_far[playing.user_id] = playing.id, known
        return known if playing.is_begun else await self._with_waiting(turn, known, playing)

    async def of(self, turn: Turn, ended: UserGame, server_id: int | None) -> Ending:
        """Summarise a finished game for its player and this server, if any, without badges."""
        finished = await self._games.finished(turn, ended.user_id)
        winners = await self._games.winners(turn, ended.game) if ended.game.status is Status.WON else 0
        found = summarise(ended, finished, winners=winners, attempt=await self._attempt(turn, ended, server_id))
        found = replace(found, placing=await self._placing(turn, ended))
        return await self._with_waiting(turn, found, ended)

    async def for_board(self, turn: Turn, ended: UserGame, server_id: int | None) -> Ending:
        """The same, with the badges that this game has just earned, which are given now.

        It is as it was a few minutes ago, since a board is drawn again for each press on it.
        """
        match self._known.get(ended.user_id):
            case ended.board, known_in, known if known_in == server_id:
                return await self._with_waiting(turn, known, ended)
        found = await self.of(turn, ended, server_id)
        found = replace(found, badges=await self._badges.award(turn, ended, found))
        self._known[ended.user_id] = ended.board, server_id, found
        return found

    async def _with_waiting(self, turn: Turn, ending: Ending, game: UserGame) -> Ending:
        shelved = await self._games.shelf(turn)
        return replace(ending, waiting=[each for each in shelved if each.board.game_id != game.id])

    async def _attempt(self, turn: Turn, ended: UserGame, server_id: int | None) -> Attempt | None:
        if not ended.is_final or ended.day is None:
            return None
        variant = ended.game.variant.name
        attempt = await self._leaderboards.attempt(turn, ended.day, variant, server_id)
        if attempt is None:
            return None
        best = await self._leaderboards.best(turn, Leaderboard(LeaderboardKind.DAY, ended.day, variant, None))
        if not best or best[0].user_id == ended.user_id:
            return attempt
        try:
            rival = await self._games.attempt(turn, best[0].user_id, ended.day, variant)
            if rival is None:
                return attempt
            return replace(attempt, comparison=Comparison(await self._path(ended), await self._path(rival)))
        except (UnreadableGameError, InvalidTranscriptError) as error:
            log.warning("an attempt is not compared with the best one: %s", error)
            return attempt

    async def _path(self, attempt: UserGame) -> Path:
        """The path of an attempt that is over. Raises InvalidTranscriptError."""
        path = self._paths.get(attempt.board)
        if path is None:
            path = self._paths[attempt.board] = (await replay_attempt(attempt)).path
        return path

    async def _placing(self, turn: Turn, ended: UserGame) -> Placing | None:
        if not ended.is_final or ended.challenge is None:
            return None
        challenge = await self._challenges.find(turn, ended.challenge.id)
        placing = None if challenge is None else challenge.placing(ended.user_id)
        if challenge is None or placing is None or ended.ended_at is None:
            return None
        winners = [entry.user_id for entry in challenge.winners(ended.ended_at)]
        ended_before = await self._challenges.ended_before(turn, challenge.id, ended.user_id, ended.ended_at)
        is_comeback = winners == [ended.user_id] and ended_before == placing.players - 1
        return replace(placing, is_comeback=is_comeback)


def summarise(ended: UserGame, finished: Sequence[FinishedGame], *, winners: int, attempt: Attempt | None) -> Ending:
    """Set a game beside those that its user finished, in the order in which they ended."""
    ids = [game.id for game in finished]
    until = ids.index(ended.id) + 1 if ended.id in ids else len(ids)
    games = [game for game in finished[:until] if game.variant == ended.game.variant.name]
    earlier = [game for game in games if game.id != ended.id]
    wins = [game for game in earlier if game.status == Status.WON]
    moves = [] if ended.is_ranked else [game.moves for game in wins if game.moves is not None]
    streak = next((number for number, game in enumerate(reversed(games)) if game.status != Status.WON), len(games))
    return Ending(
        seconds=next((game.seconds for game in games if game.id == ended.id), 0),
        best_home=max((game.home for game in earlier), default=None),
        best_moves=min(moves, default=None),
        best_seconds=min((game.seconds for game in wins), default=None),
        streak=streak,
        winners=winners,
        attempt=attempt,
    )
