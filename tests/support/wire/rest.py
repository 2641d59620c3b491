"""The REST interface, version 10 (https://discord.com/developers/docs/reference)."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from tests.support.wire.interactions import Answer, Interaction, Kind, RefusedError, is_private
from tests.support.wire.objects import Message, Payload
from tests.support.wire.world import TOKEN, World

GATEWAY_HOST = "gateway.discord.gg"

_BASE = "/api/v10"
_OPEN = (f"{_BASE}/interactions/", f"{_BASE}/webhooks/")
"""Paths that contain a token, so that the header need not."""

_ANSWERS = {
    Kind.COMMAND: {Answer.MESSAGE, Answer.DEFERRED_MESSAGE},
    Kind.COMPONENT: {Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE, Answer.UPDATE},
    Kind.AUTOCOMPLETE: {Answer.CHOICES},
}


class Rest:
    """Answers requests by reading and changing the world."""

    def __init__(self, world: World, *, shards: int, max_concurrency: int) -> None:
        self._world = world
        self._shards = shards
        self._max_concurrency = max_concurrency
        self.token = TOKEN
        """The bot's token; a test may change it."""
        self.sessions_left = 1000
        """Sessions that bots may still start within `reset_seconds`."""
        self.reset_seconds = 0.0

    def routes(self) -> list[web.RouteDef]:
        application = f"{_BASE}/applications/{{application}}"
        webhook = f"{_BASE}/webhooks/{{application}}/{{token}}"
        channel = f"{_BASE}/channels/{{channel}}/messages"
        return [
            web.get(f"{_BASE}/users/@me", self._me),
            web.get(f"{_BASE}/oauth2/applications/@me", self._application),
            web.get(f"{_BASE}/gateway/bot", self._gateway),
            web.get(f"{application}/commands", self._commands),
            web.put(f"{application}/commands", self._register),
            web.get(f"{application}/emojis", self._emoji),
            web.post(f"{application}/emojis", self._add_emoji),
            web.delete(f"{application}/emojis/{{emoji}}", self._delete_emoji),
            web.post(f"{_BASE}/interactions/{{id}}/{{token}}/callback", self._answer),
            web.post(webhook, self._follow_up),
            web.patch(f"{webhook}/messages/{{message}}", self._edit_webhook_message),
            web.delete(f"{webhook}/messages/{{message}}", self._delete_webhook_message),
            web.get(channel, self._history),
            web.post(channel, self._post),
            web.patch(f"{channel}/{{message}}", self._edit),
            web.delete(f"{channel}/{{message}}", self._delete),
        ]

    @web.middleware
    async def middleware(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Reject a wrong token, and turn RefusedError into Discord's response."""
        is_open = not request.path.startswith(_BASE) or request.path.startswith(_OPEN)
        if not is_open and request.headers.get("Authorization") != f"Bot {self.token}":
            return respond({"message": "401: Unauthorized", "code": 0}, status=401)
        try:
            return await handler(request)
        except RefusedError as refused:
            return respond({"message": str(refused), "code": refused.code}, status=refused.status)

    async def _me(self, _: web.Request) -> web.Response:
        return respond(self._world.bot.payload() | {"avatar": "portrait"})

    async def _application(self, _: web.Request) -> web.Response:
        return respond(
            {
                "id": str(self._world.bot.id),
                "name": "patience",
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "",
                "flags": 0,
                "owner": {**self._world.bot.payload(), "bot": False},
            }
        )

    async def _gateway(self, _: web.Request) -> web.Response:
        limit = {
            "total": 1000,
            "remaining": self.sessions_left,
            "reset_after": int(self.reset_seconds * 1000),
            "max_concurrency": self._max_concurrency,
        }
        return respond({"url": f"wss://{GATEWAY_HOST}", "shards": self._shards, "session_start_limit": limit})

    async def _commands(self, _: web.Request) -> web.Response:
        return respond(self._world.commands)

    async def _register(self, request: web.Request) -> web.Response:
        commands = json.loads(await request.read())
        known = {command["name"]: command["id"] for command in self._world.commands}
        application = str(self._world.bot.id)
        self._world.commands = [
            {
                "type": 1,
                "default_member_permissions": None,
                "description": "",
                **command,
                "id": known.get(command["name"]) or str(self._world.ids.make()),
                "application_id": application,
                "version": "1",
            }
            for command in commands
        ]
        return respond(self._world.commands)

    async def _emoji(self, _: web.Request) -> web.Response:
        return respond({"items": [_emoji(number, name) for number, name in self._world.emoji.items()]})

    async def _add_emoji(self, request: web.Request) -> web.Response:
        asked = json.loads(await request.read())
        number = self._world.ids.make()
        self._world.emoji[number] = asked["name"]
        return respond(_emoji(number, asked["name"]), status=201)

    async def _delete_emoji(self, request: web.Request) -> web.Response:
        if self._world.emoji.pop(int(request.match_info["emoji"]), None) is None:
            raise RefusedError(404, 10014, "Unknown Emoji")
        return web.Response(status=204)

    async def _answer(self, request: web.Request) -> web.Response:
        parts = await _parts(request)
        interaction = self._world.interactions.get(request.match_info["token"])
        if interaction is None or str(interaction.id) != request.match_info["id"]:
            raise RefusedError(404, 10062, "Unknown interaction")
        try:
            interaction.check_open()
            self._apply(interaction, Answer(parts["type"]), parts.get("data") or {})
        except RefusedError as refused:
            interaction.refused.append(refused.code)
            raise
        if request.query.get("with_response") != "1":
            return web.Response(status=204)
        told: Payload = {"id": str(interaction.id), "type": int(interaction.kind)}
        resource: Payload = {"type": parts["type"]}
        if interaction.original is not None:
            told["response_message_id"] = str(interaction.original.id)
            told["response_message_ephemeral"] = interaction.original.is_private
            resource["message"] = interaction.original.payload()
        return respond({"interaction": told, "resource": resource})

    def _apply(self, interaction: Interaction, answer: Answer, parts: Payload) -> None:
        """Carry out an answer to an interaction."""
        if answer not in _ANSWERS[interaction.kind]:
            raise RefusedError(400, 50035, f"Invalid Form Body: type {answer}")
        if answer is Answer.CHOICES:
            interaction.choices = parts["choices"]
        elif answer in (Answer.UPDATE, Answer.DEFERRED_UPDATE):
            assert interaction.message is not None, "a component is on a message"
            if answer is Answer.UPDATE:
                self._world.message(interaction.message.id)
            interaction.original = interaction.message
            interaction.original.change(parts)
        else:
            interaction.original = self._world.post(interaction.channel_id, parts, is_private=is_private(parts))
        interaction.answered(answer)

    async def _follow_up(self, request: web.Request) -> web.Response:
        parts = await _parts(request)
        interaction = self._world.interaction(request.match_info["token"])
        interaction.check_token()
        deferred = interaction.original if interaction.answer is Answer.DEFERRED_MESSAGE else None
        if deferred is not None and not (deferred.content or deferred.embeds or deferred.components):
            # The first follow-up to a deferred answer replaces it, and is private if that answer was.
            deferred.change(parts)
            return respond(deferred.payload())
        message = self._world.post(interaction.channel_id, parts, is_private=is_private(parts))
        interaction.followups.append(message)
        return respond(message.payload())

    async def _edit_webhook_message(self, request: web.Request) -> web.Response:
        parts = await _parts(request)
        message = self._of_webhook(request)
        message.change(parts)
        return respond(message.payload())

    async def _delete_webhook_message(self, request: web.Request) -> web.Response:
        self._world.messages.pop(self._of_webhook(request).id, None)
        return web.Response(status=204)

    def _of_webhook(self, request: web.Request) -> Message:
        """The message that a request with an interaction's token may read or change."""
        interaction = self._world.interaction(request.match_info["token"])
        interaction.check_token()
        name = request.match_info["message"]
        if name == "@original" and interaction.original is not None:
            return interaction.original
        message = self._world.message(int(name) if name.isdecimal() else 0)
        if message not in (interaction.original, *interaction.followups):
            raise RefusedError(404, 10008, "Unknown Message")
        return message

    async def _history(self, request: web.Request) -> web.Response:
        channel_id = int(request.match_info["channel"])
        after = int(request.query.get("after", 0))
        messages = [
            message.payload()
            for number, message in sorted(self._world.messages.items())
            if message.channel_id == channel_id and number > after and not message.is_private
        ]
        return respond(messages[: int(request.query.get("limit", 50))][::-1])

    async def _post(self, request: web.Request) -> web.Response:
        parts = await _parts(request)
        return respond(self._world.post(int(request.match_info["channel"]), parts).payload())

    async def _delete(self, request: web.Request) -> web.Response:
        del self._world.messages[self._of_channel(request).id]
        return web.Response(status=204)

    def _of_channel(self, request: web.Request) -> Message:
        """The message that a request to its channel may change."""
        message = self._world.message(int(request.match_info["message"]))
        if message.is_private:
            raise RefusedError(404, 10008, "Unknown Message")
        return message

    async def _edit(self, request: web.Request) -> web.Response:
        parts = await _parts(request)
        message = self._of_channel(request)
        message.change(parts)
        return respond(message.payload())


def respond(body: Any, *, status: int = 200) -> web.Response:
    """A JSON response without a charset, with which discord.py would not parse it."""
    return web.Response(status=status, body=json.dumps(body).encode(), content_type="application/json")


def _emoji(number: int, name: str) -> Payload:
    return {"id": str(number), "name": name, "roles": [], "require_colons": True, "managed": False, "animated": False}


async def _parts(request: web.Request) -> Payload:
    """Return the JSON of a request, which may have files attached."""
    if not request.content_type.startswith("multipart/"):
        body: Payload = json.loads(await request.read())
        return body
    parts: Payload = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = await part.read()
        if part.name == "payload_json":
            parts = json.loads(content)
    return parts
