"""Queries are constant but for their parameters, and use an index, so that they stay fast with many rows."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

import bot.store.queries
from bot.model.preferences import HIDDEN_PLAYER, Preferences
from bot.store.queries import queries
from tests.support.kinds import ask, on_postgresql

FILES = sorted(Path(bot.store.queries.__file__).parent.glob("*.sql"))
WHOLE = {"verification"}
"""Files of queries that read everything on purpose."""
TINY = {"chains", "blocks"}
"""Tables of a few rows."""

NAMES = [
    name
    for file in FILES
    if file.stem not in WHOLE
    for name in re.findall(r"^-- name: (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def steps(path: Path, sql: str) -> list[str]:
    """The steps of a query's plan."""
    parameters = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
    with closing(sqlite3.connect(path)) as connection:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)]


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_queries_have_no_placeholders_but_parameters(file: Path) -> None:
    statements = re.sub(r"--.*", "", file.read_text(encoding="utf-8"))
    assert not re.search(r"[{}%?]", statements)


def test_no_query_names_a_preference() -> None:
    """Renaming the field in Python would change what such a query finds."""
    sql = "".join(file.read_text(encoding="utf-8") for file in FILES)
    assert HIDDEN_PLAYER in {field.name for field in fields(Preferences)}
    assert [field.name for field in fields(Preferences) if f"'{field.name}'" in sql] == []


@pytest.mark.parametrize("query", NAMES)
@pytest.mark.usefixtures("database")
async def test_no_query_reads_a_whole_table(path: Path, query: str) -> None:
    sql = getattr(queries, query).sql
    for step in steps(path, sql):
        kind, subject, *_ = step.split()
        if kind in {"SCAN", "SEARCH"} and subject in tables(path) - TINY:
            # SQLite names no index for MAX(id), which reads only the end of the table. The index of uncounted results
            # holds only pending work.
            assert "INDEX" in step or "PRIMARY KEY" in step or "MAX(id)" in sql
            assert kind == "SEARCH" or "USING INDEX uncounted_results" in step


COUNTING = ["leaderboard_size", "leaderboard_page", "leaderboard_place"]
"""Queries that count players, of whom there may be hundreds of thousands."""


@pytest.mark.parametrize("query", COUNTING)
@pytest.mark.usefixtures("database")
async def test_sqlite_counts_players_in_the_index(path: Path, query: str) -> None:
    read = [step for step in steps(path, getattr(queries, query).sql) if " standings " in step]
    assert any("USING COVERING INDEX ranking" in step for step in read)
    assert [step for step in read if "COVERING INDEX ranking" not in step and "(user_id=? AND" not in step] == []


@pytest.mark.parametrize("query", COUNTING)
@on_postgresql
async def test_postgresql_counts_players_in_the_index(url: str, query: str) -> None:
    await ask(
        url,
        "INSERT INTO leaderboards SELECT number, number, 0, '', 'all' FROM generate_series(1, 20) AS number",
        """INSERT INTO standings SELECT number, leaderboards.id, number % 100
        FROM leaderboards, generate_series(1, 1000) AS number""",
        "VACUUM ANALYZE standings",
    )
    sql = re.sub(r":(\w+)", lambda name: VALUES[name[1]], getattr(queries, query).sql)
    plan = [step for (step,) in await ask(url, f"EXPLAIN {sql}")]
    assert any("Scan using ranking" in step or "Index Scan on ranking" in step for step in plan)
    assert [step for step in plan if "Seq Scan on standings" in step] == []


@pytest.mark.usefixtures("database")
async def test_statistics_read_no_saved_game(path: Path) -> None:
    (read,) = steps(path, queries.finished_games.sql)
    assert "COVERING INDEX finished_games (user_id=?)" in read


@pytest.mark.usefixtures("database")
async def test_players_ahead_are_searched_by_standing_and_user(path: Path) -> None:
    """By standing alone, all players who share it would be read."""
    plan = steps(path, queries.leaderboard_place.sql)
    assert any("(leaderboard_id=? AND (standing,user_id)<(?,?))" in step for step in plan)


VALUES = {
    "start": "7",
    "server_id": "0",
    "variant": "''",
    "kind": "'all'",
    "offset": "500",
    "count": "10",
    "hiding": "'hidden_player'",
    "user_id": "500",
    "equal_below": "500",
}
"""Each parameter of the queries that count players, as SQL."""
