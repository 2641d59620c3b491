"""Words that players type in place of a move: what the buttons under a board say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import stock_verb
from engine.cards import normalize
from engine.moves import DASHES
from engine.rules import Rules

_BETWEEN = re.compile(rf"[\s{DASHES}]+")


def typed_action(typed: str, language: Language) -> Action | None:
    """The action that a word names in English or this language, if any."""
    return _words(language).get(_plain(typed))


def matching_words(typed: str, rules: Rules, language: Language) -> dict[str, str]:
    """The actions of a game whose words start with the typed text, and the labels of their buttons."""
    typed = _plain(typed)
    if not typed:
        return {}
    lacking = set()
    if stock_verb(rules, language) is None:
        lacking.add(Action.DRAW)
    if not rules.has_foundations:
        lacking.add(Action.HOME)
    return {
        action: language.text(action.label)
        for word, action in _words(language).items()
        if action not in lacking and word.startswith(typed)
    }


@cache
def _words(language: Language) -> Mapping[str, Action]:
    """The actions by their words in English and in this language."""
    return {_plain(text): action for action in Action for word in action.words for text in (word, language.text(word))}


def _plain(text: str) -> str:
    return " ".join(_BETWEEN.split(normalize(text)))
