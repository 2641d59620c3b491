"""The games that the database may hold for a player of `bench/soak.py`, judging by the bot's answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.messages.table import draw_table
from bot.model.marks import NO_MARKS, Mark, marks_of
from engine import Game, PatienceError, Status
from tests.support.boards import EMOJI, TEXT
from tests.support.wire.objects import Message

_EMOJI = re.compile(rf"<:(\w+?)(?:_(?:{'|'.join(Mark)}))?:\d+>")
_SIGNS = re.compile(r"[*?]")


@dataclass(eq=False)
class PossibleGame:
    """A game at a version that may be stored, and the game from which an interaction made it."""

    version: int
    game: Game
    is_ranked: bool = False
    before: PossibleGame | None = None

    def after(self, change: Callable[[Game], object]) -> PossibleGame:
        """The game after a change; the same game if the bot refuses it."""
        game = self.game.copy()
        try:
            change(game)
        except PatienceError:
            return self
        return PossibleGame(self.version + 1, game, self.is_ranked, self)

    def comes_of(self, other: PossibleGame) -> bool:
        """Whether it is the other game, or follows from it by one or more interactions."""
        return self is other or (self.before is not None and self.before.comes_of(other))

    def is_shown_by(self, board: Message) -> bool:
        """Whether a board shows these cards at this version; the board of a daily that is over has no version."""
        cards = cards_in(board.embeds[0].get("description") or "")
        return board.version in (0, self.version) and cards in self._drawings()

    def _drawings(self) -> list[list[str]]:
        """The cards as a board may show them: as emoji or text, with or without marks of the last move."""
        if self.game.status is Status.WON:
            return [[]]
        view = self.game.view()
        marked = (marks_of(self.game), NO_MARKS)
        return [cards_in(draw_table(view, style, marks=marks)) for style in (EMOJI, TEXT) for marks in marked]


def cards_in(description: str) -> list[str]:
    """The cards of a table in the order in which they are drawn, without marks."""
    if "```" in description:
        return _SIGNS.sub(" ", description.split("```")[1]).split()
    return [name for name in _EMOJI.findall(description) if not name.startswith("badge")]
