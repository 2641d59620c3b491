"""How SQLite finds what queries ask for: by an index each time, however many rows there are."""

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
"""Files of queries that are meant to read everything."""

NAMES = [
    name
    for file in sorted(FOLDER.glob("*.sql"))
    if file.stem not in WHOLE
    for name in re.findall(r"^-- name: (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def steps(path: Path, sql: str) -> list[str]:
    """The plan of a query, a line a step."""
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
        if kind in {"SCAN", "SEARCH"} and subject in (tables(path) | {"middle"}):
            # Looking up the largest of all ids reads the end of the table: SQLite names no index for that. Two indexes
            # have no entries but what is about to be done: fences to be split, results to be counted.
            assert "INDEX" in step or "PRIMARY KEY" in step or "MAX(id)" in sql
            assert kind == "SEARCH" or "USING INDEX full_fences" in step or "USING INDEX uncounted_results" in step


@pytest.mark.parametrize("query", ["leaderboard_page", "leaderboard_place", "count_players", "split_fences"])
@pytest.mark.usefixtures("database")
async def test_a_place_among_equal_standings_is_searched_by_its_user_too(path: Path, query: str) -> None:
    """Where it is not, all who share the standing are read."""
    plan = steps(path, getattr(queries, query).sql)
    bounded = [step for step in plan if step.startswith("SEARCH ") and re.search(r"[<>]", step)]
    assert bounded
    for step in bounded:
        assert re.search(r"\(leaderboard_id=\?( AND \(standing,user_id\)[<>]\(\?,\?\))+( AND standing<\?)?\)$", step)


def test_the_queries_are_found() -> None:
    assert len(NAMES) > 10
