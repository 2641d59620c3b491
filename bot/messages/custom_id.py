"""The identity of a button or select: what it does, and on which board.

Discord sends it back with a press, so components keep working after a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.messages.actions import Action
from bot.messages.parsing import LAST_ID, LAST_VERSION, parse_date, parse_id, parse_number
from bot.model.daily.deals import GAMES
from bot.model.game import NewGame
from engine import VARIANTS
from engine.deal import DEAL_COUNT
from engine.rules import Difficulty

_PATTERN = re.compile(
    rf"solitaire:(?P<action>{'|'.join(Action)}):(?P<game>[0-9]+):(?P<version>[0-9]+):(?P<argument>.{{0,60}})"
)

_CHALLENGE = "challenge="
"""The prefix of the id of a challenge to play."""

_RANKED, _AGAIN = "daily=", "again="
"""Prefixes of the day of a daily to deal: for a rank, or unranked."""

_ANY = "any"
"""Written in place of a deal's number: any deal, winnable or not."""


@dataclass(frozen=True)
class CustomId:
    """What a component does, for which version of which game; both are 0 off boards.

    >>> str(CustomId(Action.PLAY, game_id=7, version=2, argument="3>5"))
    'solitaire:play:7:2:3>5'
    """

    action: Action
    game_id: int = 0
    version: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"solitaire:{self.action}:{self.game_id}:{self.version}:{self.argument}"

    @classmethod
    def parse(cls, text: str) -> CustomId:
        """Read what `str` wrote. Raises ValueError for anything else.

        >>> CustomId.parse("solitaire:undo:7:2:").action
        <Action.UNDO: 'undo'>
        """
        match = _PATTERN.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not one of our custom ids")
        game_id = parse_number(match["game"], LAST_ID)
        version = parse_number(match["version"], LAST_VERSION)
        return cls(Action(match["action"]), game_id, version, match["argument"])


def write_new(new: NewGame) -> str:
    """Write what to deal as the argument of a button.

    >>> write_new(NewGame("diplomat", 7, {"stock": "free"}))
    'diplomat,7,stock=free'
    >>> from datetime import date
    >>> write_new(NewGame("tens", day=date(2026, 11, 21), is_ranked=True))
    'tens,daily=2026-11-21'
    >>> write_new(NewGame("tens", is_ranked=True, challenge_id=7))
    'tens,challenge=7'
    >>> write_new(NewGame("diplomat", level=Difficulty.EASY))
    'diplomat,easy'
    """
    if new.challenge_id is not None:
        return f"{new.variant},{_CHALLENGE}{new.challenge_id}"
    if new.day is not None:
        return f"{new.variant},{_RANKED if new.is_ranked else _AGAIN}{new.day.isoformat()}"
    number = (_ANY if new.is_any else new.level or "") if new.deal is None else str(new.deal)
    return ",".join((new.variant, number, *(f"{name}={value}" for name, value in (new.options or {}).items())))


def parse_new(argument: str) -> NewGame:
    """Parse what `write_new` wrote; raises ValueError for anything else.

    >>> parse_new("tens,") == NewGame("tens", options={})
    True
    """
    variant, number, *options = argument.split(",")
    if variant not in VARIANTS:
        raise ValueError(f"{variant!r} is no game")
    if number.startswith(_CHALLENGE):
        return NewGame(variant, is_ranked=True, challenge_id=parse_id(number.removeprefix(_CHALLENGE)))
    for prefix in (_RANKED, _AGAIN):
        if number.startswith(prefix):
            if variant not in GAMES:
                raise ValueError(f"{variant!r} is no game of a daily")
            day = parse_date(number.removeprefix(prefix))
            return NewGame(variant, day=day, is_ranked=prefix == _RANKED)
    is_any = number == _ANY
    level = Difficulty(number) if number in set(Difficulty) else None
    deal = parse_number(number, DEAL_COUNT - 1) if number and not is_any and level is None else None
    return NewGame(variant, deal, dict(option.split("=") for option in options), is_any=is_any, level=level)
