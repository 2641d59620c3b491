"""`python -m bot user`: a host exports and deletes what is stored about a user, while the bot runs or not."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

import pytest

from bot.cli.block import block
from bot.cli.user import delete_user, export_user
from bot.model.blocks import BlockKind
from bot.store import StoreError
from tests.bot.commands.test_deletion import traces
from tests.support.card_room import CardRoom, only, private
from tests.support.daily_room import day, fill_every_table, privacy
from tests.support.kinds import on_both, tables

__all__ = ["day"]


async def rows_of(room: CardRoom, user_id: int) -> int:
    return sum(row.get("user_id") == user_id for rows in (await tables(room.url)).values() for row in rows)


@on_both
async def test_the_host_exports_what_the_player_can_export(
    day: CardRoom, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    await fill_every_table(day, day.alice)
    exported = only(await day.press(await privacy(day), "Export my data"))
    assert await export_user(day.url, day.alice.id) == 0
    by_host, by_player = json.loads(capsysbinary.readouterr().out), json.loads(day.file(exported))
    for everything in (by_host, by_player):
        del everything["exported_at"]
        for game in everything["games"]:
            del game["saved"], game["dealt"]  # left out while a contest runs, by the clock of the room or the host
    assert by_host == by_player
    assert by_host["games"]


@on_both
async def test_a_running_bot_neither_shows_nor_brings_back_what_the_host_has_deleted(
    day: CardRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    await fill_every_table(day, day.alice)
    board = only(await day.say("show"))
    rows = await rows_of(day, day.alice.id)
    assert await delete_user(day.url, day.alice.id, is_confirmed=True) == 0
    assert f"deleted: {rows}." in capsys.readouterr().out
    assert await rows_of(day, day.alice.id) == 0
    assert "This is an old game" in private(await day.press(board, "Undo"))
    assert "You don't have a game yet" in private(await day.say("undo"))
    assert "No finished games yet" in only(await day.say("stats")).text
    await day.pass_time(60)
    assert await traces(day.url, day.alice) == []


async def test_a_host_is_told_that_there_is_nothing_about_a_user(
    day: CardRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await delete_user(day.url, 1, is_confirmed=True) == 1
    assert capsys.readouterr().out == "Nothing to delete is stored about user 1.\n"
    assert await export_user(day.url, 1) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "Nothing is stored about user 1.\n")


async def test_the_host_sees_what_would_be_deleted_before_it_is(
    day: CardRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    await fill_every_table(day, day.alice)
    rows = await rows_of(day, day.alice.id)
    assert await delete_user(day.url, day.alice.id, is_confirmed=False) == 0
    printed = capsys.readouterr().out
    assert f"({day.alice.name}): {rows}." in printed
    assert "    games: " in printed
    assert "    results: 1\n" in printed
    assert "Add --yes" in printed
    assert await rows_of(day, day.alice.id) == rows


async def test_of_a_user_who_is_only_blocked_the_block_is_exported(
    day: CardRoom, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    await block(day.url, BlockKind.USER, 1)
    capsysbinary.readouterr()
    assert await export_user(day.url, 1) == 0
    assert json.loads(capsysbinary.readouterr().out)["blocks"]


@pytest.mark.parametrize("program", [export_user, partial(delete_user, is_confirmed=True)])
def test_no_program_creates_a_database(path: Path, program: Callable[[str, int], Coroutine[None, None, int]]) -> None:
    with pytest.raises(StoreError, match="there is no such file"):
        asyncio.run(program(f"sqlite:///{path}", 1))
    assert not path.exists()
