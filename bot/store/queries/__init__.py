"""All queries of the .sql files in this folder, as functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

from bot.store.database import ConnectionAdapter

ADAPTER = "connection"
aiosql.register_adapter(ADAPTER, ConnectionAdapter)  # type: ignore[arg-type]  # it implements only what the queries use

queries: Any = aiosql.from_path(Path(__file__).parent, ADAPTER)
