"""State that all interactions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands

from bot.commands.challenge_cards import ChallengeCards
from bot.commands.drafts import Drafts
from bot.commands.live_boards import LiveBoards
from bot.commands.own_messages import OwnMessages
from bot.commands.refusals import Refusals
from bot.services import Services


class BotState:
    """The services, the messages that belong to games or users, drafts, and the card emoji."""

    def __init__(self, client: discord.Client, services: Services, commands: app_commands.Group) -> None:
        """`commands` are those listed in the help."""
        self.services = services
        self.commands = commands
        self.messages = OwnMessages(client)
        self.live_boards = LiveBoards(services, self.messages)
        self.cards = ChallengeCards(services, self.messages)
        self.refusals = Refusals(self.messages)
        self.drafts = Drafts()
        self.on_emoji_rejected: Callable[[], None] = lambda: None
        """Called when Discord rejects a message because of its emoji."""
        self.emoji: Mapping[str, discord.PartialEmoji] | None = None
        """The card emoji by key; None while Discord lacks some, so that cards are drawn as text."""

    def drop_emoji(self) -> None:
        """Draw cards as text until the emoji are set again, because Discord rejects them."""
        self.emoji = None
        self.on_emoji_rejected()
