"""Discord's objects on the wire, with the fields that a client needs."""

import re
from dataclasses import dataclass, field
from typing import Any

Payload = dict[str, Any]
"""A JSON object."""

_PERMISSIONS = str(0x7FFFFFFF & ~0x28)
"""The permissions of people and the bot: all but to administer or manage the server."""

EPHEMERAL = 64
"""The flag of a message that only one person sees."""


@dataclass(frozen=True)
class User:
    """A person, or the bot."""

    id: int
    name: str
    is_bot: bool = False

    def payload(self) -> Payload:
        """See https://discord.com/developers/docs/resources/user#user-object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.is_bot else self.name.title(),
            "discriminator": "0",
            "avatar": None,
            "bot": self.is_bot,
            "public_flags": 0,
        }

    def member_payload(self) -> Payload:
        """See https://discord.com/developers/docs/resources/guild#guild-member-object."""
        return {
            "user": self.payload(),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "permissions": _PERMISSIONS,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }


@dataclass(frozen=True)
class Guild:
    """A server with one channel."""

    id: int
    channel_id: int

    def payload(self) -> Payload:
        """The data of GUILD_CREATE (https://discord.com/developers/docs/events/gateway-events#guild-create)."""
        return {
            "id": str(self.id),
            "name": "Card room",
            "owner_id": "1",
            "member_count": 1,
            "unavailable": False,
            "preferred_locale": "en-US",
            "channels": [self.channel_payload()],
            **{name: [] for name in ("emojis", "features", "members", "presences", "roles", "stickers", "threads")},
        }

    def channel_payload(self) -> Payload:
        """The channel (https://discord.com/developers/docs/resources/channel#channel-object)."""
        return {
            "id": str(self.channel_id),
            "guild_id": str(self.id),
            "type": 0,
            "name": "solitaire",
            "position": 0,
            "parent_id": None,
            "permissions": _PERMISSIONS,
            "permission_overwrites": [],
        }


@dataclass
class Message:
    """A message of the bot, private if only one person sees it."""

    id: int
    channel_id: int
    author: User
    content: str = ""
    embeds: list[Payload] = field(default_factory=list)
    components: list[Payload] = field(default_factory=list)
    attachments: list[Payload] = field(default_factory=list)
    is_private: bool = False

    @property
    def text(self) -> str:
        return "\n".join(
            [self.content, *(f"{embed.get('title')}\n{embed.get('description')}" for embed in self.embeds)]
        )

    @property
    def moves_made(self) -> int:
        """The number of moves that a board shows, as an embed or, in the text view, as content."""
        found = re.search(r"\*\*(\d+)\*\*\smoves?", self.text)
        assert found is not None, self
        return int(found[1])

    @property
    def version(self) -> int:
        """The version of the game that the buttons of a board are for."""
        return int(self.components[0]["components"][0]["custom_id"].split(":")[3])

    def change(self, parts: Payload) -> None:
        """Change the parts that a request contains."""
        self.content = (parts["content"] or "") if "content" in parts else self.content
        self.embeds = (parts["embeds"] or []) if "embeds" in parts else self.embeds
        self.components = (parts["components"] or []) if "components" in parts else self.components
        self.attachments = (parts["attachments"] or []) if "attachments" in parts else self.attachments

    def payload(self) -> Payload:
        """See https://discord.com/developers/docs/resources/message#message-object."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author.payload(),
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": [
                {
                    "id": str(number),
                    "filename": str(attachment.get("filename")),
                    "size": 1,
                    "url": f"https://cdn.discordapp.com/attachments/{self.channel_id}/{self.id}/{number}",
                    "proxy_url": f"https://media.discordapp.net/attachments/{self.channel_id}/{self.id}/{number}",
                }
                for number, attachment in enumerate(self.attachments)
            ],
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "flags": EPHEMERAL if self.is_private else 0,
            "type": 0,
            **dict.fromkeys(("mention_everyone", "pinned", "tts"), False),
            **{name: [] for name in ("mentions", "mention_roles")},
        }
