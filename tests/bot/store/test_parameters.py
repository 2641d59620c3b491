"""SQL is constant: what comes from outside is always a parameter."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.model.preferences import HIDDEN_PLAYER, Preferences

BOT = Path(__file__).parents[3] / "bot"
QUERIES = sorted(BOT.glob("store/**/*.sql"))

NOT_CONSTANT = {
    ("store/schema.py", "statement"): "a statement of a migration",
    ("store/queries/adapter.py", "sql"): "a query of an .sql file",
    ("store/database.py", "_MARK"): "a constant with a name",
    ("store/database.py", "self.SIZE"): "a constant",
    ("store/sqlite.py", "sql"): "what the adapter passes on",
    ("store/postgresql.py", "numbered"): "what the adapter passes on, with numbered parameters",
    ("store/postgresql.py", "begin"): "the begin of a transaction, with a number of the bot",
    ("store/postgresql.py", "sql"): "what the adapter passes on",
    ("store/sqlite.py", "_EMPTY_LOG"): "a constant",
    ("store/sqlite.py", "_SHRINK_LOG"): "a constant",
    ("store/postgresql.py", "_NAMES"): "a constant",
    ("store/postgresql.py", "_INDEXES"): "a constant",
    ("store/postgresql.py", "_INDEX_CHECK"): "a constant",
    ("store/postgresql.py", "f'SELECT {check}($1::text::regclass, TRUE)'"): "a name that the server quotes",
    ("store/postgresql.py", "_SIZE"): "a constant",
    ("store/sqlite.py", "_SIZE"): "a constant",
    ("store/postgresql.py", "f'SELECT COUNT(everything::text) FROM {table} AS everything'"): "a name of the schema",
    ("store/turn.py", "sql"): "what the adapter passes on",
    ("cli/migrate_database.py", "insert"): "names of the schema",
    (
        "cli/migrate_database.py",
        "f\"SELECT {columns} FROM {self.name} {(after if last else '')} ORDER BY {key} LIMIT {_BATCH}\"",
    ): "names of the schema",
    ("cli/migrate_database.py", "f'SELECT 1 FROM {table.name} LIMIT 1'"): "a name of the schema",
}


def executed(source: str) -> list[str]:
    """The first arguments of all calls that execute SQL, except constants."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    given = [
        call.args[0]
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr.startswith(("execute", "fetch", "rows"))
        and call.func.attr != "fetch_user"  # of discord.py
        and call.args
    ]
    return [ast.unparse(argument) for argument in given if not isinstance(argument, ast.Constant)]


def test_sql_is_never_put_together_at_run_time() -> None:
    found = {
        (str(file.relative_to(BOT)), argument)
        for file in BOT.rglob("*.py")
        if file.parent.name != "messages"  # these import nothing of the store
        for argument in executed(file.read_text(encoding="utf-8"))
    }
    # Python 3.12 quotes nested strings in another way than 3.11.
    assert found == {(file, ast.unparse(ast.parse(argument))) for file, argument in NOT_CONSTANT}


def test_formatted_sql_is_found() -> None:
    assert executed('c.execute(f"SELECT {x}")\nc.executemany("SELECT " + x, [])\nc.execute("SELECT 1")') == [
        "f'SELECT {x}'",
        "'SELECT ' + x",
    ]


@pytest.mark.parametrize("file", QUERIES, ids=lambda file: file.name)
def test_sql_files_have_no_placeholders_but_parameters(file: Path) -> None:
    statements = re.sub(r"--.*", "", file.read_text(encoding="utf-8"))
    assert not re.search(r"[{}%?]", statements)


def test_no_query_names_a_preference() -> None:
    """Renaming the field in Python would change what such a query finds."""
    sql = "".join(file.read_text(encoding="utf-8") for file in QUERIES)
    assert HIDDEN_PLAYER in {field.name for field in fields(Preferences)}
    assert [field.name for field in fields(Preferences) if f"'{field.name}'" in sql] == []
