"""Reports of errors to Sentry, for who sets SENTRY_DSN: what kind of error was raised where, and no more."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

_KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk")
_KEPT_OF_FRAMES = ("module", "function", "filename", "lineno", "in_app")


def configure_error_reports(dsn: str, transport: Transport | None = None) -> None:
    """Report each line that is logged as an ERROR or worse, and what ends the process.

    Raises ModuleNotFoundError without the extra `sentry`.
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
        # By default it would send the program's arguments, packages and requests, and the host's name.
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
        before_send=_scrubbed,
    )


def _scrubbed(event: Event, _: Hint) -> Event:
    """What is known to tell of nobody, and nothing else.

    Of a log line that is the text in the code, without the values; of an exception its type and where it was raised,
    without its message: values and messages may have names, ids and what people wrote.
    """
    full = cast("dict[str, Any]", event)
    kept = {name: full[name] for name in _KEPT if name in full}
    # Other loggers' texts may be put together with values in them.
    message = (full.get("logentry") or {}).get("message")
    if message and str(full.get("logger", "")).startswith("bot."):
        kept["logentry"] = {"message": message}
    if exceptions := (full.get("exception") or {}).get("values"):
        kept["exception"] = {"values": [_scrubbed_exception(exception) for exception in exceptions]}
    return cast("Event", kept)


def _scrubbed_exception(exception: dict[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", ())
    return {
        "type": exception.get("type"),
        "module": exception.get("module"),
        "stacktrace": {
            "frames": [{name: frame[name] for name in _KEPT_OF_FRAMES if name in frame} for frame in frames]
        },
    }
