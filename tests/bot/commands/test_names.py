"""Players' names: hidden, harmless to the text around them, and never invisible."""

import re

import pytest
import simcord

from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, only, public
from tests.support.daily_room import TODAY, begin, board, finish, record
from tests.support.shown import Shown


async def test_a_hidden_player_is_named_only_to_themselves(day: CardRoom) -> None:
    await finish(day)
    await day.press(only(await day.say("settings")), "Hidden on leaderboards")
    assert (await board(day, game="tens"))[1][0].startswith("▫️ **alice** (you)")
    _, seen = await board(day, day.bob, game="tens")
    assert seen[0].startswith("▫️ hidden player · 52/52")
    assert "alice" not in str(seen)


NAMES = [
    *("https://example.com", "https://example.com/**bold**/||spoiler||", "<https://example.com/_x_>"),
    *("<t:1795305600:R>", "a\\<b", "@everyone", "**bold**", "`code`", "||spoiler||", "~~_x_~~", "> q"),
    *("[link](https://example.com)", "<@123>"),
]


async def show_name(room: CardRoom, name: str) -> Shown:
    """The leaderboard of today's Tens, with one player of this name."""
    result = Result("tens", 52, 0, 60, day=TODAY, server_id=room.env.guild.id)
    await record(room.database, 7, name, result)
    shown, _ = await board(room, game="tens")
    return shown


@pytest.mark.parametrize("name", NAMES)
async def test_names_ping_nobody_and_are_shown_literally(day: CardRoom, name: str) -> None:
    (line,) = (await show_name(day, name)).lines
    shown = line.removeprefix("▫️ ").removesuffix(" · 52/52 · 1:00")
    assert re.sub(r"\\(.)", r"\1", shown).replace("\u200b", "") == name
    assert shown == name or "\\" in shown or "\u200b" in shown
    assert re.search(r"[<*_~|`]|://", re.sub(r"\\.", "", shown)) is None
    sent = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert sent[-1]["data"]["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize("name", ["alice", "שלום", "اسم"])
async def test_names_are_isolated_from_the_text_around_them(day: CardRoom, name: str) -> None:
    """A right-to-left name would otherwise reverse the numbers behind it."""
    assert f"▫️ \u2068{name}\u2069 · 52/52" in (await show_name(day, name)).raw_text


async def test_a_player_has_the_name_of_their_last_attempt(day: CardRoom) -> None:
    user: simcord.UserHandle = day.bob.user
    await finish(day, "dimes", day.bob)
    user._user.global_name = "Robert"  # noqa: SLF001 - SimCord has no other way to rename
    assert "Robert" not in str((await board(day))[1])
    await begin(day, "tens", day.bob)
    assert "Robert" in str((await board(day))[1])


@pytest.mark.parametrize("name", ["\u3164", "\u200b\u2800", "\u00ad\u115f \u034f"])
async def test_an_invisible_name_gives_way_to_the_username_everywhere(day: CardRoom, name: str) -> None:
    day.alice.user._user.global_name = name  # noqa: SLF001 - SimCord has no other way to rename
    assert "alice" in public(await day.say("start", game="dimes", deal="8")).text
    await day.say("draw")
    shown = [public(await day.say("start", game="diplomat", deal="8")), await day.post(await day.say("challenge"))]
    await finish(day, "tens")
    shown += [only(await day.say("leaderboard", game="tens")), only(await day.say("stats")), await begin(day, "dimes")]
    shown += [await day.post(await day.say("share", game="tens")), *day.messages()]
    for message in shown:
        assert name not in message.raw_text
    assert "alice" in only(await day.say("stats", day.bob, player=day.alice.user)).text
    leaderboard = only(await day.say("leaderboard", day.bob, game="tens")).text
    assert "alice" in leaderboard
