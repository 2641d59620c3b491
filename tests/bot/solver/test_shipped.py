"""The machine code that the image ships is used in each new container."""

from pathlib import Path

import pytest

from bot.solver.shipped import copy_machine_code

NAMES = ("390d/solver_fde2/rows.is_safe-81.py313.1.nbc", "390d/solver_fde2/rows.is_safe-81.py313.nbi")


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    for name in NAMES:
        file = tmp_path / "shipped" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("shipped")
    return tmp_path / "shipped"


def test_a_container_keeps_what_it_has_and_gets_the_rest(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    (cache / NAMES[0]).parent.mkdir(parents=True)
    (cache / NAMES[0]).write_text("own")
    copy_machine_code(shipped)
    assert {str(file.relative_to(cache)): file.read_text() for file in cache.rglob("*") if file.is_file()} == {
        NAMES[0]: "own",
        NAMES[1]: "shipped",
    }


@pytest.mark.parametrize("cache", ["", "shipped/390d/solver_fde2/rows.is_safe-81.py313.nbi"])
def test_without_a_folder_to_copy_to_the_solver_starts_all_the_same(
    shipped: Path, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", cache and str(shipped.parent / cache))
    copy_machine_code(shipped)
