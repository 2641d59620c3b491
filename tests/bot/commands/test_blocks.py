"""Whom the host blocks with `python -m bot block` is refused kindly, and hears nothing, while the bot runs."""

import json
from datetime import timedelta

import pytest

from bot.cli.block import block, print_blocks, unblock
from bot.model.blocks import BlockKind
from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import (
    TODAY,
    announcements,
    board,
    finish,
    midnight,
    pass_minutes,
    privacy,
    record,
    reminders,
)
from tests.support.kinds import on_both
from tests.support.recording import fix_dailies

pytestmark = on_both

REFUSED = "Sorry, the bot's host has blocked you"


async def test_a_blocked_user_is_refused_alone_and_nothing_changes_until_the_block_ends(room: CardRoom) -> None:
    await room.start("dimes", 8)
    shown = public(await room.say("draw"))
    before = await room.saved()
    assert await block(room.url, BlockKind.USER, room.alice.id) == 0
    assert REFUSED in private(await room.say("draw"))
    assert REFUSED in private(await room.press(shown, "Draw"))
    assert await room.complete("") == {}
    assert await room.saved() == before
    assert "bob" in public(await room.say("start", room.bob, game="tens")).text
    assert await unblock(room.url, BlockKind.USER, room.alice.id) == 0
    changed(await room.press(shown, "Draw"))


async def test_everyone_in_a_blocked_server_is_refused_and_may_play_elsewhere(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await block(room.url, BlockKind.SERVER, room.env.guild.id)
    for who in (room.alice, room.bob):
        assert "has blocked this server" in private(await room.say("show", who))
    assert "Dimes" in public(await room.alice.user.slash("solitaire show")).text


async def test_nothing_is_announced_in_a_blocked_server(on: CardRoom) -> None:
    await block(on.url, BlockKind.SERVER, on.env.guild.id)
    assert await midnight(on) == []
    await unblock(on.url, BlockKind.SERVER, on.env.guild.id)
    await pass_minutes(on)
    assert len(announcements(on)) == 1


async def test_a_blocked_user_is_not_reminded(day: CardRoom) -> None:
    await fix_dailies(day.database, [TODAY - timedelta(ago) for ago in range(1, 8)])
    results = [Result("tens", 10, 0, 60, day=TODAY - timedelta(ago), server_id=None) for ago in (1, 2)]
    for who in (day.alice, day.bob):
        await record(day.database, who.id, who.user.name, *results)
        await day.choose(only(await day.say("settings", who)), "Reminder: 18:00 (UTC)", who)
    await block(day.url, BlockKind.USER, day.alice.id)
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 1


async def test_the_host_hides_a_name_on_leaderboards_from_all_but_its_player(on: CardRoom) -> None:
    await finish(on, pick_of(TODAY))
    await block(on.url, BlockKind.NAME, on.alice.id)
    assert "alice" in str((await board(on))[1])
    for where in ("here", "world"):
        _, seen = await board(on, on.bob, where=where)
        assert "hidden player" in seen[0]
        assert "alice" not in str(seen)
    (message,) = await midnight(on)
    assert "alice" not in message.text
    await unblock(on.url, BlockKind.NAME, on.alice.id)
    assert "alice" in str((await board(on, on.bob, where="world", date="2026-11-21"))[1])


async def test_a_block_is_exported_and_outlasts_a_deletion(day: CardRoom) -> None:
    await block(day.url, BlockKind.NAME, day.alice.id)
    exported = json.loads(day.file(only(await day.press(await privacy(day), "Export my data"))))
    assert [each["kind"] for each in exported["blocks"]] == ["name"]
    await day.delete_everything()
    assert await unblock(day.url, BlockKind.NAME, day.alice.id) == 0


async def test_a_host_sees_all_blocks_and_what_was_no_block(room: CardRoom, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, number in ((BlockKind.SERVER, 70), (BlockKind.USER, 7), (BlockKind.USER, 7)):
        assert await block(room.url, kind, number) == 0
    assert await unblock(room.url, BlockKind.SERVER, 7) == 1
    assert await print_blocks(room.url) == 0
    *said, user, server = capsys.readouterr().out.splitlines()
    assert said == ["Blocked.", "Blocked.", "It was blocked already.", "It was not blocked; `blocked` lists what is."]
    assert user.startswith("user 7 since ")
    assert server.startswith("server 70 since ")
