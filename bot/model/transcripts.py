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

from bot.model.score import Score, counts_refusals
from engine import Game, PatienceError, Status

HINT_MOVES = 5
"""The moves that a hint counts as."""

_MOST_DIGITS = 10  # of seconds: three hundred years


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
    game: Game
    """At the end of the transcript."""
    effort: int
    """The cost of the attempt by `price`, action by action."""
    seconds: int
    """From the first board to the last action."""

    @property
    def score(self) -> Score:
        """What the attempt is ranked by."""
        is_given_up = self.game.status is Status.GIVEN_UP
        return Score(self.game.variant.name, self.game.cards_home, self.effort, self.seconds, is_given_up)


def with_action(transcript: str, action: str, seconds: int) -> str:
    """Append an action, this many seconds after the previous one; 0 if the clock was set back.

    >>> with_action("3>5@12", TranscriptAction.UNDO, 3)
    '3>5@12 undo@3'
    """
    return f"{transcript} {action}@{max(0, seconds)}".lstrip()


def price(variant: str, action: str, played: int = 0) -> int:
    """The moves that an action adds to the effort of a ranked attempt after this many moves.

    In a game that counts refused moves, only those cost anything.

    >>> price("dimes", "undo"), price("dimes", "3>f&w>f", 2), price("tens", "4+8", 1)
    (1, 2, 0)
    """
    if counts_refusals(variant):
        return int(action == TranscriptAction.REFUSED)
    match action:
        case TranscriptAction.UNDO:
            return 1
        case TranscriptAction.HINT:
            return HINT_MOVES
        case TranscriptAction.GIVE_UP | TranscriptAction.REFUSED:
            return 0
        case _:
            return played


def is_unaided(transcript: str | None) -> bool:
    """Whether a ranked attempt used neither undo nor hints; False for other games, where nobody records that.

    >>> is_unaided("3>5@12 draw@1"), is_unaided("3>5@12 undo@3"), is_unaided("hint@9 3>5@12"), is_unaided(None)
    (True, False, False, False)
    """
    helps = (f"{TranscriptAction.UNDO}@", f"{TranscriptAction.HINT}@")
    return transcript is not None and not any(help_ in transcript for help_ in helps)


def ends_with_hint(transcript: str) -> bool:
    """Whether the player has done nothing since their last hint.

    >>> ends_with_hint("hint@9 3>5@12 hint@3"), ends_with_hint("hint@3 3>5@12")
    (True, False)
    """
    return transcript.rpartition(" ")[2].startswith(f"{TranscriptAction.HINT}@")


def seconds_of(transcript: str) -> int:
    """The seconds from the first board to the last action.

    >>> seconds_of("3>5@12 undo@3 draw@1")
    16
    """
    return sum(int(entry.rpartition("@")[2]) for entry in transcript.split())


def hints(transcript: str | None) -> int:
    """The hints given in a ranked attempt; 0 for any other game."""
    return (transcript or "").count(f"{TranscriptAction.HINT}@")


def replay(variant: str, deal: int, transcript: str, options: Mapping[str, str] | None = None) -> Outcome:
    """Play a transcript from its deal. Raises InvalidTranscriptError if the rules do not allow it."""
    effort = seconds = 0
    try:
        game = Game.new(variant, deal, options)
        for entry in transcript.split():
            if game.status is not Status.PLAYING:
                raise InvalidTranscriptError(f"{entry} comes after the end.")
            action, _, pause = entry.rpartition("@")
            seconds += _seconds(pause)
            match action:
                case TranscriptAction.UNDO:
                    game.undo()
                case TranscriptAction.REDO:
                    game.redo()
                case TranscriptAction.GIVE_UP:
                    game.give_up()
                case TranscriptAction.HINT | TranscriptAction.REFUSED:
                    pass
                case _:
                    game.play(*action.split("&"))
            effort += price(variant, action, len(game.steps[-1]) if game.steps else 0)
    except PatienceError as error:
        raise InvalidTranscriptError(str(error)) from error
    return Outcome(game, effort, seconds)


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise InvalidTranscriptError(f"“{text[:40]}” is not a number of seconds.")
    return int(text)
