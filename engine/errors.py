"""Errors whose messages are written for players.

A message is a template and its values, so that it can be translated before it is filled in. The template is a single
string literal, which gettext extracts. The values contain no English: they are cards, moves, numbers, ranks, names,
lists of these, choices, or another such error.
"""

from __future__ import annotations


class Choices(tuple[str, ...]):
    """What there is to choose from. Each language joins it in its own way."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(self)


class PatienceError(ValueError):
    """A request that cannot be fulfilled and has changed nothing.

    `template` has a `{name}` for each of `values`; `str(error)` is the English text.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)


class InvalidMoveError(PatienceError):
    """The text is not a move in any game, or is ambiguous."""


class IllegalMoveError(PatienceError):
    """The rules forbid this move in this position."""


class ClosedStockError(IllegalMoveError):
    """Cards are left in the stock, but it is closed."""


class GameOverError(IllegalMoveError):
    """The game is over, so no move can be played."""


class HistoryError(PatienceError):
    """There is nothing to undo or redo."""


class UnknownVariantError(PatienceError):
    """There is no game of this name."""


class UnknownOptionError(PatienceError):
    """The game does not have this option, or the option does not have this value."""


class InvalidDealError(PatienceError):
    """The number or text is not a deal."""


class InvalidSaveError(PatienceError):
    """The text is not a saved game."""
