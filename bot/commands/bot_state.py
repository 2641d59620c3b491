"""State that all interactions share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import discord
from cachetools import TTLCache
from discord import app_commands

from bot.commands.challenge_cards import ChallengeCards
from bot.commands.live_boards import LiveBoards
from bot.commands.own_messages import OwnMessages
from bot.commands.refusals import Refusals
from bot.services import Services

Publish = Callable[..., Awaitable[None]]
"""Posts a draft, given the `Context` of the press."""

_MOST_DRAFTS = 2000  # of at most 40 kB each
_DRAFT_SECONDS = 10 * 60.0


class BotState:
    def __init__(self, client: discord.Client, services: Services, commands: app_commands.Group) -> None:
        """`commands` are those listed in the help."""
        self.services = services
        self.commands = commands
        self.messages = OwnMessages(client)
        self.live_boards = LiveBoards(services, self.messages)
        self.cards = ChallengeCards(services, self.messages)
        self.refusals = Refusals(self.messages)
        self.drafts: TTLCache[int, Publish | None] = TTLCache(
            _MOST_DRAFTS, _DRAFT_SECONDS, timer=asyncio.get_running_loop().time
        )
        """What posts each recent draft, by message id; None once it is posted, so that a second press posts nothing."""
        self.on_emoji_rejected: Callable[[], None] = lambda: None
        """Called when Discord rejects a message because of its emoji."""
        self.emoji: Mapping[str, discord.PartialEmoji] | None = None
        """The card emoji by key; None while Discord lacks some, so that cards are drawn as text."""

    def drop_emoji(self) -> None:
        """Draw cards as text until the emoji are set again, because Discord rejects them."""
        self.emoji = None
        self.on_emoji_rejected()
