"""SQL is constant: what comes from outside is always a parameter. Ruff looks for SQL that Python puts together."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.model.preferences import HIDDEN_PLAYER, Preferences

QUERIES = sorted(Path(__file__).parents[3].glob("bot/store/**/*.sql"))


@pytest.mark.parametrize("file", QUERIES, ids=lambda file: file.name)
def test_sql_files_have_no_placeholders_but_parameters(file: Path) -> None:
    statements = re.sub(r"--.*", "", file.read_text(encoding="utf-8"))
    assert not re.search(r"[{}%?]", statements)


def test_no_query_names_a_preference() -> None:
    """Renaming the field in Python would change what such a query finds."""
    sql = "".join(file.read_text(encoding="utf-8") for file in QUERIES)
    assert HIDDEN_PLAYER in {field.name for field in fields(Preferences)}
    assert [field.name for field in fields(Preferences) if f"'{field.name}'" in sql] == []
