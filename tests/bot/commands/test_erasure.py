"""After “Delete everything”, neither the user's id nor their name is in any file of an SQLite database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import simcord

from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import Result
from bot.store import Database, PrivacyStore, open_database
from bot.store.sqlite import SQLite
from tests.support.card_room import CardRoom
from tests.support.daily_room import (
    TODAY,
    board,
    fill_every_table,
    finish,
    give_up,
    midnight,
    play_on,
    privacy,
    record,
    switch_on,
)


def left_in_files(path: Path, user_id: int, name: str) -> list[tuple[str, str]]:
    """Each file of the database that contains the user's id, as a number or as text, or their name."""
    forms = {
        "id, as a value": user_id.to_bytes(8, "big"),
        "id, as a row's number": as_varint(user_id),
        "id, as text": str(user_id).encode(),
        "name": name.encode(),
    }
    files = sorted(file for file in path.parent.glob(f"{path.name}*") if file.is_file())
    assert path in files
    return [(file.name, form) for file in files for form, written in forms.items() if written in file.read_bytes()]


def as_varint(number: int) -> bytes:
    """A number as SQLite stores the key of a row (https://sqlite.org/fileformat2.html#varint)."""
    assert number >= 2**56, "shorter ones are stored otherwise"
    last, rest = number & 0xFF, number >> 8
    septets = [rest >> 7 * place & 0x7F | 0x80 for place in range(7, -1, -1)]
    return bytes([*septets, last])


async def do_everything(room: CardRoom, who: simcord.MemberActor) -> None:
    """Do everything that the bot stores, for two days."""
    await fill_every_table(room, who)
    await switch_on(room)
    for game in GAMES:
        await room.say("start", who, game=game, deal="12")
        await play_on(room, who, most=40)
        await room.say("show", who)
    for game in GAMES:
        await finish(room, game, who)
    card = await room.post(await room.say("challenge", who, game="tens"), who)
    await room.press(card, "Play", who)
    await play_on(room, who)
    await room.post(await room.say("challenge", room.bob, player=who.user, game="diplomat"), room.bob)
    await midnight(room)
    await finish(room, "tens", who)
    for deal in ("21", "22"):  # one game stays on the shelf, and a given-up one on the table
        await room.say("start", who, game="dimes", deal=deal)
        await play_on(room, who, most=3)
    await give_up(room, who)
    await board(room, who)
    for page in ("stats", "settings", "games", "fair"):
        await room.say(page, who)
    await room.press(await privacy(room, who), "Export my data", who)


async def erased(database: Database) -> None:
    """Wait until everything deleted is erased."""
    assert isinstance(database, SQLite)
    while database._erasing is not None:  # noqa: SLF001 - nobody else waits for that
        await asyncio.sleep(0.001)


async def test_no_file_mentions_a_deleted_user(day: CardRoom) -> None:
    who = day.env.guild.add_member(day.env.create_user("zanzibarbara"))
    for user in range(1, 40):
        await record(
            day.database, who.id - 20 + user, f"p{user}", Result("tens", user, user, 60, day=TODAY, server_id=None)
        )
    await do_everything(day, who)
    assert len(left_in_files(day.path, who.id, who.name)) > 3
    await day.delete_everything(who)
    await erased(day.database)
    assert left_in_files(day.path, who.id, who.name) == []


async def test_a_deletion_is_erased_once_nobody_reads_an_earlier_state(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sqlite._ERASE_SECONDS", 0.01)
    user_id, name = 2**60 + 7, "zanzibarbara"
    await record(database, user_id, name, Result("tens", 40, 3, 60, day=TODAY, server_id=None))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM results").fetchall()
        await PrivacyStore(database).delete(user_id, now=0, fingerprint=lambda _: "")
        await record(database, user_id + 1, "another", Result("tens", 40, 3, 60, day=TODAY, server_id=None))
        assert left_in_files(path, user_id, name) != []
    await erased(database)
    assert left_in_files(path, user_id, name) == []


async def test_the_next_process_erases_what_a_dead_one_has_deleted(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(day)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sqlite.SQLite.erase_deleted", lambda _: None)
        await day.delete_everything()
    assert left_in_files(day.path, day.alice.id, day.alice.name) != []
    database = await open_database(day.path)
    await erased(database)
    assert left_in_files(day.path, day.alice.id, day.alice.name) == []
    await database.close()


async def test_a_large_file_is_not_rewritten_as_moves_would_wait(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is without free pages only after it was rewritten."""
    for user in range(1, 400):
        await record(database, user, f"p{user}", Result("tens", 40, 3, 60, day=TODAY, server_id=None))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM standings")
        connection.commit()
        for largest, has_gaps in ((0, True), (2**20, False)):
            monkeypatch.setattr("bot.store.sqlite.LARGEST_REWRITTEN", largest)
            database.erase_deleted()
            await erased(database)
            (free,) = connection.execute("PRAGMA freelist_count").fetchone()
            assert (free > 0) is has_gaps
