"""The queries of the .sql files in this folder, each a function of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

from bot.store.queries.adapter import ConnectionAdapter

ADAPTER = "connection"
aiosql.register_adapter(ADAPTER, ConnectionAdapter)  # type: ignore[arg-type]  # it lacks what no query needs

queries: Any = aiosql.from_path(Path(__file__).parent, ADAPTER)
