"""What Discord knows: the application, its commands and emoji, servers, messages, and what people have done."""

from __future__ import annotations

import secrets

from tests.support.wire.ids import Ids
from tests.support.wire.interactions import Interaction, RefusedError
from tests.support.wire.objects import Guild, Message, Payload, User

TOKEN = "wire." + "t" * 20
"""The bot's token."""


class World:
    """It lasts as long as the process. The application's id is the bot's."""

    def __init__(self, *, servers: int) -> None:
        self.ids = Ids()
        self.bot = User(self.ids.make(), "patience", is_bot=True)
        first = self.ids.make()
        self.guilds = [Guild(first - (number << 22), self.ids.make()) for number in range(servers)]
        """Each of the next shard, which follows from its id."""
        self.commands: list[Payload] = []
        self.emoji: dict[int, str] = {}
        """The application's emoji: their names by their ids."""
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        """All of them by their tokens."""

    def new_token(self) -> str:
        """An interaction's token, of the length that Discord's have."""
        return secrets.token_urlsafe(160)

    def interaction(self, token: str) -> Interaction:
        """Raises RefusedError for a token of none."""
        if token not in self.interactions:
            raise RefusedError(404, 10015, "Unknown Webhook")
        return self.interactions[token]

    def post(self, channel_id: int, parts: Payload, *, is_private: bool = False) -> Message:
        """Put a message of the bot's into a channel."""
        message = Message(self.ids.make(), channel_id, self.bot, is_private=is_private)
        message.change(parts)
        self.messages[message.id] = message
        return message

    def message(self, number: int) -> Message:
        """Raises RefusedError for a message that is none."""
        if number not in self.messages:
            raise RefusedError(404, 10008, "Unknown Message")
        return self.messages[number]
