"""Players' names on leaderboards."""

from __future__ import annotations

import re

import pytest
import simcord

from bot.model.daily.ranking import Result
from tests.support.card_room import (
    CardRoom,
    only,
)
from tests.support.daily_room import (
    TODAY,
    begin,
    board,
    day,
    finish,
    lines,
    record,
)

__all__ = ["day"]


async def test_a_hidden_player_is_named_only_to_themselves(day: CardRoom) -> None:
    await finish(day)
    settings = only(await day.say("settings"))
    await day.press(settings, "Hidden on leaderboards")
    assert lines((await board(day, game="tens"))[0])[0].startswith("▫️ **alice** (you)")
    _, seen = await board(day, day.bob, game="tens")
    assert seen[0].startswith("▫️ hidden player · 52/52")
    assert "alice" not in str(seen)
    await day.press(only(await day.say("settings")), "Hidden on leaderboards")
    assert "alice" in str((await board(day, day.bob, game="tens"))[1])


NAMES = [
    "https://example.com",
    "https://example.com/**bold**/||spoiler||",
    "<https://example.com/_x_>",
    "<t:1795305600:R>",
    "a\\<b",
    "@everyone",
    "**bold**",
    "`code`",
    "||spoiler||",
    "[link](https://example.com)",
    "<@123>",
    "~~_x_~~",
    "> q",
]


@pytest.mark.parametrize("name", NAMES)
async def test_names_ping_nobody_and_are_shown_literally(day: CardRoom, name: str) -> None:
    await record(day.database, 7, name, Result("tens", 52, 0, 60, day=TODAY, server_id=day.env.guild.id))
    _, (line,) = await board(day, game="tens")
    shown = line.removeprefix("▫️ ").removesuffix(" · 52/52 · 1:00")
    assert re.sub(r"\\(.)", r"\1", shown).replace("\u200b", "") == name
    assert shown == name or "\\" in shown or "\u200b" in shown
    assert re.search(r"[<*_~|`]|://", re.sub(r"\\.", "", shown)) is None
    sent = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert sent[-1]["data"]["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize("name", ["alice", "שלום", "اسم"])
async def test_names_are_isolated_from_the_text_around_them(day: CardRoom, name: str) -> None:
    """A right-to-left name would otherwise reverse the numbers behind it."""
    await record(day.database, 7, name, Result("tens", 52, 0, 60, day=TODAY, server_id=day.env.guild.id))
    shown, _ = await board(day, game="tens")
    assert f"▫️ \u2068{name}\u2069 · 52/52" in (shown.embeds[0].description or "")
    assert (shown.embeds[0].title or "").startswith("Today · Tens")
    shown, _ = await board(day, board="month")
    assert (shown.embeds[0].title or "").startswith("November\u00a02026 · ")


async def test_a_player_has_the_name_of_their_last_attempt(day: CardRoom) -> None:
    user: simcord.UserHandle = day.bob.user
    await finish(day, "dimes", day.bob)
    user._user.global_name = "Robert"  # noqa: SLF001 - SimCord has no other way to rename
    assert "Robert" not in str((await board(day))[1])
    await begin(day, "tens", day.bob)
    assert "Robert" in str((await board(day))[1])
