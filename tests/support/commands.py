"""Commands as players type them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.messages.actions import Action

WORDS = frozenset(action for action in Action if action.words)
"""What is typed as a move and does what a button does."""


def as_typed(command: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The command and its options, with a word of a button as a move."""
    return ("move", {"move": command}) if command in WORDS else (command, dict(options))
