"""The pages name files, anchors and commands that exist, and the picture of the code is that of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.commands.routes import GROUPS
from tools import architecture

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "tests" / "README.md"]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_that_a_page_names_exists(page: Path) -> None:
    folders = "bench|bot|deploy|docs|engine|tests|tools"
    for path in re.findall(rf"`((?:{folders})/[\w./*-]*)`", text_of(page)):
        assert any(ROOT.glob(path.rstrip("/"))), path


def test_names_on_the_page_about_the_code_are_defined_in_it() -> None:
    code = "\n".join(text_of(file) for folder in ("bot", "engine") for file in (ROOT / folder).rglob("*.py"))
    defined = set(re.findall(r"^ *(?:(?:async )?def |class )?(\w+)(?: = |: .* = |[(:])", code, re.MULTILINE))
    named = re.findall(r"`(?:\w+\.)?([A-Za-z_]\w+)`", text_of(architecture.PAGE))
    assert [name for name in named if name not in defined] == []


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
