"""After “Delete everything”, the id and the name of the user leave SQLite's log, too."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.model.daily.ranking import Result
from bot.store import Database, PrivacyStore, open_database
from tests.support.card_room import CardRoom
from tests.support.daily_room import TODAY, fill_every_table, record


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


async def test_no_log_mentions_a_deleted_user_after_an_hour(day: CardRoom) -> None:
    who = day.env.guild.add_member(day.env.create_user("zanzibarbara"))
    await fill_every_table(day, who)
    await day.delete_everything(who)
    log = f"{day.path.name}-wal"
    assert log in {name for name, _ in left_in_files(day.path, who.id, who.name)}
    await day.pass_time(3601)
    assert log not in {name for name, _ in left_in_files(day.path, who.id, who.name)}


async def test_a_deletion_is_erased_once_nobody_reads_an_earlier_state(path: Path, database: Database) -> None:
    user_id, name = 2**60 + 7, "zanzibarbara"
    await record(database, user_id, name, Result("tens", 40, 3, 60, day=TODAY, server_id=None))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM results").fetchall()
        await PrivacyStore(database).delete(user_id, now=0, fingerprint=lambda _: "")
        await database.empty_log()
        assert left_in_files(path, user_id, name) != []
    await database.empty_log()
    assert left_in_files(path, user_id, name) == []


async def test_the_next_process_erases_what_a_dead_one_has_deleted(path: Path, database: Database) -> None:
    user_id, name = 2**60 + 7, "zanzibarbara"
    await record(database, user_id, name, Result("tens", 40, 3, 60, day=TODAY, server_id=None))
    await PrivacyStore(database).delete(user_id, now=0, fingerprint=lambda _: "")
    assert left_in_files(path, user_id, name) != []
    await (await open_database(path)).close()
    assert left_in_files(path, user_id, name) == []
