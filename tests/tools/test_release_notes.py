from __future__ import annotations

import pytest

from tools.release_notes import ROOT, main, release_notes

CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- Something to come.

## [1.2.0] - 2026-11-22

### Fixed

- A card.

## [1.1.0] - 2026-10-01

- Older things.

[Unreleased]: https://example.org/compare/v1.2.0...HEAD
"""


def test_the_notes_are_the_section_about_the_version() -> None:
    assert release_notes("v1.2.0", "1.2.0", CHANGELOG) == "### Fixed\n\n- A card."
    assert release_notes("v1.1.0", "1.1.0", CHANGELOG) == "- Older things."


@pytest.mark.parametrize(("tag", "version"), [("v1.2.1", "1.2.0"), ("1.2.0", "1.2.0"), ("v1.3.0", "1.3.0")])
def test_a_tag_is_refused_unless_it_names_a_version_in_the_changelog(tag: str, version: str) -> None:
    with pytest.raises(ValueError, match=version.replace(".", r"\.")):
        release_notes(tag, version, CHANGELOG)


def test_this_version_can_be_released(capsys: pytest.CaptureFixture[str]) -> None:
    version = next(
        line.split('"')[1] for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("version")
    )
    assert main(f"v{version}") == 0
    assert "\n- " in capsys.readouterr().out


def test_a_wrong_tag_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("v0.0.0") == 1
    assert capsys.readouterr().err.count("\n") == 1
