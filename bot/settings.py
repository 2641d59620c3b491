"""Every setting, once: its name, type, default and meaning. `.env.example` explains them to who hosts the bot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_SHORTEST_SECRET = 32


class SettingsError(Exception):
    """One or more settings are wrong; the message has a line for each and never a secret."""


def _sqlite_path(url: str) -> str:
    if not url.startswith("sqlite:///") or url.removeprefix("sqlite:///") in ("", ":memory:"):
        raise ValueError("write sqlite:/// and the path of a file, as in sqlite:///data/patience.sqlite3")
    return url


def _none_if_blank(value: Any) -> Any:
    return (value.strip() or None) if isinstance(value, str) else value


def _long_enough(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and len(secret.get_secret_value()) < _SHORTEST_SECRET:
        raise ValueError(f"write at least {_SHORTEST_SECRET} random characters, or leave it out")
    return secret


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Read from the environment, then from the file `.env` in the working directory."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: Annotated[SecretStr | None, BeforeValidator(_none_if_blank)] = None
    database_url: Annotated[str, AfterValidator(_sqlite_path)] = "sqlite:///data/patience.sqlite3"
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    daily_secret: Annotated[SecretStr | None, BeforeValidator(_none_if_blank), AfterValidator(_long_enough)] = None
    local_port: Annotated[int, Field(ge=0, le=65535)] = 0
    health_file: Path | None = None

    @property
    def database_path(self) -> Path:
        """The SQLite file."""
        return Path(self.database_url.removeprefix("sqlite:///"))


def load_settings() -> Settings:
    """Read the settings; raises SettingsError, which names each wrong one."""
    try:
        return Settings()
    except ValidationError as error:
        lines = [f"{str(fault['loc'][0]).upper()}: {_reason(fault['msg'])}" for fault in error.errors()]
        raise SettingsError("\n".join(lines)) from None
    except UnicodeDecodeError:
        raise SettingsError(".env: this file is not UTF-8 text") from None


def _reason(message: str) -> str:
    return message.removeprefix("Value error, ")
