"""Words that players type in place of a move: what the buttons under a board say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.language import Language
from bot.messages.custom_id import Action
from bot.messages.labels import stock_verb
from engine.cards import normalize
from engine.moves import DASHES
from engine.rules import Rules

_BETWEEN = re.compile(rf"[\s{DASHES}]+")

_LABELS: Mapping[Action, Sequence[str]] = {
    Action.DRAW: ("Draw", "Deal"),
    Action.HOME: ("Home",),
    Action.UNDO: ("Undo",),
    Action.REDO: ("Redo",),
    Action.HINT: ("Hint",),
    Action.FINISH: ("Finish",),
    Action.GIVE_UP: ("Give up",),
    Action.REPLAY: ("Replay",),
    Action.ANALYSE: ("Analyse", "Analyze"),
    Action.SHELF: ("Shelf",),
}


def typed_action(typed: str, language: Language) -> Action | None:
    """The action of the button that says what was typed, in English or this language; None if it is no such word."""
    typed = _key(typed)
    for action, labels in _LABELS.items():
        for label in labels:
            if typed in (_key(label), _key(language.text(label))):
                return action
    return None


def matching_words(typed: str, rules: Rules, language: Language) -> dict[str, str]:
    """The words that begin with what was typed so far, as they are typed and as the buttons of the game say them."""
    typed = _key(typed)
    if not typed:
        return {}
    lacking = set()
    if stock_verb(rules, language) is None:
        lacking.add(Action.DRAW)
    if not rules.has_foundations:
        lacking.add(Action.HOME)
    return {
        str(action): language.text(labels[0])
        for action, labels in _LABELS.items()
        for label in labels
        if action not in lacking and (_key(label).startswith(typed) or _key(language.text(label)).startswith(typed))
    }


def _key(text: str) -> str:
    return " ".join(_BETWEEN.split(normalize(text)))
