"""`python -m bot.monitoring.probe`: the container's health check. It runs often, so it imports nothing of the bot."""

from __future__ import annotations

import http.client
import os
import sys
from contextlib import closing

_TIMEOUT_SECONDS = 4.0


def main() -> str | None:
    """Return why the bot in this environment is unhealthy; None if it is healthy."""
    host, port = (os.environ.get(name, "").strip("\"' ") for name in ("METRICS_HOST", "METRICS_PORT"))
    host = host or "127.0.0.1"
    port = port or "8000"
    with closing(http.client.HTTPConnection(host, int(port), timeout=_TIMEOUT_SECONDS)) as connection:
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            return None if answer.status == http.client.OK else answer.read().decode()
        except OSError as error:
            return f"{host} port {port} does not answer: {error}"


if __name__ == "__main__":
    sys.exit(main())
