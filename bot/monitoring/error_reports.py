"""Error reports to Sentry, if SENTRY_DSN is set: which kind of error was raised where, and nothing else."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

_KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk")
_KEPT_OF_FRAMES = ("module", "function", "lineno", "in_app")


def configure_error_reports(dsn: str, transport: Transport | None = None) -> None:
    """Report everything logged at ERROR or above, and the exception that ends the process, if any.

    Raises ModuleNotFoundError if the extra `sentry` is not installed.
    """
    import sentry_sdk  # noqa: PLC0415 - an extra
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn,
        transport=transport,
        release=version("patience-bot"),
        # The default integrations would send the command line, packages, requests and the host name.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None),
            ExcepthookIntegration(),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda _, __: None),
        ],
        max_breadcrumbs=0,
        include_local_variables=False,
        include_source_context=False,
        auto_session_tracking=False,
        before_send=_scrub,
    )


def _scrub(event: Event, _: Hint) -> Event:
    """Keep only what cannot identify anyone.

    Keep a log record's template without its arguments, and an exception's type and stack without its message: arguments
    and messages may contain names, ids and what users wrote.
    """
    full = cast("dict[str, Any]", event)
    kept = {name: full[name] for name in _KEPT if name in full}
    # Templates of other loggers may already have values in them.
    message = (full.get("logentry") or {}).get("message")
    if message and str(full.get("logger", "")).startswith("bot."):
        kept["logentry"] = {"message": message}
    if exceptions := (full.get("exception") or {}).get("values"):
        kept["exception"] = {"values": [_scrub_exception(exception) for exception in exceptions]}
    return cast("Event", kept)


def _scrub_exception(exception: dict[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", ())
    return {
        "type": exception.get("type"),
        "module": exception.get("module"),
        "stacktrace": {
            "frames": [{name: frame[name] for name in _KEPT_OF_FRAMES if name in frame} for frame in frames]
        },
    }
