"""A Sentry that keeps all reports."""

from typing import Any

from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

DSN = "https://0123456789abcdef@sentry.invalid/1"


class Sent(Transport):
    """A transport that keeps every report."""

    def __init__(self) -> None:
        super().__init__({"dsn": DSN})
        self.envelopes: list[Envelope] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.envelopes.append(envelope)

    @property
    def content(self) -> str:
        """All reports as they would be sent."""
        return "".join(envelope.serialize().decode() for envelope in self.envelopes)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [dict(event) for envelope in self.envelopes if (event := envelope.get_event()) is not None]
