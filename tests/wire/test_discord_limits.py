"""The Discord on loopback rejects what Discord rejects, with the same codes."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import TOKEN_SECONDS, Interaction
from tests.support.wire.objects import Payload
from tests.support.wire.people import Person

BASE = "https://discord.com/api/v10"
EMBED = {"title": "Dimes"}
COMMAND = {
    "id": "1",
    "name": "solitaire",
    "description": "Play",
    "options": [{"type": 1, "name": "show", "description": "Show", "options": []}],
}


class Asker:
    """Sends the requests of a bot, and returns the status and the error code."""

    def __init__(self, session: aiohttp.ClientSession, wire: DiscordServer) -> None:
        self._session = session
        self._webhook = f"{BASE}/webhooks/{wire.world.bot.id}"
        self._application = f"{BASE}/applications/{wire.world.bot.id}"
        self._headers = {"Authorization": f"Bot {wire.rest.token}"}

    async def ask(self, method: str, url: str, body: Any = None) -> tuple[int, int]:
        async with self._session.request(method, url, json=body, headers=self._headers) as response:
            answered = await response.json() if response.status >= 400 else {}
            return response.status, answered.get("code", 0)

    async def answer(self, interaction: Interaction, parts: Payload, kind: int = 4) -> tuple[int, int]:
        url = f"{BASE}/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.ask("POST", url, {"type": kind, "data": parts})

    async def follow(self, interaction: Interaction, parts: Payload) -> tuple[int, int]:
        return await self.ask("POST", f"{self._webhook}/{interaction.token}", parts)

    async def edit(self, interaction: Interaction, parts: Payload, message: str = "@original") -> tuple[int, int]:
        return await self.ask("PATCH", f"{self._webhook}/{interaction.token}/messages/{message}", parts)

    async def register(self, *commands: Payload) -> tuple[int, int]:
        return await self.ask("PUT", f"{self._application}/commands", list(commands))

    async def upload(self, name: str, size: int) -> tuple[int, int]:
        image = f"data:image/png;base64,{base64.b64encode(bytes(size)).decode()}"
        return await self.ask("POST", f"{self._application}/emojis", {"name": name, "image": image})


@pytest.fixture
async def asker(wire: DiscordServer) -> AsyncIterator[Asker]:
    wire.world.commands = [COMMAND]
    async with aiohttp.ClientSession(connector=wire.connector()) as session:
        yield Asker(session, wire)


@pytest.fixture
def someone(wire: DiscordServer, asker: Asker) -> Person:
    assert asker is not None
    return wire.person()


async def test_an_interaction_accepts_one_answer_within_its_deadline(someone: Person, asker: Asker) -> None:
    interaction = someone.command("show")
    assert await asker.answer(interaction, {"content": "Done"}) == (204, 0)
    assert await asker.answer(interaction, {"content": "Done"}) == (400, 40060)
    assert await asker.answer(someone.command("show", age=stretched(3)), {"content": "Done"}) == (404, 10062)
    stranger = dataclasses.replace(someone.command("show"), id=17)
    assert await asker.answer(stranger, {"content": "Done"}) == (404, 10062)


async def test_a_token_is_valid_for_15_minutes_after_an_answer(someone: Person, asker: Asker) -> None:
    interaction = someone.command("show")
    assert await asker.follow(interaction, {"content": "More"}) == (404, 10015)
    await asker.answer(interaction, {"content": "Done"})
    assert await asker.follow(interaction, {"content": "More"}) == (200, 0)
    assert await asker.edit(interaction, {"content": "Otherwise"}) == (200, 0)
    assert interaction.original is not None
    assert interaction.original.content == "Otherwise"
    assert await asker.edit(interaction, {"content": "Otherwise"}, "17") == (404, 10008)
    interaction.made -= TOKEN_SECONDS
    assert await asker.follow(interaction, {"content": "More"}) == (401, 50027)
    assert await asker.edit(interaction, {"content": "More"}) == (401, 50027)


async def test_the_first_follow_up_replaces_a_deferred_answer_and_is_as_private(someone: Person, asker: Asker) -> None:
    interaction = someone.command("show")
    assert await asker.answer(interaction, {"flags": 64}, kind=5) == (204, 0)
    assert await asker.follow(interaction, {"content": "Done"}) == (200, 0)
    assert interaction.original is not None
    assert interaction.original.is_private
    assert interaction.original.content == "Done"
    assert interaction.followups == []


async def test_a_wrong_token_is_rejected(wire: DiscordServer, asker: Asker) -> None:
    wire.rest.token = "another"  # noqa: S105
    assert await asker.register(COMMAND) == (401, 0)


def button(number: int = 0, **parts: Any) -> Payload:
    return {"type": 2, "style": 1, "label": "Draw", "custom_id": f"draw {number}", **parts}


def select(options: int = 1, **parts: Any) -> Payload:
    return {"type": 3, "custom_id": "move", "options": [option(number) for number in range(options)], **parts}


def option(number: int = 0, **parts: Any) -> Payload:
    return {"label": f"{number}", "value": f"{number}", **parts}


def rows(*parts: Payload) -> Payload:
    return {"components": [{"type": 1, "components": [part]} for part in parts]}


def field(name: str = "n", value: str = "v") -> Payload:
    return {"name": name, "value": value}


@pytest.mark.parametrize(
    ("most", "too_much"),
    [
        ({"content": "x" * 2000}, {"content": "x" * 2001}),
        ({"embeds": [{"title": "x" * 256}]}, {"embeds": [{"title": "x" * 257}]}),
        ({"embeds": [{"description": "x" * 4096}]}, {"embeds": [{"description": "x" * 4097}]}),
        ({"embeds": [{"footer": {"text": "x" * 2048}}]}, {"embeds": [{"footer": {"text": "x" * 2049}}]}),
        ({"embeds": [{"fields": [field()] * 25}]}, {"embeds": [{"fields": [field()] * 26}]}),
        ({"embeds": [{"fields": [field("x" * 256)]}]}, {"embeds": [{"fields": [field("x" * 257)]}]}),
        ({"embeds": [{"fields": [field("n", "x" * 1024)]}]}, {"embeds": [{"fields": [field("n", "x" * 1025)]}]}),
        ({"embeds": [EMBED] * 10}, {"embeds": [EMBED] * 11}),
        ({"embeds": [{"description": "x" * 3000}] * 2}, {"embeds": [{"description": "x" * 3001}] * 2}),
        (rows(*map(button, range(5))), rows(*map(button, range(6)))),
        (rows(button(1), button(2)), rows(button(1), button(1))),
        (rows(button(label="x" * 80)), rows(button(label="x" * 81))),
        (rows(button(custom_id="x" * 100)), rows(button(custom_id="x" * 101))),
        (rows(select(25)), rows(select(26))),
        (rows(select(1)), rows(select(0))),
        (rows(select(placeholder="x" * 150)), rows(select(placeholder="x" * 151))),
        (rows(select(options=1)), rows({**select(), "options": [option(), option()]})),
        (
            rows({**select(), "options": [option(label="x" * 100)]}),
            rows({**select(), "options": [option(label="x" * 101)]}),
        ),
        (rows(button()), rows(button(emoji={"id": "17", "name": "as"}))),
    ],
)
async def test_a_message_has_limits(someone: Person, asker: Asker, most: Payload, too_much: Payload) -> None:
    assert await asker.answer(someone.command("show"), most) == (204, 0)
    interaction = someone.command("show")
    assert await asker.answer(interaction, too_much) == (400, 50035)
    assert await asker.answer(interaction, most) == (204, 0)


async def test_an_empty_message_is_rejected(someone: Person, asker: Asker) -> None:
    assert await asker.answer(someone.command("show"), {"embeds": []}) == (400, 50006)


@pytest.mark.parametrize(
    ("most", "too_much"),
    [
        ({"description": "x" * 100}, {"description": "x" * 101}),
        ({"name": "x" * 32}, {"name": "x" * 33}),
        ({"name": "solitaire"}, {"name": "Solitaire"}),
        ({"description_localizations": {"de": "x" * 100}}, {"description_localizations": {"de": "x" * 101}}),
    ],
)
async def test_a_command_has_limits(asker: Asker, most: Payload, too_much: Payload) -> None:
    assert await asker.register({**COMMAND, **most}) == (200, 0)
    assert await asker.register({**COMMAND, **too_much}) == (400, 50035)


async def test_a_command_with_its_options_may_have_8000_characters(asker: Asker) -> None:
    def command(characters: int) -> Payload:
        choices = [{"name": "n" * 100, "value": "v" * 100} for _ in range(19)]
        options = [{"type": 3, "name": name, "description": "d" * 100, "choices": choices} for name in ("a", "b")]
        rest = characters - 2 * (19 * 200 + 101) - len("solitaire")
        return {"name": "solitaire", "description": "d" * rest, "options": options}

    assert await asker.register(command(7900)) == (200, 0)
    assert (await asker.register(COMMAND, COMMAND))[1] == 50035
    assert (await asker.register({**command(7900), "description": "d" * 100, "options": command(7900)["options"] * 2}))[
        1
    ] == 50035


async def test_an_emoji_has_limits(asker: Asker) -> None:
    assert await asker.upload("as_1", 256 * 1024) == (201, 0)
    assert await asker.upload("as_1", 256 * 1024 + 1) == (400, 50035)
    assert await asker.upload("a-s", 1) == (400, 50035)


async def test_choices_have_limits(someone: Person, asker: Asker) -> None:
    def choices(count: int) -> Payload:
        return {"choices": [{"name": str(number), "value": "v"} for number in range(count)]}

    interaction = someone.completion("show", "move", "")
    assert await asker.answer(interaction, choices(26), kind=8) == (400, 50035)
    assert await asker.answer(interaction, choices(25), kind=8) == (204, 0)
