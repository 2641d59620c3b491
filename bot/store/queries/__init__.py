"""The queries of the .sql files in this folder, each a function of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

from bot.store.queries.adapter import OneCallAdapter

aiosql.register_adapter("aiosqlite, one call each", OneCallAdapter)  # type: ignore[arg-type]  # as its own is

queries: Any = aiosql.from_path(Path(__file__).parent, "aiosqlite, one call each")
