"""Turns in tests, each for a user and the id of an interaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bot.model.announcement import Announcement
from bot.model.game import BoardVersion, NewGame, UserGame
from bot.model.live_board import LiveBoard
from bot.model.player import Player
from bot.model.shelf import ShelvedGame
from bot.services import Services, Turn
from bot.services.contests import ContestKinds
from bot.services.games import Games
from bot.services.shelf import Shelf
from bot.store import AnnouncementStore, BoardStore, Database, GameStore, Turns


def turn_of(
    process: Services | Turns, user_id: int, interaction_id: int | None = None, *, name: str = "", server_id: int = 70
) -> Turn:
    """A turn of a user in a process; without an interaction, it only reads or runs in the background."""
    turns = process.turns if isinstance(process, Services) else process
    player = Player(user_id, name, server_id)
    return turns.background(player) if interaction_id is None else turns.begin(interaction_id, player)


@dataclass(frozen=True)
class GamesInTurns:
    """`Games` for tests: each call begins its own turn, for a user and, if it changes something, for an interaction."""

    turns: Turns
    games: Games

    @classmethod
    def of(cls, services: Services) -> GamesInTurns:
        return cls(services.turns, services.games)

    async def find(self, user_id: int) -> UserGame | None:
        return await self.games.find(turn_of(self.turns, user_id))

    async def current(self, user_id: int, *, board: BoardVersion | None = None) -> UserGame:
        return await self.games.current(turn_of(self.turns, user_id), board=board)

    async def owned(self, user_id: int, game_id: int) -> UserGame:
        return await self.games.owned(turn_of(self.turns, user_id), game_id)

    async def start(
        self, user_id: int, new: NewGame, interaction_id: int, *, giving_up: BoardVersion | None = None
    ) -> UserGame:
        return await self.games.start(turn_of(self.turns, user_id, interaction_id), new, giving_up=giving_up)

    async def undo(self, user_id: int, interaction_id: int, *, board: BoardVersion | None = None) -> UserGame:
        return await self.games.undo(turn_of(self.turns, user_id, interaction_id), board=board)

    async def redo(self, user_id: int, interaction_id: int) -> UserGame:
        return await self.games.redo(turn_of(self.turns, user_id, interaction_id))

    async def bring_home(self, user_id: int, interaction_id: int) -> UserGame:
        return await self.games.bring_home(turn_of(self.turns, user_id, interaction_id))

    async def go_back(
        self, user_id: int, moves: int, interaction_id: int, *, board: BoardVersion | None = None
    ) -> UserGame:
        return await self.games.go_back(turn_of(self.turns, user_id, interaction_id), moves, board=board)

    async def give_up(self, user_id: int, interaction_id: int, *, is_sure: bool = False) -> UserGame:
        return await self.games.give_up(turn_of(self.turns, user_id, interaction_id), is_sure=is_sure)

    async def play(self, user_id: int, move: str, interaction_id: int, **options: Any) -> UserGame:
        return await self.games.play(turn_of(self.turns, user_id, interaction_id), move, **options)

    async def note_hint(self, current: UserGame, interaction_id: int) -> UserGame:
        return await self.games.note_hint(turn_of(self.turns, current.user_id, interaction_id), current)


@dataclass(frozen=True)
class ShelfInTurns:
    """`Shelf` for tests, like `GamesInTurns`."""

    turns: Turns
    shelf: Shelf

    @classmethod
    def of(cls, services: Services) -> ShelfInTurns:
        return cls(services.turns, services.shelf)

    async def shelved(self, user_id: int) -> list[ShelvedGame]:
        return await self.shelf.of(turn_of(self.turns, user_id))

    async def resume(self, user_id: int, game_id: int, interaction_id: int) -> UserGame:
        return await self.shelf.resume(turn_of(self.turns, user_id, interaction_id), game_id)

    async def give_up(self, user_id: int, board: BoardVersion, interaction_id: int) -> None:
        await self.shelf.give_up(turn_of(self.turns, user_id, interaction_id), board)


def open_games(
    database: Database,
    store: GameStore | None = None,
    kinds: ContestKinds = MappingProxyType({}),
    *,
    clock: Callable[[], float] = time.time,
    **options: Any,
) -> GamesInTurns:
    """The games of a process that has opened this database."""
    return GamesInTurns(Turns(database, clock=clock), Games(store or GameStore(), kinds, **options))


async def stored_game(database: Database, game_id: int) -> UserGame | None:
    """A game, as read by a newly started bot."""
    return await GameStore().game(database, game_id)


class BoardsInTurns:
    """The live boards of a database for tests, like `GamesInTurns`."""

    def __init__(self, database: Database) -> None:
        self._turns = Turns(database)
        self._store = BoardStore()

    async def of(self, user_id: int) -> LiveBoard | None:
        return await self._store.of(turn_of(self._turns, user_id))

    async def put(self, user_id: int, board: LiveBoard) -> LiveBoard | None:
        return await self._store.put(turn_of(self._turns, user_id), board)


async def announce(database: Database, announcement: Announcement, since: int) -> None:
    """Announce a server's dailies from this Unix time on."""
    await AnnouncementStore().switch_on(Turns(database, clock=lambda: since).background(), announcement)
