"""The games with which the bot teaches: a new user's guided game, and the one after it."""

from __future__ import annotations

from bot.model.game import NewGame, UserGame
from engine import Solution, Verdict, parse_move

FIRST_STEPS = 3
"""Steps of a game during which a new player still sees the lesson."""

TAUGHT = NewGame("diplomat", 57)
"""The game after the guided one: an easy deal whose first moves bring cards home, join others and open the stock."""

_OPENING = tuple(map(parse_move, ("7>f", "5>f", "4>2", "4>1", "draw")))
"""The first moves of a proven line of this deal."""


def taught_line(current: UserGame) -> Solution | None:
    """The rest of the taught opening for a user who has followed it so far; None in any other game."""
    game = current.game
    if current.is_contest or (game.variant.name, game.deal) != (TAUGHT.variant, TAUGHT.deal) or game.options:
        return None
    rest = _OPENING[len(game.moves) :]
    is_followed = game.moves == _OPENING[: len(game.moves)]
    return Solution(Verdict.WON, rest) if rest and is_followed else None
