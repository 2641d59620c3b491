"""Queries are constant but for their parameters, and use an index, so that they stay fast with many rows."""

import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

import bot.store.queries
from bot.model.daily.ranking import Leaderboard, LeaderboardKind
from bot.model.preferences import HIDDEN_PLAYER, Preferences
from bot.store.leaderboards import page_query, standing_query
from bot.store.queries import queries
from tests.support.kinds import ask, on_postgresql
from tests.support.recording import DAY

FILES = sorted(Path(bot.store.queries.__file__).parent.glob("*.sql"))
WHOLE = {"verification"}
"""Files of queries that read everything on purpose."""
TINY = {"claims", "chains", "blocks"}
"""Tables of a few rows."""

NAMES = [
    name
    for file in FILES
    if file.stem not in WHOLE
    for name in re.findall(r"^-- name: (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def steps(path: Path, sql: str) -> list[str]:
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
def test_no_query_reads_a_whole_table(sqlite_template: Path, query: str) -> None:
    sql = getattr(queries, query).sql
    for step in steps(sqlite_template, sql):
        kind, subject, *_ = step.split()
        if kind in {"SCAN", "SEARCH"} and subject in tables(sqlite_template) - TINY:
            assert "INDEX" in step or "PRIMARY KEY" in step
            assert kind == "SEARCH"


COUNTING = [
    (query(Leaderboard(LeaderboardKind.DAY, DAY, variant, server_id)), index)
    for variant, server_id, index in (
        (None, 70, "totals_ranking"),
        ("tens", None, "game_ranking"),
        ("tens", 70, "game_ranking_here"),
    )
    for query in (standing_query, page_query)
]
"""Queries that count players, of whom there may be hundreds of thousands, and the index in which they count."""


@pytest.mark.parametrize(("sql", "index"), COUNTING)
def test_sqlite_counts_players_in_the_index(sqlite_template: Path, sql: str, index: str) -> None:
    read = [step for step in steps(sqlite_template, sql) if " totals " in step or " results " in step]
    assert any(f"USING COVERING INDEX {index} " in step for step in read)
    assert [step for step in read if f"COVERING INDEX {index} " not in step and "(user_id=? AND" not in step] == []


@pytest.mark.parametrize(("sql", "index"), COUNTING)
@on_postgresql
async def test_postgresql_counts_players_in_the_index(url: str, sql: str, index: str) -> None:
    await ask(
        url,
        """INSERT INTO totals SELECT player, 'day', day, 70, player % 100
        FROM generate_series(1, 20) AS day, generate_series(1, 1000) AS player""",
        """INSERT INTO results (user_id, day, variant, game_id, server_id, home, effort, seconds, is_counted, standing)
        SELECT player, day, 'tens', 1, 70 + player % 3, 1, 1, 1, 1, player % 100
        FROM generate_series(1, 20) AS day, generate_series(1, 1000) AS player""",
        "VACUUM ANALYZE totals",
        "VACUUM ANALYZE results",
    )
    explained = re.sub(r":(\w+)", lambda name: VALUES[name[1]], f"EXPLAIN {sql}")
    plan = [step for (step,) in await ask(url, explained)]
    assert any(f"Scan using {index} " in step for step in plan)
    assert [step for step in plan if "Seq Scan on totals" in step or "Seq Scan on results" in step] == []


def test_statistics_read_no_saved_game(sqlite_template: Path) -> None:
    (read,) = steps(sqlite_template, queries.finished_games.sql)
    assert "COVERING INDEX ended_games (user_id=?)" in read


VALUES = {
    "start": "7",
    "server_id": "70",
    "variant": "'tens'",
    "kind": "'day'",
    "offset": "500",
    "count": "10",
    "hiding": "'hidden_player'",
    "user_id": "500",
}
"""Each parameter of the queries that count players, as SQL."""
