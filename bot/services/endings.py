"""What the end of a game means: records, streaks and ranks, read once when a game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from cachetools import TTLCache

from bot.model.badges import Badge, first_win
from bot.model.game import UserGame
from bot.model.statistics import Ending
from bot.model.transcripts import is_unaided
from bot.services.contests import ContestKinds
from bot.store.badges import BadgeStore
from bot.store.games import FinishedGame, GameStore
from bot.store.turn import Turn
from engine import Status

_CACHED_USERS = 10_000
_CACHE_SECONDS = 300.0
"""How old the ranks on a board may be."""


class Endings:
    """Looks up what the end of a game means."""

    def __init__(self, games: GameStore, kinds: ContestKinds) -> None:
        self._games = games
        self._kinds = kinds
        self._badges = BadgeStore()
        self._known: TTLCache[int, tuple[Hashable, Ending]] = TTLCache(_CACHED_USERS, _CACHE_SECONDS)
        """The latest ending of each user, under a key for its game. Only shelved games can end while it is kept."""

    def forget(self, user_id: int) -> None:
        """Drop this user's data from memory."""
        self._known.pop(user_id, None)

    async def so_far(self, turn: Turn, playing: UserGame) -> Ending:
        """Compare a game in progress with its user's earlier ones."""
        seen, known = self._known.get(playing.user_id, (None, None))
        if known is None or seen != playing.id:
            finished = await self._games.finished(turn, playing.user_id)
            is_first = not finished and not await self._games.has_earlier(turn, playing)
            known = replace(summarise(playing, finished, winners=0), is_first=is_first)
            self._known[playing.user_id] = playing.id, known
        return known if playing.is_begun else await self._with_waiting(turn, known, playing)

    async def of(self, turn: Turn, ended: UserGame, server_id: int | None) -> Ending:
        """Summarise a finished game for its player, as seen in this server, if any, without badges."""
        if ended.is_final and ended.contest is not None:
            summary = await self._kinds[ended.contest.kind].summary(turn, ended.contest, ended, server_id)
            if summary is not None:  # its board compares it with nothing else
                return await self._with_waiting(turn, Ending(summary.score.seconds, summary=summary), ended)
        finished = await self._games.finished(turn, ended.user_id)
        is_won = ended.game.status is Status.WON and not ended.is_final
        winners = await self._games.winners(turn, ended.game) if is_won else 0
        return await self._with_waiting(turn, summarise(ended, finished, winners=winners), ended)

    async def for_board(self, turn: Turn, ended: UserGame, server_id: int | None) -> Ending:
        """The same, with the badges that the game earns, which are awarded now.

        The result may be a few minutes old, since a board is drawn again for each press on it.
        """
        seen, known = self._known.get(ended.user_id, (None, None))
        if known is not None and seen == (ended.board, server_id):
            return await self._with_waiting(turn, known, ended)
        found = await self.of(turn, ended, server_id)
        badges = await self._badges.award(turn, ended.user_id, ended.id, _earned(ended, found))
        found = replace(found, badges=badges)
        self._known[ended.user_id] = (ended.board, server_id), found
        return found

    async def _with_waiting(self, turn: Turn, ending: Ending, game: UserGame) -> Ending:
        shelved = await self._games.shelf(turn)
        return replace(ending, waiting=[each for each in shelved if each.board.game_id != game.id])


def summarise(ended: UserGame, finished: Sequence[FinishedGame], *, winners: int) -> Ending:
    """Compare a game with those that its user finished, which are in the order in which they ended."""
    ids = [game.id for game in finished]
    until = ids.index(ended.id) + 1 if ended.id in ids else len(ids)
    games = [game for game in finished[:until] if game.variant == ended.game.variant.name]
    earlier = [game for game in games if game.id != ended.id and _options(game.dealt) == _options(ended.game.dealt)]
    wins = [game for game in earlier if game.status == Status.WON]
    moves = [] if ended.is_ranked else [game.moves for game in wins if game.moves is not None]
    streak = next((number for number, game in enumerate(reversed(games)) if game.status != Status.WON), len(games))
    return Ending(
        seconds=next((game.seconds for game in games if game.id == ended.id), 0),
        best_cards_home=max((game.cards_home for game in earlier), default=None),
        best_moves=min(moves, default=None),
        best_seconds=min((game.seconds for game in wins), default=None),
        streak=streak,
        winners=winners,
    )


def _options(dealt: str) -> str:
    return dealt.rpartition("|")[2]


def _earned(ended: UserGame, ending: Ending) -> Iterator[str]:
    """All badges for a finished game, even those that the player already has; none unless it is won."""
    if ended.game.status is not Status.WON:
        return
    yield first_win(ended.game.variant.name)
    if not ended.game.variant.rules.is_luck and is_unaided(ended.transcript):
        yield Badge.STRAIGHT
    if ending.summary is not None:
        yield from ending.summary.badges
