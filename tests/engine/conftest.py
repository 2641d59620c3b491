"""Tests of the engine also know the scratch games."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="module")
def _with_scratch_games(scratch_games: None) -> None:
    pass
