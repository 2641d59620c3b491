"""What a user can set about how the bot plays and looks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.model.local_hour import UTC
from engine import Variant


class BoardView(StrEnum):
    EMOJI = "emoji"
    TEXT = "text"
    PICTURE = "picture"
    WORDS = "words"

    @property
    def has_embeds(self) -> bool:
        """Whether messages that only the user sees use embeds, which people may have switched off in Discord."""
        return self in (BoardView.EMOJI, BoardView.PICTURE)


AUTOMATIC = "auto"
"""Stored in place of a language that follows the user's Discord."""

HIDDEN_PLAYER = "hidden_player"
"""The field of Preferences that hides a player's name on leaderboards. Renaming it needs a migration of stored rows."""


@dataclass(frozen=True)
class Preferences:
    """One user's settings. `language` is a code of `bot.language.LANGUAGES`; None follows the user's Discord.

    `time_zone` is a name of the IANA database. `open_stock` maps the name of a variant to whether its new games have
    the option `Variant.open_stock`. `was_asked` notes that a board has explained how to leave a question.
    """

    view: BoardView = BoardView.EMOJI
    four_colour: bool = True
    private_board: bool = False
    auto_home: bool = False
    draw_one: bool = False
    private_statistics: bool = False
    hidden_player: bool = False
    no_challenges: bool = False
    language: str | None = None
    time_zone: str = UTC
    was_asked: bool = False
    open_stock: Mapping[str, bool] = field(default_factory=dict)

    def options_for(self, variant: Variant) -> Mapping[str, str]:
        """The options of a new game if the user has chosen none."""
        return variant.open_stock if self.open_stock.get(variant.name) else {}
