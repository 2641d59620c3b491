"""docs/fairness.md: its program finds exactly the deals that are played."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from itertools import zip_longest
from pathlib import Path

import pytest

from bot.messages.fairness_page import KEY_DIGITS
from bot.model.daily.chain import DAYS, Chain
from bot.model.daily.deals import GAMES, METHODS, Daily, draw_daily, with_proof
from engine import VARIANTS, Game, shuffled_pack
from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from engine.rules import BuildingRules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
KEY = bytes(range(32)).hex()
DAY = date(2028, 2, 29)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs of the page, saved under the names that the page gives."""
    folder = tmp_path_factory.mktemp("fairness")
    for name, code in zip(("chain.py", "check.py", "filter.py"), blocks("python"), strict=True):
        assert f"Save this as `{name}`" in PAGE
        (folder / name).write_text(code, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def program(folder: Path) -> Path:
    return folder / "check.py"


def run(program: Path, *values: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the program where it cannot import this project."""
    command = [sys.executable, "-I", "-S", "-X", "utf8", str(program), *values]
    return subprocess.run(  # noqa: S603
        command, capture_output=True, encoding="utf-8", timeout=60, check=False, cwd=folder or program.parent
    )


def check(program: Path, daily: Daily) -> list[str]:
    """The lines that the program prints about a daily."""
    done = run(program, KEY, str(DAY), str(daily.candidate), daily.variant)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def first_cards(daily: Daily) -> list[str]:
    """The first ten cards of the pack that is dealt."""
    rules = VARIANTS[daily.variant].rules
    pack = rules.pack_of(daily.deal) if isinstance(rules, BuildingRules) else shuffled_pack(daily.deal, rules.decks)
    return [str(card) for card in pack[:10]]


def dealt_cards(daily: Daily) -> list[str]:
    """The first ten cards on the table and then the stock, as the game deals them."""
    position = Game.new(daily.variant, daily.deal).position
    if isinstance(position, DiscardingPosition):
        cards = [*position.piles, *position.stock]
    else:
        assert isinstance(position, BuildingPosition)
        rows = zip_longest(*position.piles)
        cards = [*(card for row in rows for card in row if card is not None), *position.stock]
    return [str(card) for card in cards[:10]]


@pytest.mark.parametrize("candidate", [1, 4])
@pytest.mark.parametrize("variant", GAMES)
def test_the_program_finds_the_deal_that_is_played(program: Path, variant: str, candidate: int) -> None:
    daily = replace(draw_daily(KEY, DAY, variant), candidate=candidate)
    *candidates, cards = check(program, daily)
    assert candidates == [
        f"Candidate {number} is deal {replace(daily, candidate=number).deal}." for number in range(1, candidate + 1)
    ]
    assert cards == "The first cards: " + " ".join(first_cards(daily))


@pytest.mark.parametrize("variant", GAMES)
def test_the_first_cards_are_those_that_the_game_deals_first(variant: str) -> None:
    daily = draw_daily(KEY, DAY, variant)
    assert first_cards(daily) == dealt_cards(daily)


@pytest.mark.parametrize("variant", GAMES)
def test_the_program_finds_the_deal_of_the_list(program: Path, variant: str) -> None:
    daily = with_proof(draw_daily(KEY, DAY, variant), None)
    done = run(program, KEY, str(DAY), str(daily.candidate), daily.variant, folder=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    listed, cards = done.stdout.splitlines()
    assert listed == f"The list has deal {daily.deal}."
    assert cards == "The first cards: " + " ".join(first_cards(daily))


@pytest.mark.parametrize("days", [0, 1, 30, DAYS - 1])
def test_the_program_checks_a_key_against_any_older_one_or_the_digits_in_a_post(folder: Path, days: int) -> None:
    chain = Chain(DAY, KEY)
    key = chain.key(DAY + timedelta(days))
    for earlier, later, said in (
        (chain.anchor, key, "The chain holds.\n"),
        (chain.anchor[:KEY_DIGITS], key, "The chain holds.\n"),
        (chain.anchor, Chain(DAY, "another").key(DAY + timedelta(days)), "The chain is BROKEN!\n"),
    ):
        done = run(folder / "chain.py", later, str(days), earlier)
        assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
    too_short = run(folder / "chain.py", key, str(days), chain.anchor[: KEY_DIGITS - 1])
    assert too_short.returncode == 1


@pytest.mark.parametrize("number", [0, 1, 2], ids=["chain.py", "check.py", "filter.py"])
def test_an_example_prints_what_the_page_says(folder: Path, number: int) -> None:
    """The filter needs the source tree."""
    command, printed = blocks("text")[2 * number : 2 * number + 2]
    python, name, *values = command.split()
    assert python == "python3"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "utf8", str(folder / name), *values],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


def test_the_page_names_the_budgets() -> None:
    told = {VARIANTS[variant].title: f"{method.budget:,}" for variant, method in METHODS.items()}
    assert dict(re.findall(r"^\| ([\w ]+) \| ([\d,]+) \|", PAGE, re.MULTILINE)) == told


def test_the_page_names_all_games_and_the_number_of_its_example() -> None:
    *_, printed, _, proven = blocks("text")
    (deal,) = re.findall(r"/solitaire start tens deal:(\d+)", PAGE)
    assert f"Candidate 3 is deal {deal}." in printed
    assert f"3 {deal} won" in proven
    assert all(f"`{variant}`" in PAGE for variant in GAMES)
