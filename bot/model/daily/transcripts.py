"""Everything that a player did in a ranked attempt, as one line of text, and its outcome.

A transcript is a list of actions, each followed by `@` and the seconds since the previous one (for the first, since the
board was shown). An action is the moves of a step, joined by `&` as in a saved game, or a word of `TranscriptAction`.
`3>5@12 undo@3 draw@1` took sixteen seconds. The result follows from the deal and the transcript, so any stored result
can be verified.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.model.daily.ranking import Score, counts_refusals
from engine import Game, PatienceError, Status

HINT_MOVES = 5
"""How many moves a hint counts as."""

_MOST_DIGITS = 10  # of seconds: three hundred years


Path = tuple[tuple[int, int], ...]
"""The cards home in the course of a game: pairs of a move or a second, both from 0, and how many are home then."""


class TranscriptAction(StrEnum):
    """What a player can do in an attempt apart from playing moves."""

    UNDO = "undo"
    REDO = "redo"
    GIVE_UP = "give-up"
    HINT = "hint"
    REFUSED = "refused"  # the player tried a move that the rules forbid


class InvalidTranscriptError(ValueError):
    """The text is not a transcript of this deal."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt."""

    game: Game
    """The game at the end of the transcript."""
    moves: int
    """Moves played, including those undone; each undo counts as one more, and each hint as five."""
    refused: int
    """Moves that the player tried but the rules forbid."""
    seconds: int
    """From the first board to the last action."""
    path: Path
    """The cards home after each action, by the seconds since the first board."""

    @property
    def score(self) -> Score:
        """What the attempt is ranked by."""
        variant = self.game.variant.name
        effort = self.refused if counts_refusals(variant) else self.moves
        return Score(variant, self.game.home, effort, self.seconds)


def with_action(transcript: str, action: str, seconds: int) -> str:
    """Append an action, this many seconds after the previous one; 0 if the clock was set back.

    >>> with_action("3>5@12", TranscriptAction.UNDO, 3)
    '3>5@12 undo@3'
    """
    return f"{transcript} {action}@{max(0, seconds)}".lstrip()


def refused_moves(transcript: str | None) -> int | None:
    """How many moves were refused in a ranked attempt; None for any other game.

    >>> refused_moves("4+8@3 refused@1 refused@2")
    2
    """
    return None if transcript is None else transcript.count(f"{TranscriptAction.REFUSED}@")


def ends_with_hint(transcript: str) -> bool:
    """Whether the player has done nothing since their last hint.

    >>> ends_with_hint("hint@9 3>5@12 hint@3"), ends_with_hint("hint@3 3>5@12")
    (True, False)
    """
    return transcript.rpartition(" ")[2].startswith(f"{TranscriptAction.HINT}@")


def hints(transcript: str | None) -> int:
    """How many hints were given in a ranked attempt; 0 for any other game."""
    return (transcript or "").count(f"{TranscriptAction.HINT}@")


def replay(variant: str, deal: int, transcript: str, options: Mapping[str, str] | None = None) -> Outcome:
    """Play a transcript from its deal. Raises InvalidTranscriptError if the rules do not allow it."""
    moves = refused = seconds = 0
    try:
        game = Game.new(variant, deal, options)
        path = [(0, game.home)]
        for entry in transcript.split():
            if game.status is not Status.PLAYING:
                raise InvalidTranscriptError(f"{entry} comes after the end.")
            action, _, pause = entry.rpartition("@")
            seconds += _seconds(pause)
            match action:
                case TranscriptAction.UNDO:
                    game.undo()
                    moves += 1
                case TranscriptAction.REDO:
                    moves += len(game.redo())
                case TranscriptAction.GIVE_UP:
                    game.give_up()
                case TranscriptAction.HINT:
                    moves += HINT_MOVES
                case TranscriptAction.REFUSED:
                    refused += 1
                case _:
                    game.play(*action.split("&"))
                    moves += len(game.steps[-1])
            path.append((seconds, game.home))
    except PatienceError as error:
        raise InvalidTranscriptError(str(error)) from error
    return Outcome(game, moves, refused, seconds, tuple(path))


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise InvalidTranscriptError(f"“{text[:40]}” is not a number of seconds.")
    return int(text)
