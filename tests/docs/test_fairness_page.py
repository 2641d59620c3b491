"""docs/fairness.md: its program finds exactly the deals that are played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.model.daily.deals import GAMES, METHODS, Daily, draw_daily, with_proof
from engine import VARIANTS, Game, shuffled_pack
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
DAY = date(2028, 2, 29)


def blocks(language: str) -> list[str]:
    """The code blocks of the page in this language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of the page, saved under the name that the page gives."""
    code, _ = blocks("python")
    path = tmp_path_factory.mktemp("fairness") / "check.py"
    path.write_text(code, encoding="utf-8")
    return path


def run(program: Path, *values: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the program where it cannot import this project."""
    command = [sys.executable, "-I", "-S", "-X", "utf8", str(program), *values]
    return subprocess.run(  # noqa: S603
        command, capture_output=True, encoding="utf-8", timeout=60, check=False, cwd=folder or program.parent
    )


def check(program: Path, daily: Daily) -> list[str]:
    """The lines that the program prints about a daily."""
    done = run(program, daily.key, daily.commitment, str(daily.candidate), daily.variant)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def first_cards(daily: Daily) -> list[str]:
    """The first ten cards of the shuffled pack, without the Tens of Dimes."""
    pack = shuffled_pack(daily.deal, 1 if daily.variant == "tens" else 2)
    return [str(card) for card in pack if daily.variant != "dimes" or card.rank != 10][:10]


def dealt_cards(daily: Daily) -> list[str]:
    """The first ten cards on the table and then the stock, as the game deals them."""
    position = Game.new(daily.variant, daily.deal).position
    if isinstance(position, DiscardingPosition):
        cards = [*position.piles, *position.stock]
    else:
        assert isinstance(position, BuildingPosition)
        cards = [*(card for row in zip(*position.piles, strict=True) for card in row), *position.stock]
    return [str(card) for card in cards[:10]]


@pytest.mark.parametrize("candidate", [1, 4])
@pytest.mark.parametrize("variant", GAMES)
def test_the_program_finds_the_deal_that_is_played(program: Path, variant: str, candidate: int) -> None:
    daily = replace(draw_daily(SECRET, DAY, variant), candidate=candidate)
    fits, *candidates, cards = check(program, daily)
    assert fits == "The key fits the commitment."
    assert candidates == [
        f"Candidate {number} is deal {replace(daily, candidate=number).deal}." for number in range(1, candidate + 1)
    ]
    assert cards == "The first cards: " + " ".join(first_cards(daily))


@pytest.mark.parametrize("variant", GAMES)
def test_the_first_cards_are_those_that_the_game_deals_first(variant: str) -> None:
    daily = draw_daily(SECRET, DAY, variant)
    assert first_cards(daily) == dealt_cards(daily)


@pytest.mark.parametrize("variant", GAMES)
def test_the_program_finds_the_deal_of_the_list(program: Path, variant: str) -> None:
    daily = with_proof(draw_daily(SECRET, DAY, variant), None)
    done = run(program, daily.key, daily.commitment, str(daily.candidate), daily.variant, folder=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    _, listed, cards = done.stdout.splitlines()
    assert listed == f"The list has deal {daily.deal}."
    assert cards == "The first cards: " + " ".join(first_cards(daily))


def test_the_program_says_when_the_key_is_another(program: Path) -> None:
    daily, other = (draw_daily(SECRET, day, "tens") for day in (DAY, date(2028, 3, 1)))
    done = run(program, daily.key, other.commitment, "1", "tens")
    assert done.returncode == 1
    assert "NOT" in done.stderr
    assert done.stdout == ""


def test_the_example_prints_what_the_page_says(program: Path) -> None:
    command, printed, _, _ = blocks("text")
    python, name, *values = command.split()
    assert (python, name) == ("python3", "check.py")
    done = run(program, *values)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


def test_the_filter_prints_what_the_page_says(tmp_path: Path) -> None:
    """It runs in the source tree."""
    *_, command, printed = blocks("text")
    python, name, *values = command.split()
    assert (python, name) == ("python3", "filter.py")
    _, code = blocks("python")
    path = tmp_path / name
    path.write_text(code, encoding="utf-8")
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(path), *values],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


def test_the_page_names_the_budgets() -> None:
    told = {VARIANTS[variant].title: f"{method.budget:,}" for variant, method in METHODS.items()}
    assert dict(re.findall(r"^\| ([\w ]+) \| ([\d,]+) \|", PAGE, re.MULTILINE)) == told


def test_the_page_names_all_games_and_the_number_of_its_example() -> None:
    _, printed, _, proven = blocks("text")
    (deal,) = re.findall(r"/solitaire start tens deal:(\d+)", PAGE)
    assert f"Candidate 3 is deal {deal}." in printed
    assert f"3 {deal} won" in proven
    assert all(f"`{variant}`" in PAGE for variant in GAMES)


def test_the_program_needs_the_standard_library_only() -> None:
    code, _ = blocks("python")
    assert set(re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE)) <= sys.stdlib_module_names
