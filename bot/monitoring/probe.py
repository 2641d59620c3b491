"""`python -m bot.monitoring.probe` asks the running bot by HTTP whether it lives. It imports little: it runs often."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request

from bot.settings import SettingsError, load_settings

_ASK_SECONDS = 4.0
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - who listens everywhere is asked here


def main() -> int:
    """Exit status 0 where the bot of these settings lives, else 1 and one line that says why not."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return _unhealthy(str(error))
    if settings.metrics_port is None:
        return _unhealthy("METRICS_PORT is not set, so nothing can be asked.")
    host = _EVERYWHERE.get(settings.metrics_host, settings.metrics_host)
    url = f"http://{f'[{host}]' if ':' in host else host}:{settings.metrics_port}/health"
    try:
        with urllib.request.urlopen(url, timeout=_ASK_SECONDS):
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
