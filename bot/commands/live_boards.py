"""One live board per user: a new one retires the previous one, if Discord still lets the bot delete or edit it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from bot.commands.own_messages import OwnMessages
from bot.language import Language
from bot.model.live_board import LiveBoard
from bot.model.player import Player
from bot.services import Services, StoreError, Turn

log = logging.getLogger(__name__)

_SAVE_SECONDS = 10.0
"""How long a new board may stay unsaved."""

_CACHED = 10_000
"""The number of users whose boards stay in memory."""

_NOTHING: Mapping[str, Any] = {"embed": None, "attachments": [], "view": None}


@dataclass(frozen=True)
class BoardPlace:
    """Where a board is shown: its player's name there, and the server."""

    player: str
    server_id: int | None


@dataclass
class _Unsaved:
    """A board not stored yet, and the messages retired since the last save."""

    board: LiveBoard
    language: Language
    left: int | None = None
    """The id of the game that the user left for the board's game."""
    retired: set[int] = field(default_factory=set)


@dataclass
class _Boards:
    latest: LiveBoard | None = None
    """The board that this process drew last; another process may have drawn one since."""
    place: BoardPlace | None = None
    """Where `latest` is."""


class LiveBoards:
    """Tracks the message of each user's live board.

    The store learns of a new board up to `_SAVE_SECONDS` later, so that turns need no commit for it. Redrawing a
    board in its own message stores nothing.
    """

    def __init__(self, services: Services, messages: OwnMessages) -> None:
        self._services = services
        self._messages = messages
        self._known: LRUCache[int, _Boards] = LRUCache(_CACHED)
        """By user."""
        self._unsaved: dict[int, _Unsaved] = {}
        """By user."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each user's lock, kept while their board is redrawn."""
        self._saving: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Save boards in the background, outside any interaction and so without its log id."""
        self._saving = asyncio.create_task(self._keep_saving())

    async def track(
        self,
        interaction: discord.Interaction,
        message_id: int,
        game_id: int,
        place: BoardPlace,
        language: Language,
        left: int | None = None,
    ) -> None:
        """Note that this message now shows the board of the interaction's user, and retire the previous one.

        Failures are only logged, because the user already sees the board.
        """
        user_id = interaction.user.id
        assert interaction.channel_id is not None, "boards are shown in channels"
        board = LiveBoard(game_id, interaction.channel_id, message_id, drawn_by=interaction.id)
        self._messages.remember(interaction, message_id)
        known = self._known.setdefault(user_id, _Boards())
        before = known.latest
        if before is not None and before.drawn_by > board.drawn_by:  # a later interaction was quicker
            board, before = before, board
        else:
            known.latest = board
            known.place = place
        if before is not None and (before.message_id, before.game_id) == (board.message_id, board.game_id):
            return
        unsaved = self._unsaved.setdefault(user_id, _Unsaved(board, language))
        unsaved.board = board
        unsaved.left = left or unsaved.left
        if before is None:
            await self.save(user_id)  # only the store knows which board to retire
        elif before.message_id != board.message_id:
            unsaved.retired.add(before.message_id)
            await self._retire(before, unsaved)

    async def save(self, user_id: int, *, retires: bool = True) -> None:
        """Save the user's board now, and retire the stored one if it is still live."""
        unsaved = self._unsaved.pop(user_id, None)
        if unsaved is None:
            return
        try:
            turn = self._services.turns.background(Player(user_id))
            replaced = await self._services.boards.put(turn, unsaved.board)
        except StoreError as error:
            log.warning("the live board was not saved and will be saved later: %s", error)
            self._unsaved.setdefault(user_id, unsaved)
            return
        if not retires or replaced is None or replaced.message_id in unsaved.retired:
            return
        # A press on the replaced board may have redrawn it since, which makes it the live one.
        latest = self._of(user_id).latest or unsaved.board
        if latest.message_id != replaced.message_id or latest.drawn_by == unsaved.board.drawn_by:
            await self._retire(replaced, unsaved)

    async def close(self) -> None:
        """Save all boards, but retire none, because the connection to Discord is closing."""
        if self._saving is not None:
            self._saving.cancel()
        await self._save_all(retires=False)

    async def _keep_saving(self) -> None:
        while True:
            await self._services.sleep(_SAVE_SECONDS)
            await self._save_all(retires=True)

    async def _save_all(self, *, retires: bool) -> None:
        saves = (self.save(user_id, retires=retires) for user_id in list(self._unsaved))
        for error in await asyncio.gather(*saves, return_exceptions=True):
            if isinstance(error, Exception):
                log.error("a live board was not saved or retired", exc_info=error)

    async def find(self, turn: Turn) -> LiveBoard | None:
        """The user's live board; None if there is none."""
        stored = await self._services.boards.of(turn)
        latest = self._of(turn.player.id).latest
        if stored is None or latest is None:
            return stored
        return max(stored, latest, key=lambda board: board.drawn_by)

    async def edit(
        self, turn: Turn, game_id: int, draw: Callable[[BoardPlace | None], Awaitable[dict[str, Any]]]
    ) -> None:
        """Edit the user's live board if it shows this game.

        `draw` draws it for its place, which is None if this process has not shown it.
        """
        user_id = turn.player.id
        lock = self._locks.setdefault(user_id, asyncio.Lock())
        async with lock:  # a slow drawing must not replace a later one
            try:
                board = await self.find(turn)
            except StoreError as error:
                log.warning("the live board was not found: %s", error)
                return
            if board is not None and board.game_id == game_id:
                known = self._of(user_id)
                is_known = known.latest is not None and known.latest.message_id == board.message_id
                arguments = await draw(known.place if is_known else None)
                await self._messages.edit(board.channel_id, board.message_id, arguments)

    def forget(self, user_id: int) -> None:
        """Drop this user's data from memory."""
        self._known.pop(user_id, None)
        self._unsaved.pop(user_id, None)

    async def erase(self, board: LiveBoard, language: Language) -> None:
        """Replace the board of a user whose data was deleted with a note."""
        await self.finish(board, {**_NOTHING, "content": language.text("This game was deleted.")})

    async def finish(self, board: LiveBoard, arguments: Mapping[str, Any]) -> None:
        """Edit a message that shows a board for the last time."""
        await self._messages.edit(board.channel_id, board.message_id, arguments)
        self._messages.forget(board.message_id)

    def _of(self, user_id: int) -> _Boards:
        return self._known.get(user_id, _Boards())

    async def _retire(self, board: LiveBoard, by: _Unsaved) -> None:
        """Delete the board of a game that moved to another message or waits; remove a finished game's controls."""
        if board.game_id in (by.board.game_id, by.left):
            await self._remove(board, by.language)
        else:
            await self.finish(board, {"view": None})

    async def _remove(self, board: LiveBoard, language: Language) -> None:
        """Delete a message whose game is shown elsewhere; if that fails, replace it with a note."""
        if not await self._messages.delete(board.channel_id, board.message_id):
            await self.finish(board, {**_NOTHING, "content": language.text("The board moved to a newer message ⬇️")})
