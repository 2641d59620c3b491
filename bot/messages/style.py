"""How messages are drawn for one user."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.language import Language, find_language
from bot.messages.columns import wrapped
from bot.messages.faces import Faces
from bot.messages.message import code_block
from bot.model.preferences import Preferences, View
from engine import Suit

_SUITS = tuple(map(str, Suit))


@dataclass(frozen=True)
class Style:
    """A user's language and choices, and the application's emoji: None while Discord lacks some."""

    language: Language = field(default_factory=lambda: find_language("en"))
    preferences: Preferences = field(default_factory=Preferences)
    faces: Faces | None = None

    @property
    def view(self) -> View:
        """How boards are drawn: as text where emoji are wanted but not to be had."""
        if self.preferences.view is View.EMOJI and self.faces is None:
            return View.TEXT
        return self.preferences.view

    def readable(self, text: str) -> str:
        """A text in which cards can be read on every theme: as emoji, or in a code block."""
        if not any(suit in text for suit in _SUITS):
            return text
        if self.view is View.EMOJI and self.faces is not None:
            return self.faces.in_text(text)
        return code_block(wrapped(text))
