"""Every setting, once: its name, type, default and meaning. `.env.example` explains them to who hosts the bot."""

from __future__ import annotations

import re
import socket
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
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_SHORTEST_SECRET = 32

MOST_SHARDS = 100_000
"""More than Discord has any use for: a bot in all its servers would have fewer."""

_ORDINAL = re.compile(r"-([0-9]{1,6})$")
_LIST = re.compile(r"\s*\d{1,6}\s*(-\s*\d{1,6}\s*)?(,\s*\d{1,6}\s*(-\s*\d{1,6}\s*)?)*", re.ASCII)


_REASONS = {
    "bool_parsing": "write true or false",
    "int_parsing": "write a whole number",
    "float_parsing": "write a number, as in 2.5",
    "finite_number": "write a number, as in 2.5",
    "greater_than_equal": "write {ge} or more",
    "less_than_equal": "write {le} or less",
    "literal_error": "write {expected}",
}
"""What to say of the faults that pydantic finds by itself
(https://docs.pydantic.dev/latest/errors/validation_errors/)."""


class SettingsError(Exception):
    """One or more settings are wrong; the message has a line for each and never a secret."""


def checked_database_url(url: str) -> str:
    """A URL as `Database.open` takes it; raises ValueError, which says nothing of a password in it."""
    if url.startswith(("postgresql://", "postgres://")):
        if not _names_a_database(url):
            raise ValueError(
                "write postgresql://user:password@host/name, with the name of the database, "
                "and with %40, %3A and %2F for @, : and / in a password"
            )
    elif not url.startswith("sqlite:///") or url.removeprefix("sqlite:///") in ("", ":memory:"):
        raise ValueError(
            "write sqlite:/// and the path of a file, as in sqlite:///data/patience.sqlite3, "
            "or postgresql://user:password@host/name"
        )
    return url


def _names_a_database(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.port != 0 and parts.path.strip("/") != ""
    except ValueError:  # whose message may hold a part of the password
        return False


def _none_if_blank(value: Any) -> Any:
    return (value.strip() or None) if isinstance(value, str) else value


def _like_a_token(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and not (secret.get_secret_value().isascii() and secret.get_secret_value().isprintable()):
        raise ValueError("this is no token of Discord's: those are letters, digits, points, dashes and underscores")
    return secret


def _like_a_dsn(secret: SecretStr | None) -> SecretStr | None:
    """A client key of Sentry's (https://docs.sentry.io/concepts/key-terms/dsn-explainer/)."""
    if secret is not None and not _is_dsn(secret.get_secret_value()):
        raise ValueError("write it as Sentry shows it: https://key@host/number")
    return secret


def _is_dsn(text: str) -> bool:
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.username and parts.hostname) and parts.port != 0
    except ValueError:  # whose message may hold a part of the key
        return False
    return is_address and parts.path.rpartition("/")[2].isdecimal()


def _long_enough(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and len(secret.get_secret_value()) < _SHORTEST_SECRET:
        raise ValueError(f"write at least {_SHORTEST_SECRET} random characters, or leave it out")
    return secret


def _numbers(value: Any) -> Any:
    """The numbers of a list as in 0,1,4-7, in order. Raises ValueError."""
    if not isinstance(value, str):
        return value
    if not _LIST.fullmatch(value):
        raise ValueError("write numbers and spans of them, as in 0,1,4-7")
    numbers: set[int] = set()
    for part in value.split(","):
        first, _, last = part.partition("-")
        span = range(int(first), int(last or first) + 1)
        if not span or span[-1] >= MOST_SHARDS:
            raise ValueError(f"{part.strip()} is no span of shards")
        if not numbers.isdisjoint(span):
            raise ValueError(f"{part.strip()} is there twice")
        numbers.update(span)
    return tuple(sorted(numbers))


def _fault(name: str, reason: str) -> ValidationError:
    """What is wrong with a setting, seen only beside the others."""
    fault = InitErrorDetails(
        type=PydanticCustomError("setting", "{reason}", {"reason": reason}), loc=(name,), input=None
    )
    return ValidationError.from_exception_data("Settings", [fault])


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Read from the environment, then from the file `.env` in the working directory."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: Annotated[SecretStr | None, BeforeValidator(_none_if_blank), AfterValidator(_like_a_token)] = None
    database_url: Annotated[str, AfterValidator(checked_database_url)] = "sqlite:///data/patience.sqlite3"
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    daily_secret: Annotated[SecretStr | None, BeforeValidator(_none_if_blank), AfterValidator(_long_enough)] = None
    prove_dailies: bool = True
    local_port: Annotated[int, Field(ge=0, le=65534)] = 0  # the next one is taken too
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int | None, Field(ge=0, le=65535)] = None
    sentry_dsn: Annotated[SecretStr | None, BeforeValidator(_none_if_blank), AfterValidator(_like_a_dsn)] = None
    limit_user_burst: Annotated[int, Field(ge=1)] = 20
    limit_user_per_second: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 5.0
    limit_all_per_second: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 200.0
    shard_count: Annotated[int | None, Field(ge=1, le=MOST_SHARDS)] = None
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode, BeforeValidator(_numbers)] = None
    process_count: Annotated[int | None, Field(ge=1, le=MOST_SHARDS)] = None
    pod_name: str = Field(default_factory=socket.gethostname)

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        count, ids, processes = self.shard_count, self.shard_ids, self.process_count
        if count is None:
            for name in ("shard_ids", "process_count"):
                if getattr(self, name) is not None:
                    raise _fault(name, "set SHARD_COUNT too, to the same number for all processes")
        elif ids is not None and processes is not None:
            raise _fault("process_count", "set this or SHARD_IDS, not both")
        elif ids is not None and ids[-1] >= count:
            raise _fault("shard_ids", f"{ids[-1]} is none of the {count} shards, which are 0 to {count - 1}")
        elif processes is not None and processes > count:
            raise _fault("process_count", f"there are only {count} shards to share")
        elif processes is not None and self._ordinal is None:
            raise _fault("pod_name", "with PROCESS_COUNT, it ends in the number of this process, as in bot-0")
        elif processes is not None and self._ordinal is not None and self._ordinal >= processes:
            raise _fault("pod_name", f"{self._ordinal} is none of the {processes} processes, 0 to {processes - 1}")
        return self

    @property
    def _ordinal(self) -> int | None:
        """The number of this process, from 0, as the pods of a StatefulSet have it in their names."""
        found = _ORDINAL.search(self.pod_name)
        return None if found is None else int(found[1])

    @property
    def shards(self) -> tuple[int, ...] | None:
        """The shards of this process; None for all."""
        if self.process_count is None or self.shard_count is None:
            return self.shard_ids
        assert self._ordinal is not None, "it was checked"
        # Each one out of so many: so processes that start together want turns to identify in different buckets.
        return tuple(range(self._ordinal, self.shard_count, self.process_count))

    @field_validator("*", mode="before")
    @classmethod
    def _is_text(cls, value: Any) -> Any:
        """Refuse bytes that are no UTF-8, which an environment may hold, and those that no path may."""
        if isinstance(value, str) and ("\0" in value or any("\ud800" <= character <= "\udfff" for character in value)):
            raise ValueError("this is not UTF-8 text")
        return value


def load_settings() -> Settings:
    """Read the settings; raises SettingsError, which names each wrong one."""
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError(explain(error)) from None
    except UnicodeDecodeError:
        raise SettingsError(".env: this file is not UTF-8 text") from None


def explain(error: ValidationError) -> str:
    """A line for each wrong setting."""
    return "\n".join(f"{str(fault['loc'][0]).upper()}: {_reason(fault)}" for fault in error.errors())


def _reason(fault: ErrorDetails) -> str:
    template = _REASONS.get(fault["type"])
    return fault["msg"].removeprefix("Value error, ") if template is None else template.format(**fault.get("ctx", {}))
