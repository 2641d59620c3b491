"""One live board a user: a new one retires the one before, as far as Discord lets us change that message."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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

_MOST_KEYS = 1024


@dataclass(frozen=True)
class _Key:
    """What may change a message without any permission: the interaction that drew it last, which has this id."""

    drawn_by: int
    webhook: discord.Webhook
    until: float


class LiveBoards:
    """Where each user's live board is.

    Which message it is, the store knows. The keys stay in memory, as they are secrets: without one, after a restart or
    a quarter of an hour, a message can still be changed in the channels that the bot is a member of.
    """

    def __init__(self, store: BoardStore) -> None:
        self._store = store
        self._keys: OrderedDict[int, _Key] = OrderedDict()
        """By the messages that they change."""

    async def drawn(self, interaction: discord.Interaction, message_id: int, game_id: int, language: Language) -> None:
        """Note that this message now shows the board of the interaction's user, and retire the one before.

        The board is shown already, so nothing that fails here is told to the user.
        """
        user_id = interaction.user.id
        assert interaction.channel_id is not None, "boards are shown in channels"
        board = StoredBoard(game_id, interaction.channel_id, message_id, drawn_by=interaction.id)
        self._remember(message_id, _Key(interaction.id, interaction.followup, time.monotonic() + _KEY_SECONDS))
        try:
            is_new = interaction.message is None or interaction.message.id != message_id
            retired = await self._note(user_id, board, is_new=is_new)
        except StoreError as error:
            log.warning("the live board was not noted: %s", error)
            return
        if retired is not None:
            parts = _retired(language) if retired.game_id == game_id else {"view": None}
            await self._edit(interaction.client, retired, self._keys.pop(retired.message_id, None), parts)

    async def _note(self, user_id: int, board: StoredBoard, *, is_new: bool) -> StoredBoard | None:
        """Note the live board, a new message or not; return the one to be retired, if any."""
        before = None if is_new else await self._store.of(user_id)
        if before is not None and (before.game_id, before.message_id) == (board.game_id, board.message_id):
            return None
        retired = await self._store.put(user_id, board)
        # A press on the board to be retired may have drawn it anew meanwhile: then it is live again.
        key = None if retired is None else self._keys.get(retired.message_id)
        return None if key is not None and key.drawn_by > board.drawn_by else retired

    async def edit(self, interaction: discord.Interaction, game_id: int, parts: dict[str, Any]) -> None:
        """Change the user's live board, if it shows this game."""
        try:
            board = await self._store.of(interaction.user.id)
        except StoreError as error:
            log.warning("the live board was not found: %s", error)
            return
        if board is not None and board.game_id == game_id:
            await self._edit(interaction.client, board, self._keys.get(board.message_id), parts)

    async def remove(self, interaction: discord.Interaction, board: StoredBoard, language: Language) -> None:
        """Leave nothing to be seen of a board of the user's, and forget its key."""
        deleted = {**_EMPTY, "content": language.text("This game was deleted.")}
        await self._edit(interaction.client, board, self._keys.pop(board.message_id, None), deleted)

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

    def _remember(self, message_id: int, key: _Key) -> None:
        earlier = self._keys.get(message_id)
        if earlier is None or earlier.drawn_by < key.drawn_by:
            self._keys[message_id] = key
            self._keys.move_to_end(message_id)
        if len(self._keys) > _MOST_KEYS:
            self._keys.popitem(last=False)


def _retired(language: Language) -> dict[str, Any]:
    """What is left of a board whose game another message shows; that of a game before keeps all but its controls."""
    return {**_EMPTY, "content": language.text("This game goes on in a newer message.")}


_EMPTY: Mapping[str, Any] = {"embed": None, "attachments": [], "view": None}
