"""A server with one channel, two people in it, and the bot over a database of its own, all in memory but the file."""

from __future__ import annotations

import copy
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord

from bot.client import SolitaireClient
from bot.services.games import CurrentGame, Games
from bot.store import Database, GameStore

INTERACTION = "INTERACTION_CREATE"


class CardRoom:
    """What a test does as Alice or Bob, and what they see."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database: Database
        self.games: Games
        self.client: SolitaireClient
        self.env: simcord.Env
        self.channel: simcord.ChannelHandle
        self.alice: simcord.MemberActor
        self.bob: simcord.MemberActor
        self.held: list[dict[str, Any]] = []

    async def open(self) -> None:
        await self._make_client()
        self.env = simcord.Env(self.client, check_errors=False)
        guild = self.env.create_guild()
        self.channel = guild.create_text_channel("solitaire")
        self.alice = guild.add_member(self.env.create_user("alice"))
        self.bob = guild.add_member(self.env.create_user("bob"))
        await self.env.start()

    async def close(self) -> None:
        await self.env.shutdown()
        await self.client.close()
        await self.database.close()

    async def restart(self) -> None:
        """End the bot and start it again with the same database."""
        await self.env.settle()
        await self.client.close()
        await self.database.close()
        await self._make_client()
        await self.env.restart_bot(self.client)

    async def say(
        self, command: str, who: simcord.MemberActor | None = None, **options: Any
    ) -> simcord.InteractionResult:
        """Type `/solitaire command` in the channel."""
        return await (who or self.alice).slash(self.channel, f"solitaire {command}", **options)

    async def start(self, game: str, deal: int = 8, **options: Any) -> simcord.ResponseMessage:
        """Deal a game as Alice; her board."""
        return public(await self.say("start", game=game, deal=str(deal), **options))

    async def play(self, *moves: str) -> None:
        """Play moves of Alice's without showing them."""
        for move in moves:
            await self.games.play(self.alice.id, move, self.env.backend.snowflake())

    async def press(
        self, message: simcord.ResponseMessage, label: str, who: simcord.MemberActor | None = None
    ) -> simcord.InteractionResult:
        return await (who or self.alice).click(message, label=label)

    async def complete(self, typed: str) -> dict[str, str]:
        """What `/solitaire move` offers for what is typed: labels, without the selectors of text form, and moves."""
        choices = await self.alice.autocomplete(self.channel, "solitaire move", "move", typed)
        return {choice["name"].replace("\ufe0e", ""): choice["value"] for choice in choices}

    async def game(self, who: simcord.MemberActor | None = None) -> CurrentGame:
        """The game as a bot that has just been started reads it."""
        return await Games(GameStore(self.database)).current((who or self.alice).id)

    async def saved(self, who: simcord.MemberActor | None = None) -> str:
        return (await self.game(who)).game.save()

    @property
    def last_interaction(self) -> dict[str, Any]:
        """What Discord sent last."""
        sent = [payload for _, name, payload in self.env.backend.transcript if name == INTERACTION]
        return copy.deepcopy(dict(sent[-1]))

    async def deliver(self, *payloads: Mapping[str, Any]) -> None:
        """Send interactions as Discord would, all of them before the bot can handle the first."""
        for payload in payloads:
            self.env.backend.emit(INTERACTION, dict(copy.deepcopy(payload)))
        await self.env.settle()

    @asynccontextmanager
    async def at_once(self, *, times: int = 1) -> AsyncIterator[None]:
        """Hold back what people do inside, then deliver all of it at one moment, each interaction so many times."""
        self.held = []
        backend: Any = self.env.backend
        emit = backend.emit

        def hold(name: str, payload: Any, *rest: Any, **named: Any) -> None:
            if name == INTERACTION:
                self.held.append(copy.deepcopy(dict(payload)))
            else:
                emit(name, payload, *rest, **named)

        backend.emit = hold
        try:
            yield
        finally:
            del backend.emit
        await self.deliver(*(payload for payload in self.held for _ in range(times)))

    async def _make_client(self) -> None:
        self.database = await Database.open(self.path)
        self.games = Games(GameStore(self.database))
        self.client = SolitaireClient(self.games, shard_count=1)


def only(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The one message that answers."""
    messages = [message for message in (result.response, *result.followups) if message is not None]
    assert len(messages) == 1, messages
    return messages[0]


def public(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    message = only(result)
    assert not message.ephemeral, message.content
    return message


def private(result: simcord.InteractionResult) -> str:
    """The text of an answer that only its reader sees."""
    message = only(result)
    assert message.ephemeral
    return message.content


def text(message: simcord.ResponseMessage) -> str:
    """Everything that can be read in a message."""
    parts = [message.content]
    for embed in message.embeds:
        parts += [embed.author.name or "", embed.title or "", embed.description or "", embed.footer.text or ""]
        parts += [f"{field.name}: {field.value}" for field in embed.fields]
    return "\n".join(parts + list(buttons(message)))


def buttons(message: simcord.ResponseMessage) -> dict[str, dict[str, Any]]:
    """The buttons of a message by their labels."""
    return {button["label"]: button for row in message.components for button in row["components"]}


def enabled(message: simcord.ResponseMessage) -> set[str]:
    return {label for label, button in buttons(message).items() if not button["disabled"]}


def moves_made(message: simcord.ResponseMessage) -> int:
    """The count of moves that a board shows."""
    found = re.search(r"\*\*(\d+)\*\* moves?", message.embeds[0].description or "")
    assert found is not None
    return int(found[1])
