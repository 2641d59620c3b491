"""`python -m bot.monitoring.probe`: the container's health check. It runs often, so it imports little."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request

from bot.settings import EVERY_ADDRESS, SettingsError, load_settings

_TIMEOUT_SECONDS = 4.0
_DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the bot itself, whatever proxy the environment names."""


def main() -> int:
    """Exit with 0 if the bot with these settings is alive, else with 1 and one line that says why not."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return _unhealthy(str(error))
    if settings.metrics_port is None:
        return _unhealthy("METRICS_PORT is not set, so the bot cannot be asked.")
    host = "127.0.0.1" if settings.metrics_host in EVERY_ADDRESS else settings.metrics_host
    url = f"http://{f'[{host}]' if ':' in host else host}:{settings.metrics_port}/health"
    try:
        with _DIRECTLY.open(url, timeout=_TIMEOUT_SECONDS):
            return 0
    except urllib.error.HTTPError as error:
        return _unhealthy(error.read().decode().strip())
    except (OSError, ValueError) as error:
        return _unhealthy(f"{url} does not answer: {error}")


def _unhealthy(reason: str) -> int:
    print(reason, file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main())
