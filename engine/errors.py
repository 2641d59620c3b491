"""What can go wrong, said so that a player understands it.

Every message is a template and its values, so that whoever shows it may translate the template first. The template
is one plain literal, for `gettext` to find; the values are no English: cards, moves, numbers, ranks, names, lists of
these, or another such error.
"""

from __future__ import annotations


class PatienceError(ValueError):
    """A request that cannot be met; nothing was changed.

    `template` holds `{names}` that `values` fill in; `str(error)` is the English text.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)


class InvalidMoveError(PatienceError):
    """A text that is no move in any game, or does not say which."""


class IllegalMoveError(PatienceError):
    """A move that the rules forbid in this position."""


class GameOverError(IllegalMoveError):
    """The game has ended, so nothing can be played in it."""


class UndoLineError(PatienceError):
    """There is nothing to undo, or nothing to redo."""


class UnknownVariantError(PatienceError):
    """No game has this name."""


class UnknownOptionError(PatienceError):
    """The game has no such option, or the option no such value."""


class InvalidDealError(PatienceError):
    """Not a deal number."""


class InvalidSaveError(PatienceError):
    """A text that is not a saved game."""
