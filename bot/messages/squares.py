"""Ten squares that tell how a ranked attempt went, without a card, pile or time of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.language import Language
from bot.model.game import UserGame
from bot.model.transcripts import TranscriptAction
from engine import Status

SQUARES = 10

_ACTIONS_AN_UNDO = 12
"""A part of an attempt is yellow if at least one action in so many is an undo."""

_STRAIGHT = "🟩"
_UNDONE = "🟨"
_HINTED = "🟥"
_LEFT = "⬛"


def squares(attempt: UserGame) -> str:
    """A coloured square for each part of the attempt, and a black one for each tenth of the pack that is not home.

    A win has ten parts, any other attempt with a card home one to nine. Empty in a game of luck, where an undo gains
    nothing.
    """
    game = attempt.game
    if attempt.transcript is None or game.variant.rules.is_luck:
        return ""
    if not game.cards_home:
        return _LEFT * SQUARES
    tenths = SQUARES * game.cards_home // game.position.pack
    parts = SQUARES if game.status is Status.WON else max(1, min(tenths, SQUARES - 1))
    actions = [entry.partition("@")[0] for entry in attempt.transcript.split()]
    ends = [len(actions) * part // parts for part in range(parts + 1)]
    coloured = [_square(actions[start:end]) for start, end in pairwise(ends)]
    return "".join(coloured).ljust(SQUARES, _LEFT)


def legend(language: Language) -> str:
    """What the colours mean, in small print."""
    return "-# " + language.text(
        "{straight} no help · {undone} undos · {hinted} hints", straight=_STRAIGHT, undone=_UNDONE, hinted=_HINTED
    )


def squares_in_words(drawn: str, language: Language) -> str:
    """A sentence for screen readers in place of squares."""
    if not drawn:
        return ""
    return language.text(
        "Of ten parts, {straight} went straight, {undone} had undos, {hinted} had hints, and {left} are left.",
        straight=drawn.count(_STRAIGHT),
        undone=drawn.count(_UNDONE),
        hinted=drawn.count(_HINTED),
        left=drawn.count(_LEFT),
    )


def _square(actions: Sequence[str]) -> str:
    if TranscriptAction.HINT in actions:
        return _HINTED
    undone = actions.count(TranscriptAction.UNDO)
    return _UNDONE if undone and undone * _ACTIONS_AN_UNDO >= len(actions) else _STRAIGHT
