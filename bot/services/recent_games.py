"""The games that were played lately, so that their moves need not be played again for each turn."""

from __future__ import annotations

from collections import OrderedDict

from bot.model.game import UserGame

_MOST_GAMES = 4000  # some 45 MB


class RecentGames:
    """Keeps one game of each of some thousands of users, that which was seen last.

    What is kept here may be old: it is the stored version that counts.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[int, UserGame] = OrderedDict()
        """By their users."""

    def of(self, user_id: int) -> UserGame | None:
        """The game of this user that was seen last, if it is kept: most often their current one."""
        return self._games.get(user_id)

    def put(self, current: UserGame) -> UserGame:
        """Keep a game in the place of its user's, and return it."""
        self._games[current.user_id] = current
        self._games.move_to_end(current.user_id)
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)
        return current

    def drop(self, user_id: int) -> None:
        """Keep no game of this user."""
        self._games.pop(user_id, None)
