"""One live board a user: a new one retires the one before, as far as Discord lets us change that message."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import discord
from aiohttp import ClientError

from bot.commands.unread import edit_unread
from bot.language import Language
from bot.store import BoardStore, StoreError
from bot.store.boards import StoredBoard

log = logging.getLogger(__name__)

_KEY_SECONDS = 14 * 60.0
"""How long an interaction may change its message; Discord says 15 minutes
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages)."""

_NOTE_SECONDS = 10.0
"""How long it may take until the store knows of a board that was drawn."""

_MOST_KEPT = 10_000
"""Keys, and users whose boards are known without asking the store."""

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class _Key:
    """What may change a message without any permission: the interaction that drew it last, which has this id."""

    drawn_by: int
    webhook: discord.Webhook
    until: float


@dataclass
class _Unnoted:
    """A board that the store does not know of yet, and the messages that were retired meanwhile."""

    board: StoredBoard
    client: discord.Client
    language: Language
    retired: set[int] = field(default_factory=set)


class LiveBoards:
    """Where each user's live board is.

    Which message it is, the store knows: of a user whose board was drawn by this process, a few seconds later, which
    spares each turn a commit. The keys stay in memory, as they are secrets: without one, after a restart or a quarter
    of an hour, a message can still be changed in the channels that the bot is a member of.
    """

    def __init__(self, store: BoardStore) -> None:
        self._store = store
        self._keys: OrderedDict[int, _Key] = OrderedDict()
        """By the messages that they change."""
        self._latest: OrderedDict[int, StoredBoard] = OrderedDict()
        """What this process has drawn last for each user; another may have drawn something since."""
        self._unnoted: dict[int, _Unnoted] = {}
        """By users."""
        self._noting: asyncio.Task[None] | None = None

    async def drawn(self, interaction: discord.Interaction, message_id: int, game_id: int, language: Language) -> None:
        """Note that this message now shows the board of the interaction's user, and retire the one before.

        The board is shown already, so nothing that fails here is told to the user.
        """
        user_id = interaction.user.id
        assert interaction.channel_id is not None, "boards are shown in channels"
        board = StoredBoard(game_id, interaction.channel_id, message_id, drawn_by=interaction.id)
        key = _Key(interaction.id, interaction.followup, time.monotonic() + _KEY_SECONDS)
        earlier = self._keys.get(message_id)
        if earlier is None or earlier.drawn_by < key.drawn_by:
            _keep(self._keys, message_id, key)
        before = self._latest.get(user_id)
        if before is not None and before.drawn_by > board.drawn_by:  # this one came late
            board, before = before, board
        _keep(self._latest, user_id, board)
        unnoted = self._unnoted.setdefault(user_id, _Unnoted(board, interaction.client, language))
        unnoted.board = board
        if before is None:
            await self.note(user_id)  # which one to retire, only the store knows
        elif before.message_id != board.message_id:
            unnoted.retired.add(before.message_id)
            await self._retire(before, unnoted)
        if self._unnoted and (self._noting is None or self._noting.done()):
            self._noting = asyncio.create_task(self._keep_noting())

    async def note(self, user_id: int, *, retires: bool = True) -> None:
        """Have the store know of the user's board, now, and retire the one that it knew of, if that is still live."""
        unnoted = self._unnoted.pop(user_id, None)
        if unnoted is None:
            return
        try:
            retired = await self._store.put(user_id, unnoted.board)
        except StoreError as error:
            log.warning("the live board was not noted, but will be: %s", error)
            self._unnoted.setdefault(user_id, unnoted)
            return
        if not retires or retired is None or retired.message_id in unnoted.retired:
            return
        # A press on the board to be retired may have drawn it anew meanwhile: then it is live again.
        latest = self._latest.get(user_id, unnoted.board)
        if latest.message_id != retired.message_id or latest.drawn_by == unnoted.board.drawn_by:
            await self._retire(retired, unnoted)

    async def close(self) -> None:
        """Have the store know of all boards, while Discord may not be asked any more."""
        if self._noting is not None:
            self._noting.cancel()
        await self._note_all(retires=False)

    async def _keep_noting(self) -> None:
        """Note what there is to note, every few seconds."""
        while self._unnoted:
            await asyncio.sleep(_NOTE_SECONDS)
            await self._note_all(retires=True)

    async def _note_all(self, *, retires: bool) -> None:
        await asyncio.gather(*(self.note(user_id, retires=retires) for user_id in list(self._unnoted)))

    async def find(self, user_id: int) -> StoredBoard | None:
        """The user's live board, if there is one. Raises StoreError."""
        stored, latest = await self._store.of(user_id), self._latest.get(user_id)
        if stored is None or latest is None:
            return stored
        return max(stored, latest, key=lambda board: board.drawn_by)

    async def edit(self, interaction: discord.Interaction, game_id: int, parts: dict[str, Any]) -> None:
        """Change the user's live board, if it shows this game."""
        try:
            board = await self.find(interaction.user.id)
        except StoreError as error:
            log.warning("the live board was not found: %s", error)
            return
        if board is not None and board.game_id == game_id:
            await self._edit(interaction.client, board, self._keys.get(board.message_id), parts)

    def forget(self, user_id: int) -> None:
        """Know nothing of this user any more."""
        self._latest.pop(user_id, None)
        self._unnoted.pop(user_id, None)

    async def remove(self, interaction: discord.Interaction, board: StoredBoard, language: Language) -> None:
        """Leave nothing to be seen of a board of the user's, and forget its key."""
        deleted = {**_EMPTY, "content": language.text("This game was deleted.")}
        await self._edit(interaction.client, board, self._keys.pop(board.message_id, None), deleted)

    async def _retire(self, board: StoredBoard, by: _Unnoted) -> None:
        """Take a board back whose game another message shows; one of a game before loses its controls alone."""
        content = by.language.text("This game goes on in a newer message.")
        parts = {**_EMPTY, "content": content} if board.game_id == by.board.game_id else {"view": None}
        await self._edit(by.client, board, self._keys.pop(board.message_id, None), parts)

    async def _edit(self, client: discord.Client, board: StoredBoard, key: _Key | None, parts: dict[str, Any]) -> None:
        try:
            if key is not None and time.monotonic() < key.until:
                await edit_unread(key.webhook, board.message_id, parts)
            else:
                channel = client.get_partial_messageable(board.channel_id)
                await channel.get_partial_message(board.message_id).edit(**parts)
        except (discord.HTTPException, ClientError, OSError) as error:
            # It may be deleted, seen by one user alone, or in a channel that the bot is no member of.
            log.info("an earlier board stays as it is: %s", error)


def _keep(kept: OrderedDict[int, Kept], number: int, new: Kept) -> None:
    """Keep this, and no more than is meant to be kept."""
    kept[number] = new
    kept.move_to_end(number)
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)


_EMPTY: Mapping[str, Any] = {"embed": None, "attachments": [], "view": None}
