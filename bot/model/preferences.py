"""What a user can set about how the bot plays and looks for them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BoardView(StrEnum):
    """How a board is drawn."""

    EMOJI = "emoji"
    TEXT = "text"
    PICTURE = "picture"
    WORDS = "words"

    @property
    def has_embeds(self) -> bool:
        """Whether what only the user sees is in embeds; people may have switched those off in Discord."""
        return self in (BoardView.EMOJI, BoardView.PICTURE)


HIDDEN_PLAYER = "hidden_player"
"""The field of Preferences that hides a player's name on leaderboards. Renaming it needs a migration of stored rows."""


@dataclass(frozen=True)
class Preferences:
    """One user's settings. `language` is a code of `bot.language.LANGUAGES`; None follows the user's Discord."""

    view: BoardView = BoardView.EMOJI
    four_colour: bool = False
    private_board: bool = False
    auto_home: bool = False
    private_statistics: bool = False
    hidden_player: bool = False
    no_challenges: bool = False
    language: str | None = None
