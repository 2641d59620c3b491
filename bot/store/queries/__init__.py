"""The queries of the .sql files in this folder, each a function of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

queries: Any = aiosql.from_path(Path(__file__).parent, "aiosqlite")
