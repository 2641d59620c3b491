"""The settings: where they come from, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import SettingsError, load_settings

NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOCAL_PORT", "HEALTH_FILE")


@pytest.fixture(autouse=True)
def _nothing_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_nothing_has_to_be_set() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_path == Path("data/patience.sqlite3")
    assert settings.log_level == "INFO"
    assert settings.local_port == 0
    assert settings.health_file is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres://user:secret-one@host/db"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "patience.sqlite3"),
        ("LOG_LEVEL", "secret-one"),
        ("LOCAL_PORT", "secret-one"),
        ("LOCAL_PORT", "65536"),
        ("LOCAL_PORT", "-1"),
    ],
)
def test_a_wrong_value_names_its_setting_and_no_secret(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret-two")
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert str(raised.value).startswith(f"{name}: ")
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_every_wrong_value_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "LOG_LEVEL", "LOCAL_PORT"):
        monkeypatch.setenv(name, "wrong")
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert [line.partition(":")[0] for line in str(raised.value).split("\n")] == [
        "DATABASE_URL",
        "LOG_LEVEL",
        "LOCAL_PORT",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_value_is_as_good_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = load_settings()
    monkeypatch.setenv(name, "")
    assert load_settings() == before


def test_a_blank_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    assert load_settings().discord_token is None


def test_the_file_is_read_and_the_environment_goes_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=debug\nLOCAL_PORT=8000\nDISCORD_TOKEN=abc\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOCAL_PORT", "9000")
    settings = load_settings()
    assert settings.log_level == "DEBUG"
    assert settings.local_port == 9000
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc"
    assert "abc" not in f"{settings} {settings!r}"


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^\.env: "):
        load_settings()
