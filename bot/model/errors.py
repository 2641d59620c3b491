"""What a player is told when a request cannot be met. Nothing has changed then."""

from __future__ import annotations

from bot.model.game import Board
from engine import Move, PatienceError


class NoGameNamedError(PatienceError):
    """The rules are asked for by a player without a game, who does not say which."""

    def __init__(self) -> None:
        super().__init__("You have no game yet. Choose one in `/solitaire rules`, or deal one with `/solitaire start`.")


class CertainDealError(PatienceError):
    """A deal is asked for by its number, and whether it can be won as well."""

    def __init__(self) -> None:
        super().__init__("A deal with a number is what it is: leave out the number, or whether it can be won.")


class GameInProgressError(PatienceError):
    """A new game would end the one that the player is in."""

    def __init__(self) -> None:
        super().__init__(
            "You are in the middle of a game. `/solitaire show` brings it up, `/solitaire give-up` ends it."
        )


class OldBoardError(PatienceError):
    """A button of a board that is not the player's current game."""

    def __init__(self) -> None:
        super().__init__("This board is from an earlier game. `/solitaire show` brings up your current one.")


class StaleBoardError(PatienceError):
    """A button of a board that has been played on since it was drawn."""

    def __init__(self) -> None:
        super().__init__("Your game has gone on since, so nothing was done. `/solitaire show` brings up your board.")


class UnreadableGameError(PatienceError):
    """The stored game makes no sense, so it can only be replaced."""

    def __init__(self, board: Board) -> None:
        super().__init__("Your last game can't be read any more, sorry. Deal a new one with `/solitaire start`.")
        self.board = board


class BusyError(PatienceError):
    """The game kept changing while this change was tried."""

    def __init__(self) -> None:
        super().__init__("Your game is being changed from elsewhere. Please try again.")


class PrivateStatisticsError(PatienceError):
    """Statistics that a player keeps to themselves."""

    def __init__(self, player: str) -> None:
        super().__init__("{player} keeps their statistics private.", player=player)


class WarnedError(PatienceError):
    """A legal move that spoils the game in a way that does not show: the player is asked first."""

    def __init__(self, warning: PatienceError, move: Move, board: Board) -> None:
        super().__init__(warning.template, **warning.values)
        self.move = move
        self.board = board


class AtStakeError(PatienceError):
    """A ranked attempt is to be given up, which cannot be taken back: the player is asked first."""

    def __init__(self, home: int, pack: int, board: Board) -> None:
        super().__init__(
            "Giving up ends your ranked attempt for good. It counts as it is, with {home} of {pack} home.",
            home=home,
            pack=pack,
        )
        self.board = board


class DailyOverError(PatienceError):
    """A ranked attempt at a daily that is of another day, or whose key has been told."""

    def __init__(self) -> None:
        super().__init__("That daily is over. `/solitaire daily` begins today's.")


class UnfinishedAttemptError(PatienceError):
    """A replay or a result of a daily that the player has not finished."""

    def __init__(self) -> None:
        super().__init__("Finish your ranked attempt at this daily first: `/solitaire daily`.")


class UncountedAttemptError(PatienceError):
    """A ranked attempt that is over and has no result."""

    def __init__(self) -> None:
        super().__init__("This attempt does not count: it did not end in its time.")


class InvalidDateError(PatienceError):
    """A text that is no date."""

    def __init__(self, text: str) -> None:
        super().__init__("“{text}” is no date. Write it as in 2026-11-21, or choose one.", text=text)


class NoResultError(PatienceError):
    """A result is to be shared where there is none."""

    def __init__(self) -> None:
        super().__init__("You have no result to share yet. Finish today's daily first: `/solitaire daily`.")


class NoServerError(PatienceError):
    """Something of a server is asked for outside of any."""

    def __init__(self) -> None:
        super().__init__("There is no server here. Choose the world instead.")


class NotManagerError(PatienceError):
    """A setting of a server is changed by someone who may not."""

    def __init__(self) -> None:
        super().__init__("Only those who may manage this server can do that.")


class NoTextChannelError(PatienceError):
    """A channel is chosen for announcements that holds no messages of its own."""

    def __init__(self) -> None:
        super().__init__("Nothing can be announced in a channel of that kind. Choose a text channel.")
