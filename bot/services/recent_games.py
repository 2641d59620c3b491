"""The games that were played lately, so that their moves need not be played again for each turn."""

from __future__ import annotations

from collections import OrderedDict

from bot.services.current_game import CurrentGame

_MOST_GAMES = 4000  # some 45 MB


class RecentGames:
    """Keeps some thousands of games, those that were seen last.

    What is kept here may be old: it is the stored version that counts.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[int, CurrentGame] = OrderedDict()
        self._latest: dict[int, int] = {}
        """Of each user the game that was seen last."""

    def get(self, game_id: int, version: int) -> CurrentGame | None:
        """The game at this version, if it is kept."""
        kept = self._games.get(game_id)
        return kept if kept is not None and kept.version == version else None

    def latest(self, user_id: int) -> CurrentGame | None:
        """The game of this user that was seen last, if it is kept: most often their current one."""
        return self._games.get(self._latest.get(user_id, 0))

    def put(self, current: CurrentGame) -> CurrentGame:
        """Keep a game, and return it."""
        self.drop(current.id)
        self._games[current.id] = current
        self._latest[current.user_id] = current.id
        if len(self._games) > _MOST_GAMES:
            self.drop(next(iter(self._games)))
        return current

    def forget(self, user_id: int) -> None:
        """Keep no game of this user."""
        for game_id in [game_id for game_id, kept in self._games.items() if kept.user_id == user_id]:
            self.drop(game_id)

    def drop(self, game_id: int) -> None:
        """Keep this game no more."""
        dropped = self._games.pop(game_id, None)
        if dropped is not None and self._latest.get(dropped.user_id) == game_id:
            del self._latest[dropped.user_id]
