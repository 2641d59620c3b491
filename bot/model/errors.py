"""Errors that the code handles, or raises in several places. All others are plain PatienceErrors.

Their messages are for players. A request that raises one has changed nothing.
"""

from __future__ import annotations

from bot.model.game import BoardVersion, UserGame
from engine import IllegalMoveError, Move, PatienceError


class NoGameError(PatienceError):
    """The user has never played, or has deleted everything."""

    def __init__(self) -> None:
        super().__init__("You don't have a game yet. Start one with `/solitaire start`.")


class OldBoardError(PatienceError):
    def __init__(self) -> None:
        super().__init__("This is an old game. `/solitaire show` shows your current one.")


class ShelvedGameError(PatienceError):
    """The board is that of a game on the player's shelf. `board` names its latest version."""

    def __init__(self, board: BoardVersion) -> None:
        super().__init__("This game is waiting for you.")
        self.board = board


class ShelfFullError(PatienceError):
    """The shelf has no room for the game on the table: ask the player which game may go."""

    def __init__(self) -> None:
        super().__init__("You have no room for another game. `/solitaire games` shows those that are waiting.")


class StaleBoardError(PatienceError):
    def __init__(self) -> None:
        super().__init__("Your game has moved on since then, so I did nothing. `/solitaire show` shows your board.")


class UnreadableGameError(PatienceError):
    """The stored game cannot be parsed, only replaced. `board` names it and its version."""

    def __init__(self, board: BoardVersion) -> None:
        super().__init__("Sorry, your last game can't be loaded any more. Start a new one with `/solitaire start`.")
        self.board = board


class BusyError(PatienceError):
    """The change conflicted with others, or waited for them, for too long."""

    def __init__(self) -> None:
        super().__init__("You're playing this game somewhere else right now. Please try again.")


class WarnedError(PatienceError):
    """The move is legal but spoils the game in a way that does not show: ask the player first."""

    def __init__(self, warning: PatienceError, move: Move, board: BoardVersion) -> None:
        super().__init__(warning.template, **warning.values)
        self.move = move
        self.board = board


class MistakeError(IllegalMoveError):
    def __init__(self, refusal: IllegalMoveError) -> None:
        super().__init__("{refusal} That counts as an illegal move.", refusal=refusal)


class UnconfirmedError(PatienceError):
    """Giving up would end a ranked attempt or may be a slip, so the player must confirm it."""

    def __init__(self, current: UserGame) -> None:
        super().__init__("Give up this game?")
        self.current = current


class SpentAttemptError(PatienceError):
    """The player has begun their only attempt at this daily or challenge already."""


class DailyOverError(PatienceError):
    """The daily is of another day, or its key was revealed, so that no ranked attempt may begin."""

    def __init__(self) -> None:
        super().__init__("That daily is over. Play today's with `/solitaire daily`.")


class ChallengeTakenBackError(PatienceError):
    def __init__(self) -> None:
        super().__init__("This challenge was taken back. Start a new one with `/solitaire challenge`.")


class UnseenError(PatienceError):
    """The user asked to post something where only they would see it."""

    def __init__(self) -> None:
        super().__init__(
            "Only you can see what I post here, so I didn't. Try it in a group chat, or in a server channel where "
            "everyone sees my messages."
        )


class UnfinishedAttemptError(PatienceError):
    """The player asks for something that would spoil their unfinished ranked attempt."""

    def __init__(self) -> None:
        super().__init__("Finish your ranked attempt first: `/solitaire daily`.")
