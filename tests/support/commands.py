"""Commands as players type them."""

from collections.abc import Mapping
from typing import Any

from bot.messages.actions import Action

WORDS = frozenset(action for action in Action if action.words)
"""Words that players can type as moves in place of buttons."""


def as_typed(command: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the command and its options; the word of a button becomes a move."""
    return ("move", {"move": command}) if command in WORDS else (command, dict(options))
