from pathlib import Path

import pytest

from tools.release_notes import BOARD_FILES, ROOT, fingerprint, main, release_notes

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


def version_of_this() -> str:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    return next(line.split('"')[1] for line in lines if line.startswith("version"))


def test_the_notes_are_the_section_about_the_version() -> None:
    assert release_notes("v1.2.0", "1.2.0", CHANGELOG) == "### Fixed\n\n- A card."
    assert release_notes("v1.1.0", "1.1.0", CHANGELOG) == "- Older things."


@pytest.mark.parametrize(("tag", "version"), [("v1.2.1", "1.2.0"), ("1.2.0", "1.2.0"), ("v1.3.0", "1.3.0")])
def test_a_tag_is_refused_unless_it_names_a_version_in_the_changelog(tag: str, version: str) -> None:
    with pytest.raises(ValueError, match=version.replace(".", r"\.")):
        release_notes(tag, version, CHANGELOG)


def test_this_version_can_be_released(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"v{version_of_this()}") == 0
    assert "\n- " in capsys.readouterr().out


def test_an_animation_that_shows_older_boards_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tag = f"v{version_of_this()}"
    monkeypatch.setattr("tools.release_notes.ANIMATION", tmp_path / "playing.webp")
    (tmp_path / "playing.webp").write_bytes(b"RIFF" + fingerprint() + b"a frame")
    assert main(tag) == 0
    assert not capsys.readouterr().err
    (tmp_path / "playing.webp").write_bytes(b"RIFF" + fingerprint([tmp_path / "playing.webp"]) + b"a frame")
    assert main(tag) == 0
    assert "playing.webp shows older boards" in capsys.readouterr().err


def test_a_fingerprint_changes_with_any_file_that_draws_boards(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("board.py", "10h.png")]
    seen = set()
    for changed in (None, *files):
        for file in files:
            file.write_text("new" if file == changed else "old")
        seen.add(fingerprint(files))
    assert len(seen) == 3
    assert {"board.py", "taps.py", "10h_moved.png", "keepsake.py"} <= {file.name for file in BOARD_FILES}


def test_a_wrong_tag_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("v0.0.0") == 1
    assert capsys.readouterr().err.count("\n") == 1
