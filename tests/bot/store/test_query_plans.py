"""SQLite runs every query with an index, so that it stays fast with many rows."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bot.store.queries
from bot.store.queries import queries

FOLDER = Path(bot.store.queries.__file__).parent
WHOLE = {"verification"}
"""Files of queries that read everything on purpose."""
TINY = {"chains"}
"""Tables of a few rows."""

NAMES = [
    name
    for file in sorted(FOLDER.glob("*.sql"))
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


@pytest.mark.parametrize("query", NAMES)
@pytest.mark.usefixtures("database")
async def test_no_query_reads_a_whole_table(path: Path, query: str) -> None:
    sql = getattr(queries, query).sql
    for step in steps(path, sql):
        kind, subject, *_ = step.split()
        if kind in {"SCAN", "SEARCH"} and subject in (tables(path) - TINY | {"middle"}):
            # SQLite names no index for MAX(id), which reads only the end of the table. Two indexes hold only pending
            # work: fences to split and results to count.
            assert "INDEX" in step or "PRIMARY KEY" in step or "MAX(id)" in sql
            assert kind == "SEARCH" or "USING INDEX full_fences" in step or "USING INDEX uncounted_results" in step


@pytest.mark.parametrize("query", ["leaderboard_page", "leaderboard_place", "count_players", "split_fences"])
@pytest.mark.usefixtures("database")
async def test_places_are_searched_by_standing_and_user(path: Path, query: str) -> None:
    """By standing alone, all players who share it would be read."""
    plan = steps(path, getattr(queries, query).sql)
    bounded = [step for step in plan if step.startswith("SEARCH ") and re.search(r"[<>]", step)]
    assert bounded
    for step in bounded:
        assert re.search(r"\(leaderboard_id=\?( AND \(standing,user_id\)[<>]\(\?,\?\))+( AND standing<\?)?\)$", step)


def test_queries_are_found() -> None:
    assert len(NAMES) > 10
