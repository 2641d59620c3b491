"""SQL is written down: what comes from outside is never part of it, but a parameter."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.model.preferences import HIDDEN_PLAYER, Preferences

BOT = Path(__file__).parents[3] / "bot"
QUERIES = sorted(BOT.glob("store/**/*.sql"))

NOT_WRITTEN_THERE = {
    ("store/schema.py", "statement"): "of a migration",
    ("store/queries/adapter.py", "sql"): "of a file of queries",
    ("store/sqlite.py", "sql"): "what the adapter hands on",
    ("store/postgresql.py", "numbered"): "what the adapter hands on, its parameters numbered",
    ("store/postgresql.py", "begin"): "how a transaction begins, with a number of the bot's own",
    ("store/postgresql.py", "sql"): "what the adapter hands on",
    ("store/migrate_database.py", "insert"): "the names of the schema's tables and columns",
    (
        "store/migrate_database.py",
        "f\"SELECT {columns} FROM {self.name} {(after if last else '')} ORDER BY {key} LIMIT {_BATCH}\"",
    ): "the names of the schema's tables and columns",
    ("store/migrate_database.py", "f'SELECT 1 FROM {table.name} LIMIT 1'"): "the name of a table of the schema",
}


def executed(source: str) -> list[str]:
    """The first arguments of all calls that execute SQL; of a text that is written there, nothing."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    given = [
        call.args[0]
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr.startswith(("execute", "fetch", "rows"))
        and call.args
    ]
    return [ast.unparse(argument) for argument in given if not isinstance(argument, ast.Constant)]


def test_sql_is_executed_only_as_it_is_written() -> None:
    made = {
        (str(file.relative_to(BOT)), argument)
        for file in BOT.rglob("*.py")
        if file.parent.name != "messages"  # which may import nothing of the store
        for argument in executed(file.read_text(encoding="utf-8"))
    }
    assert made == set(NOT_WRITTEN_THERE)


def test_formatted_sql_would_be_found() -> None:
    assert executed('c.execute(f"SELECT {x}")\nc.executemany("SELECT " + x, [])\nc.execute("SELECT 1")') == [
        "f'SELECT {x}'",
        "'SELECT ' + x",
    ]


@pytest.mark.parametrize("file", QUERIES, ids=lambda file: file.name)
def test_a_file_of_sql_has_nothing_to_be_filled_in_but_parameters(file: Path) -> None:
    statements = re.sub(r"--.*", "", file.read_text(encoding="utf-8"))
    assert not re.search(r"[{}%?]", statements)


def test_no_query_names_a_preference() -> None:
    """Renaming the field in Python would change what such a query finds."""
    sql = "".join(file.read_text(encoding="utf-8") for file in QUERIES)
    assert HIDDEN_PLAYER in {field.name for field in fields(Preferences)}
    assert [field.name for field in fields(Preferences) if f"'{field.name}'" in sql] == []
