"""An interaction: a person's action, the bot's answers, and the time allowed for them."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from dataclasses import dataclass, field
from enum import IntEnum

from tests.support.wire.objects import EPHEMERAL, Message, Payload

ANSWER_SECONDS = 3.0
"""How long Discord waits for an answer
(https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback)."""

TOKEN_SECONDS = 15 * 60.0
"""How long an interaction's token is valid."""


class Kind(IntEnum):
    """https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4


class Answer(IntEnum):
    """https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8


class RefusedError(Exception):
    """Discord rejects a request (https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class UnansweredError(Exception):
    """Discord shows the person that the application did not respond."""


@dataclass
class Interaction:
    """A person's action at the monotonic time `made`; `message` is the one whose component they used."""

    id: int
    token: str
    kind: Kind
    channel_id: int
    payload: Payload
    message: Message | None = None
    made: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    choices: list[Payload] = field(default_factory=list)
    original: Message | None = None
    """The current state of the message that is the answer, or that a press changed."""
    followups: list[Message] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    """The error codes of rejected answers."""
    _shown: Message | None = None
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def age(self) -> float:
        """In seconds."""
        return time.monotonic() - self.made

    @property
    def is_open(self) -> bool:
        """Whether Discord still waits for the answer."""
        return self.answer is None and self.age <= ANSWER_SECONDS

    def check_open(self) -> None:
        """Raise RefusedError if it has been answered, or it is too late to answer."""
        if self.answer is not None:
            raise RefusedError(400, 40060, "Interaction has already been acknowledged.")
        if not self.is_open:
            raise RefusedError(404, 10062, "Unknown interaction")

    def check_token(self) -> None:
        """Raise RefusedError if the token is not valid for a follow-up."""
        if self.age > TOKEN_SECONDS:
            raise RefusedError(401, 50027, "Invalid Webhook Token")
        if self.answer is None:
            raise RefusedError(404, 10015, "Unknown Webhook")

    def answered(self, answer: Answer) -> None:
        """Record the answer, and wake those who wait for it."""
        self.answer = answer
        self._shown = None if self.original is None else dataclasses.replace(self.original)
        self._answered.set()

    async def wait(self) -> Interaction:
        """Wait for the answer, as a person does. Raises UnansweredError if it does not come in time."""
        try:
            # Before Python 3.12, `asyncio.wait_for` can swallow a cancellation that coincides with the answer.
            async with asyncio.timeout(max(0.0, ANSWER_SECONDS - self.age)):
                await self._answered.wait()
        except TimeoutError:
            raise UnansweredError(f"{self.payload['data']}: {self.refused}") from None
        return self

    @property
    def shown(self) -> Message:
        """The answer as the person first saw it; it may have changed since."""
        assert self._shown is not None, f"{self.payload['data']} was answered with no message"
        return self._shown

    @property
    def told(self) -> str:
        """The text of an answer that only this person saw."""
        assert self.shown.is_private
        return self.shown.content


def is_private(parts: Payload) -> bool:
    """Whether a request is for a message that only one person sees."""
    return bool(int(parts.get("flags") or 0) & EPHEMERAL)
