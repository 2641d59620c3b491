"""The pages agree with the code: the files, names, commands, settings and sizes on them exist, and examples run."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from bot.commands.routes import GROUPS
from bot.settings import Settings
from tests.support.card_room import CardRoom, running
from tests.support.shown import public
from tools import architecture

ROOT = Path(__file__).parents[2]
TESTS_PAGE = ROOT / "tests" / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), TESTS_PAGE]


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if not link.startswith("https://"):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def test_the_repository_keeps_few_and_small_screenshots_and_only_those_that_pages_show() -> None:
    kept = list((ROOT / "docs" / "screenshots").iterdir())
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text_of(page))
    }
    assert len(kept) <= 20
    assert set(kept) <= shown
    for screenshot in kept:
        assert screenshot.suffix in (".jpg", ".webp"), screenshot
        assert screenshot.stat().st_size <= 60_000, screenshot


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_that_a_page_names_exists(page: Path) -> None:
    folders = "bench|bot|deploy|docs|engine|tests|tools"
    for path in re.findall(rf"`((?:{folders})/[\w./*-]*)`", text_of(page)):
        assert any(ROOT.glob(path.rstrip("/"))), path


def defined_in(*folders: str) -> set[str]:
    """What the Python files in these folders define, the folders directly inside, and the tables of the database."""
    code = "\n".join(text_of(file) for folder in folders for file in (ROOT / folder).rglob("*.py"))
    schema = "\n".join(map(text_of, (ROOT / "bot" / "store" / "migrations").glob("*.sql")))
    return {
        *re.findall(r"^ *(?:(?:async )?def |class )?(\w+)(?: = |: .* = |[(:])", code, re.MULTILINE),
        *re.findall(r"^CREATE TABLE (\w+)", schema, re.MULTILINE),
        *(file.name for folder in folders for file in (ROOT / folder).iterdir() if file.is_dir()),
    }


@pytest.mark.parametrize(
    ("page", "folders"), [(architecture.PAGE, ("bot", "engine")), (TESTS_PAGE, ("tests",))], ids=["code", "tests"]
)
def test_names_on_a_page_about_the_code_are_defined_in_it(page: Path, folders: tuple[str, ...]) -> None:
    defined = defined_in(*folders)
    named = re.findall(r"`(?:\w+\.)?([A-Za-z_]\w+)`", text_of(page))
    assert [name for name in named if name not in defined] == []


async def test_the_example_of_a_test_passes(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", text_of(TESTS_PAGE), re.DOTALL)
    names: dict[str, Any] = {"CardRoom": CardRoom, "public": public}
    exec(code, names)  # noqa: S102 - the page is ours
    async with running(CardRoom(tmp_path / "patience.sqlite3")) as room:
        await names["test_a_move_can_be_undone"](room)


@pytest.mark.parametrize(
    ("file", "explanation"), [(".env.example", r"^#([A-Z_]+)="), ("docs/settings.md", r"^\| `([A-Z_]+)` \|")]
)
def test_every_setting_is_explained_once(file: str, explanation: str) -> None:
    explained = re.findall(explanation, text_of(ROOT / file), re.MULTILINE)
    assert sorted(explained) == sorted(name.upper() for name in Settings.model_fields)


def test_the_documented_sizes_are_the_computed_ones() -> None:
    computed = runpy.run_path(str(ROOT / "tools" / "sizing.py"))["table"]()
    assert computed in text_of(ROOT / "docs" / "operating.md")


@pytest.mark.parametrize("file", ["README.md", "docs/playing.md"])
def test_a_page_for_players_lists_every_command(file: str) -> None:
    page = text_of(ROOT / file)
    commands = [(group.name, command.name) for group in GROUPS for command in group.commands]
    assert [name for group, name in commands if not re.search(rf"`(?:/{group} )?{name}`", page)] == []


def test_the_readme_is_short() -> None:
    assert len(text_of(ROOT / "README.md").splitlines()) <= 130


def test_the_picture_of_the_code_is_up_to_date() -> None:
    """If this fails, run `make architecture`."""
    page = text_of(architecture.PAGE)
    assert architecture.with_picture(page) == page
