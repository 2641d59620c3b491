"""The settings: where they come from, and the messages about invalid ones."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.settings import Settings, SettingsError, describe_errors, load_settings

NAMES = [name.upper() for name in Settings.model_fields]


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def token() -> str:
    found = load_settings().discord_token
    assert found is not None
    return found.get_secret_value()


def test_every_setting_is_optional() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite:///data/patience.sqlite3"


@pytest.mark.parametrize("quote", ['"', "'"])
def test_values_may_stand_in_quotes(quote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`docker run --env-file` passes quotes on."""
    url = "postgresql://user:pass'word@host/name"  # pragma: allowlist secret
    given = {"DISCORD_TOKEN": "a-token", "DATABASE_URL": url, "LOCAL_PORT": "8000", "SHARD_COUNT": ""}
    for name, value in given.items():
        monkeypatch.setenv(name, f"{quote}{value}{quote}")
    settings = load_settings()
    assert token() == "a-token"
    assert (settings.database_url, settings.local_port, settings.shard_count) == (url, 8000, None)


def test_a_quote_that_is_not_closed_belongs_to_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/'games'")
    assert load_settings().database_url == "sqlite:///data/'games'"
    monkeypatch.setenv("LOCAL_PORT", '"8000')
    with pytest.raises(SettingsError, match="LOCAL_PORT: Input should be a valid integer"):
        load_settings()


IMPOSSIBLE = [
    ("DATABASE_URL=mysql://user:secret@host/db", "DATABASE_URL: "),
    ("DATABASE_URL=postgresql://user:secret@host", "DATABASE_URL: "),
    ("DATABASE_URL=postgresql://user:secret@[host/db", "DATABASE_URL: "),
    ("DATABASE_URL=postgresql://user:secret@one@host/db", "DATABASE_URL: there is more than one @"),
    ("DATABASE_URL=sqlite:///:memory:", "DATABASE_URL: "),
    ("DATABASE_URL=patience.sqlite3", "DATABASE_URL: "),
    ("HTTPS_PROXY=http://user:secret/@proxy:3128", "HTTPS_PROXY: "),
    ("HTTPS_PROXY=socks5://user:secret@proxy", "HTTPS_PROXY: "),
    ("DISCORD_TOKEN=secret\ntoken", "DISCORD_TOKEN: this is not a Discord token"),
    ("DISCORD_TOKEN=secret\x1b[31m", "DISCORD_TOKEN: this is not a Discord token"),
    ("DISCORD_TOKEN=sücret", "DISCORD_TOKEN: this is not a Discord token"),
    ("LOG_LEVEL=secret", "LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
    ("PROVE_DAILIES=maybe", "PROVE_DAILIES: Input should be a valid boolean"),
    ("LOCAL_PORT=secret", "LOCAL_PORT: Input should be a valid integer"),
    ("LOCAL_PORT=65535", "LOCAL_PORT: Input should be less than or equal to 65534"),
    ("METRICS_PORT=9,1", "METRICS_PORT: Input should be a valid integer"),
    ("LIMIT_USER_BURST=0", "LIMIT_USER_BURST: Input should be greater than or equal to 1"),
    ("LIMIT_USER_PER_SECOND=two", "LIMIT_USER_PER_SECOND: Input should be a valid number"),
    ("LIMIT_ALL_PER_SECOND=nan", "LIMIT_ALL_PER_SECOND: Input should be a finite number"),
    ("SHARD_IDS=0", "SHARD_IDS: set SHARD_COUNT too"),
    ("PROCESS_COUNT=2 POD_NAME=patience-0", "PROCESS_COUNT: set SHARD_COUNT too"),
    ("SHARD_COUNT=0", "SHARD_COUNT: "),
    ("SHARD_COUNT=4 SHARD_IDS=0-4", "SHARD_IDS: 4 is not one of the 4 shards"),
    ("SHARD_COUNT=4 SHARD_IDS=3-1", "SHARD_IDS: 3-1 is not a range"),
    ("SHARD_COUNT=4 SHARD_IDS=0-999999", "SHARD_IDS: 0-999999 is not a range"),
    ("SHARD_COUNT=4 SHARD_IDS=0-2,1", "SHARD_IDS: 1 is listed twice"),
    ("SHARD_COUNT=4 SHARD_IDS=-1", "SHARD_IDS: write numbers"),
    ("SHARD_COUNT=4 SHARD_IDS=0 PROCESS_COUNT=2", "PROCESS_COUNT: set this or SHARD_IDS"),
    ("SHARD_COUNT=4 PROCESS_COUNT=5 POD_NAME=patience-0", "PROCESS_COUNT: there are only 4"),
    ("SHARD_COUNT=4 PROCESS_COUNT=2 POD_NAME=patience-2", "POD_NAME: 2 is not one of the 2"),
    ("SHARD_COUNT=4 PROCESS_COUNT=2 POD_NAME=patience", "POD_NAME: with PROCESS_COUNT"),
]


@pytest.mark.parametrize(("given", "fault"), IMPOSSIBLE)
def test_the_error_names_the_setting_and_no_secret_in_one_line(
    given: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting in given.split(" "):
        monkeypatch.setenv(*setting.split("=", 1))
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert str(raised.value).startswith(fault)
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_every_invalid_value_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "LOG_LEVEL", "LOCAL_PORT"):
        monkeypatch.setenv(name, "wrong")
    with pytest.raises(SettingsError, match=r"\ADATABASE_URL: .*\nLOG_LEVEL: .*\nLOCAL_PORT: .*\Z"):
        load_settings()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:secret@host/db",
        "postgresql://user:secret@[::1]/db",
        "postgresql://user:secret@[::1]:5433/db",
        "postgres:///db?host=/run/postgresql",
        "postgresql://user:secret@one:5432,two:5433/db?target_session_attrs=read-write",
    ],
)
def test_the_database_may_be_postgresql(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert load_settings().database_url == url


@pytest.mark.parametrize("quote", ["", '"'])
def test_the_token_may_be_in_a_file(tmp_path: Path, quote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text(f"{quote}abc{quote}\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", f"{quote}{file}{quote}")
    assert token() == "abc"


def test_with_a_token_its_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose always names one."""
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "no token"))
    assert token() == "a-token"


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "No such file"), ("", "the file is empty"), ("a secret\tü", "not a Discord token")]
)
def test_a_file_without_a_token_is_named(
    tmp_path: Path, content: str | None, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "token").write_text(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    with pytest.raises(SettingsError, match=f"^DISCORD_TOKEN_FILE: .*{reason}") as raised:
        load_settings()
    assert "secret" not in str(raised.value)


def test_a_proxy_may_be_written_without_its_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "proxy:3128")
    proxy = load_settings().https_proxy
    assert proxy is not None
    assert proxy.get_secret_value() == "http://proxy:3128"


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_value_counts_as_unset(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = load_settings()
    monkeypatch.setenv(name, "")
    assert load_settings() == before


def test_the_environment_overrides_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # pragma: allowlist nextline secret
    (tmp_path / ".env").write_text("LOG_LEVEL=debug\nLOCAL_PORT=8000\nDISCORD_TOKEN=abc\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOCAL_PORT", "9000")
    settings = load_settings()
    assert settings.log_level == "DEBUG"
    assert settings.local_port == 9000
    assert token() == "abc"
    assert "abc" not in f"{settings} {settings!r}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("odd", [b"\xff\xfe", b"\xed\xa0\x80", b"sqlite:///secret" + b"x" * 50 + b"\xff"])
def test_bytes_that_are_not_text_are_rejected(name: str, odd: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, os.fsdecode(odd))
    with pytest.raises(SettingsError) as raised:
        load_settings()
    assert str(raised.value) == f"{name}: this is not UTF-8 text"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.sampled_from(NAMES), st.text(max_size=60) | st.text("0123456789٣_-+. eEsqlite:/", max_size=60))
@example("LOCAL_PORT", "9" * 10_000)
@example("DATABASE_URL", "sqlite:///a\0b")
def test_any_text_is_either_usable_or_rejected_in_one_line(name: str, text: str) -> None:
    message = ""
    try:
        read = Settings.model_validate({name.lower(): text})
    except ValidationError as error:
        message = describe_errors(error)
    else:
        "".join(map(str, read.model_dump().values())).encode()
    assert not message or (message.startswith(f"{name}: ") and len(message) < 200)


def test_a_file_that_is_not_text_is_rejected(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^\.env: "):
        load_settings()


@pytest.mark.parametrize(
    ("settings", "shards"),
    [
        ({}, None),
        ({"SHARD_COUNT": "8"}, None),
        ({"SHARD_COUNT": "8", "SHARD_IDS": "7,0, 2-4"}, (0, 2, 3, 4, 7)),
        ({"SHARD_COUNT": "8", "PROCESS_COUNT": "3", "POD_NAME": "patience-1"}, (1, 4, 7)),
        ({"SHARD_COUNT": "8", "PROCESS_COUNT": "1", "POD_NAME": "patience-0"}, tuple(range(8))),
    ],
)
def test_a_process_serves_its_share_of_the_shards(
    settings: dict[str, str], shards: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert load_settings().shards == shards
