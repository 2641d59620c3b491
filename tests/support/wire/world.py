"""What Discord stores: the application, its commands and emoji, servers, messages and interactions."""

import secrets

from tests.support.wire.ids import Ids
from tests.support.wire.interactions import Interaction, RefusedError
from tests.support.wire.objects import Guild, Message, Payload, User

TOKEN = "wire." + "t" * 20


class World:
    """The state of Discord. The application has the id of the bot."""

    def __init__(self, *, servers: int) -> None:
        self.ids = Ids()
        self.bot = User(self.ids.make(), "patience", is_bot=True)
        first = self.ids.make()
        self.guilds = [Guild(first - (number << 22), self.ids.make()) for number in range(servers)]
        """Servers whose ids assign them to successive shards."""
        self.commands: list[Payload] = []
        self.emoji: dict[int, str] = {}
        """The names of the application's emoji by id."""
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        """By token."""

    def new_token(self) -> str:
        """Make a token as long as Discord's."""
        return secrets.token_urlsafe(160)

    def interaction(self, token: str) -> Interaction:
        """Raises RefusedError."""
        if token not in self.interactions:
            raise RefusedError(404, 10015, "Unknown Webhook")
        return self.interactions[token]

    def post(self, channel_id: int, parts: Payload, *, is_private: bool = False) -> Message:
        message = Message(self.ids.make(), channel_id, self.bot, is_private=is_private)
        message.change(parts)
        self.messages[message.id] = message
        return message

    def message(self, number: int) -> Message:
        """Raises RefusedError."""
        if number not in self.messages:
            raise RefusedError(404, 10008, "Unknown Message")
        return self.messages[number]
