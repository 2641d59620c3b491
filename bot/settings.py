"""Every setting: its name, type and default. `.env.example` explains them to hosts."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

MAX_SHARDS = 100_000
"""More than any bot needs, even one that is in every server."""

_ORDINAL = re.compile(r"-([0-9]{1,6})$")
_LIST = re.compile(r"\s*\d{1,6}\s*(-\s*\d{1,6}\s*)?(,\s*\d{1,6}\s*(-\s*\d{1,6}\s*)?)*", re.ASCII)

MISCONFIGURED = 78
"""The exit status for errors that a restart cannot fix: EX_CONFIG of sysexits.h. Service managers can check for it."""


class SettingsError(Exception):
    """One or more settings are invalid; the message has a line for each, without secrets."""


def check_database_url(url: str) -> str:
    """Return the URL of a database, if it is valid. Raises ValueError, whose message never contains a password."""
    if url.startswith(("postgresql://", "postgres://")):
        if url.partition("://")[2].partition("/")[0].count("@") > 1:
            raise ValueError(
                "there is more than one @ before the name of the database: write @ in a user or password as %40"
            )
        if not _names_a_database(url):
            raise ValueError(
                "write postgresql://user:password@host/name, where name is the database, "
                "and write @, : and / in a password as %40, %3A and %2F"
            )
    elif not url.startswith("sqlite:///") or url.removeprefix("sqlite:///") in ("", ":memory:"):
        raise ValueError(
            "write sqlite:/// and the path of a file, such as sqlite:///data/patience.sqlite3, "
            "or postgresql://user:password@host/name"
        )
    return url


def _names_a_database(url: str) -> bool:
    try:
        parts = urlsplit(url)
        hosts = parts.netloc.rpartition("@")[2].split(",")
        return all(urlsplit(f"//{host}").port != 0 for host in hosts) and parts.path.strip("/") != ""
    except ValueError:  # its message may quote a part of the password
        return False


def _without_quotes(text: str) -> str:
    """Remove the quotes around a value, which a shell removes and `docker run --env-file` does not."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _check_token(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and not (secret.get_secret_value().isascii() and secret.get_secret_value().isprintable()):
        raise ValueError("this is not a Discord token: those are letters, digits, dots, dashes and underscores")
    return secret


def _check_proxy(secret: SecretStr | None) -> SecretStr | None:
    """Accept the URL of an HTTP proxy; as in other programs, http:// is optional."""
    if secret is None:
        return None
    url = secret.get_secret_value()
    if "://" not in url:
        url = f"http://{url}"
    if not _is_proxy(url):
        raise ValueError(
            "write http://host:port or http://user:password@host:port, "
            "and write @, : and / in a password as %40, %3A and %2F"
        )
    return SecretStr(url)


def _is_proxy(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_single = parts.netloc.count("@") <= 1
        return parts.scheme in ("http", "https") and is_single and bool(parts.hostname) and parts.port != 0
    except ValueError:  # its message may quote a part of the password
        return False


def _parse_shards(value: Any) -> Any:
    """Parse a list such as 0,1,4-7 into its numbers, in order. Raises ValueError."""
    if not isinstance(value, str):
        return value
    if not _LIST.fullmatch(value):
        raise ValueError("write numbers and ranges, such as 0,1,4-7")
    numbers: set[int] = set()
    for part in value.split(","):
        first, _, last = part.partition("-")
        shards = range(int(first), int(last or first) + 1)
        if not shards or shards[-1] >= MAX_SHARDS:
            raise ValueError(f"{part.strip()} is not a range of shards")
        if not numbers.isdisjoint(shards):
            raise ValueError(f"{part.strip()} is listed twice")
        numbers.update(shards)
    return tuple(sorted(numbers))


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Read from the environment, then from the file `.env` in the working directory."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: Annotated[SecretStr | None, AfterValidator(_check_token)] = None
    discord_token_file: str | None = None
    https_proxy: Annotated[SecretStr | None, AfterValidator(_check_proxy)] = None
    database_url: Annotated[str, AfterValidator(check_database_url)] = "sqlite:///data/patience.sqlite3"
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = "text"
    prove_dailies: bool = True
    local_port: Annotated[int, Field(ge=0, le=65534)] = 0  # the second page takes the next port
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int | None, Field(ge=0, le=65535)] = None
    sentry_dsn: SecretStr | None = None
    limit_user_burst: Annotated[int, Field(ge=1)] = 20
    limit_user_per_second: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 5.0
    limit_all_per_second: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 200.0
    shard_count: Annotated[int | None, Field(ge=1, le=MAX_SHARDS)] = None
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode, BeforeValidator(_parse_shards)] = None
    process_count: Annotated[int | None, Field(ge=1, le=MAX_SHARDS)] = None
    pod_name: str = Field(default_factory=socket.gethostname)

    @model_validator(mode="before")
    @classmethod
    def _take_written(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Remove quotes around values, and settings without a value."""
        values = {name: _without_quotes(value) if isinstance(value, str) else value for name, value in given.items()}
        return {name: value for name, value in values.items() if value != ""}

    @model_validator(mode="after")
    def _read_token(self) -> Self:
        """Take the token from its file, where Docker and systemd put secrets, unless it is set itself."""
        if self.discord_token_file is None or self.discord_token is not None:
            return self
        try:
            token = SecretStr(_without_quotes(Path(self.discord_token_file).read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "this is not UTF-8 text"
            raise _error("discord_token_file", f"the file cannot be read: {reason}") from error
        try:
            self.discord_token = _check_token(token)
        except ValueError as error:
            raise _error("discord_token_file", str(error)) from None
        if not token.get_secret_value():
            raise _error("discord_token_file", "the file is empty")
        return self

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        count = self.shard_count
        ids = self.shard_ids
        processes = self.process_count
        if count is None:
            for name in ("shard_ids", "process_count"):
                if getattr(self, name) is not None:
                    raise _error(name, "set SHARD_COUNT too, to the same number for all processes")
        elif ids is not None and processes is not None:
            raise _error("process_count", "set this or SHARD_IDS, not both")
        elif ids is not None and ids[-1] >= count:
            raise _error("shard_ids", f"{ids[-1]} is not one of the {count} shards, which are 0 to {count - 1}")
        elif processes is not None and processes > count:
            raise _error("process_count", f"there are only {count} shards to share")
        elif processes is not None and self._ordinal is None:
            raise _error("pod_name", "with PROCESS_COUNT, this has to end in the number of the process, such as bot-0")
        elif processes is not None and self._ordinal is not None and self._ordinal >= processes:
            raise _error(
                "pod_name", f"{self._ordinal} is not one of the {processes} processes, which are 0 to {processes - 1}"
            )
        return self

    @property
    def _ordinal(self) -> int | None:
        """The number of this process, from 0, at the end of a StatefulSet pod's name."""
        found = _ORDINAL.search(self.pod_name)
        return None if found is None else int(found[1])

    @property
    def shards(self) -> tuple[int, ...] | None:
        """The shards that this process serves; None for all."""
        if self.process_count is None or self.shard_count is None:
            return self.shard_ids
        assert self._ordinal is not None, "_check_shards has checked it"
        # Processes take interleaved shards, so that those that start together identify in different buckets.
        return tuple(range(self._ordinal, self.shard_count, self.process_count))

    @field_validator("*", mode="before")
    @classmethod
    def _is_text(cls, value: Any) -> Any:
        """Reject text that an environment can hold but a string or path cannot: bytes that are not UTF-8, and null."""
        if isinstance(value, str) and ("\0" in value or any("\ud800" <= character <= "\udfff" for character in value)):
            raise ValueError("this is not UTF-8 text")
        return value


def load_settings() -> Settings:
    """Raises SettingsError, which names each invalid setting."""
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError(describe_errors(error)) from None
    except UnicodeDecodeError:
        raise SettingsError(".env: this file is not UTF-8 text") from None


def describe_errors(error: ValidationError) -> str:
    """One line for each invalid setting."""
    reasons = ((details["loc"][0], details["msg"].removeprefix("Value error, ")) for details in error.errors())
    return "\n".join(f"{str(name).upper()}: {reason}" for name, reason in reasons)


def _error(name: str, reason: str) -> ValidationError:
    """An error about one setting that depends on others."""
    details = InitErrorDetails(
        type=PydanticCustomError("setting", "{reason}", {"reason": reason}), loc=(name,), input=None
    )
    return ValidationError.from_exception_data("Settings", [details])
