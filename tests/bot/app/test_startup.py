"""The commands, the card emoji and the avatar that the bot gives to Discord."""

import re
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import simcord
from discord import app_commands
from PIL import Image

from bot.app.startup import FIRST_PAUSE_SECONDS, provide_avatar
from bot.pictures.emoji import emoji_files, emoji_name, is_marked, shown_name
from tests.support.card_room import CALLBACK, CardRoom, running
from tests.support.shown import changed, private, public

EMOJI = "/applications/*/emojis*"

NAMES = sorted(emoji_name(key, png) for key, png in emoji_files().items())


def names(room: CardRoom) -> list[str]:
    return sorted(emoji.name for emoji in room.env.backend.application_emojis.values())


def requests(room: CardRoom, method: str) -> int:
    return sum(entry.method == method and "/emojis" in entry.path for entry in room.env.http_requests)


def refuse_marked(room: CardRoom) -> None:
    """Delete the emoji of marked cards from Discord, and make it refuse new ones."""
    marked = {emoji_name(key, png) for key, png in emoji_files().items() if is_marked(key)}
    emoji = room.env.backend.application_emojis
    for number in [number for number, each in emoji.items() if each.name in marked]:
        del emoji[number]
    room.env.inject_error("POST", EMOJI, status=500, times=None)


async def test_the_bot_serves_although_discord_refuses_its_commands_and_registers_them_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sync = app_commands.CommandTree.sync
    answer = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    refusals = [discord.HTTPException(answer, {"code": 30034, "message": "Max number of daily creates reached"})]

    async def refused(tree: app_commands.CommandTree) -> list[app_commands.AppCommand]:
        if refusals:
            raise refusals.pop()
        return await sync(tree)

    monkeypatch.setattr(app_commands.CommandTree, "sync", refused)
    async with running(CardRoom(path)) as room:
        assert room.client.is_ready()
        assert "Discord refuses the new commands" in caplog.text
        await room.restart()
        assert await room.client.tree.fetch_commands()


async def test_all_emoji_are_uploaded_at_the_first_start_and_found_at_the_next(room: CardRoom) -> None:
    room.env.backend.application_emojis.clear()
    await room.restart()
    assert names(room) == NAMES
    before = (await room.start("dimes", 8)).text
    await room.restart()
    assert requests(room, "POST") == len(NAMES)
    assert public(await room.say("show")).text == before


async def test_boards_show_plain_cards_until_the_marked_ones_are_uploaded_too(room: CardRoom) -> None:
    marked = {shown_name(key) for key in emoji_files() if is_marked(key)}
    refuse_marked(room)
    await room.restart()
    await room.start("dimes", 8)
    before = public(await room.say("draw")).text
    assert "<:" in before
    assert not marked & set(re.findall(r"<:(\w+):", before))
    room.env.backend.faults.clear()
    await room.env.advance_time(FIRST_PAUSE_SECONDS)
    assert names(room) == NAMES
    assert marked & set(re.findall(r"<:(\w+):", public(await room.say("show")).text))


async def test_boards_and_choices_show_emoji(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    shown = re.findall(r"<:(\w+):(\d+)>", board.text)
    keys = {emoji_name(key, png): key for key, png in emoji_files().items()}
    known = {(shown_name(keys[emoji.name]), str(emoji.id)) for emoji in room.env.backend.application_emojis.values()}
    assert shown
    assert set(shown) <= known
    parts = [part for row in board.components for part in row["components"]]
    drawn = [*parts, *(choice for part in parts for choice in part.get("options", ()))]
    pictured = {(part["emoji"]["name"], str(part["emoji"]["id"])) for part in drawn if part.get("emoji", {}).get("id")}
    assert len(pictured) >= 8
    assert pictured <= known


async def test_emoji_that_are_drawn_differently_now_are_replaced(room: CardRoom) -> None:
    emoji = room.env.backend.application_emojis
    outdated = next(each for each in emoji.values() if each.name.startswith("10h_"))
    outdated.name = "10h_aaaa"
    await room.restart()
    assert names(room) == NAMES
    assert outdated.id not in emoji
    assert requests(room, "POST") == 1


@pytest.mark.parametrize("name", ["thumbsup", "10h_picture", "joker_aaaa", "10h"])
async def test_other_emoji_of_the_application_are_kept(room: CardRoom, name: str) -> None:
    room.env.backend.create_application_emoji(name)
    await room.restart()
    assert names(room) == sorted([*NAMES, name])
    assert requests(room, "DELETE") == 0


async def test_boards_are_text_while_discord_rejects_emoji_and_uploading_is_retried(room: CardRoom) -> None:
    room.env.backend.application_emojis.clear()
    with room.refusing(EMOJI):
        await room.restart()
        board = await room.start("dimes", 8)
        assert "<:" not in board.text
        assert "Home" in board.text
        assert board.choices
        await room.env.advance_time(FIRST_PAUSE_SECONDS)
        assert "<:" not in public(await room.say("show")).text
    await room.env.advance_time(2 * FIRST_PAUSE_SECONDS)
    assert names(room) == NAMES
    assert "<:" in public(await room.say("show")).text


async def test_boards_show_emoji_even_if_an_outdated_one_cannot_be_deleted(room: CardRoom) -> None:
    room.env.backend.create_application_emoji("10h_aaaa")
    room.env.inject_error("DELETE", EMOJI, status=403, code=50001, times=None)
    await room.restart()
    assert "<:" in (await room.start("dimes", 8)).text


async def test_a_board_whose_emoji_are_rejected_is_text_and_emoji_are_checked_again(room: CardRoom) -> None:
    async def has_emoji_again() -> simcord.ResponseMessage:
        assert room.client.emoji_provided is not None
        await room.client.emoji_provided
        shown = public(await room.say("show"))
        assert "<:" in shown.text
        return shown

    await room.start("dimes", 8)
    room.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid emoji")
    assert "```" in public(await room.say("draw")).text
    board = await has_emoji_again()
    room.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid emoji")
    assert "```" in changed(await room.press(board, "Undo")).text
    await has_emoji_again()
    assert (await room.game()).version == 3


async def test_a_rejected_emoji_turns_boards_to_text_only_until_the_plain_ones_are_checked(room: CardRoom) -> None:
    refuse_marked(room)
    room.env.backend.create_application_emoji("10h_aaaa")
    await room.restart()
    await room.start("dimes", 8)
    room.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid emoji")
    assert "```" in public(await room.say("draw")).text
    assert "<:" in public(await room.say("show")).text
    room.env.backend.faults.clear()
    await room.env.advance_time(FIRST_PAUSE_SECONDS)
    assert names(room) == NAMES


async def test_checking_emoji_again_keeps_those_of_another_version(
    room: CardRoom,
) -> None:
    """Otherwise two versions that run side by side would delete each other's emoji forever."""
    await room.start("dimes", 8)
    room.env.backend.create_application_emoji("10h_aaaa")
    room.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid emoji")
    await room.say("draw")
    assert room.client.emoji_provided is not None
    await room.client.emoji_provided
    assert names(room) == sorted([*NAMES, "10h_aaaa"])
    await room.restart()
    assert names(room) == NAMES


async def test_a_board_that_is_rejected_as_text_too_is_an_error(room: CardRoom) -> None:
    await room.start("dimes", 8)
    room.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid", times=2)
    assert "something went wrong" in private(await room.say("draw"))


class _User:
    """The bot's account on a Discord that may refuse a picture."""

    def __init__(self, avatar: object = None, failure: Exception | None = None) -> None:
        self.avatar = avatar
        self.failure = failure

    async def edit(self, *, avatar: bytes) -> None:
        if self.failure is not None:
            raise self.failure
        self.avatar = avatar


async def _avatar_of(user: _User) -> object:
    await provide_avatar(cast("discord.Client", SimpleNamespace(user=user)))
    return user.avatar


async def test_a_bot_without_an_avatar_is_given_its_face() -> None:
    avatar = await _avatar_of(_User())
    assert isinstance(avatar, bytes)
    assert Image.open(BytesIO(avatar)).size == (512, 512)


async def test_another_avatar_is_kept() -> None:
    assert await _avatar_of(_User("mine")) == "mine"


async def test_the_bot_starts_without_an_avatar_if_discord_refuses_it(caplog: pytest.LogCaptureFixture) -> None:
    assert await _avatar_of(_User(failure=OSError("no network"))) is None
    assert "no network" in caplog.text
