"""The identity of a button or select: what it does, and on which board.

Discord sends it back with a press, so components keep working after a restart. Anyone can send any custom id with a
modified client, so all parsers raise ValueError for text that the bot does not write.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from bot.messages.actions import Action
from bot.model.challenge import CHALLENGE, challenge_id
from bot.model.daily.contest import DAILY, daily_id
from bot.model.daily.deals import GAMES
from bot.model.game import NewGame, Pool
from engine import VARIANTS
from engine.deal import DEAL_COUNT

LAST_ID = 2**63 - 1
"""The database stores ids as signed 64-bit integers."""

LAST_VERSION = 2**31 - 1
"""The database stores versions, and numbers of moves, as signed 32-bit integers."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")

_PATTERN = re.compile(
    rf"solitaire:(?P<action>{'|'.join(Action)}):(?P<game>[0-9]+):(?P<version>[0-9]+):(?P<argument>.{{0,60}})"
)

_AGAIN = "again"
"""Replaces the kind of a daily that is not dealt for a rank."""


class CustomId(NamedTuple):
    """What a component does, and for which version of which game; both are 0 off boards.

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
    """Write what to deal as the argument of a button. The day of a daily is enough, since its game comes first.

    >>> write_new(NewGame("diplomat", 7, {"stock": "free"}))
    'diplomat,7,stock=free'
    >>> write_new(NewGame("tens", contest=daily_id(date(2026, 11, 21), "tens"), is_ranked=True))
    'tens,daily=2026-11-21'
    >>> write_new(NewGame("tens", contest=challenge_id(7), is_ranked=True))
    'tens,challenge=7'
    >>> write_new(NewGame("diplomat", pool=Pool.EASY))
    'diplomat,easy'
    """
    if new.contest is not None:
        kind = new.contest.kind if new.is_ranked else _AGAIN
        return f"{new.variant},{kind}={new.contest.key.removesuffix(f'/{new.variant}')}"
    pool = "" if new.pool is Pool.WINNABLE else new.pool
    number = pool if new.deal is None else str(new.deal)
    return ",".join((new.variant, number, *(f"{name}={value}" for name, value in (new.options or {}).items())))


def parse_new(argument: str) -> NewGame:
    """Parse what `write_new` wrote; raises ValueError for anything else.

    >>> parse_new("tens,") == NewGame("tens", options={})
    True
    """
    variant, number, *options = argument.split(",")
    if variant not in VARIANTS:
        raise ValueError(f"{variant!r} is no game")
    kind, is_contest, name = number.partition("=")
    if is_contest:
        return _parse_contest(variant, kind, name)
    chosen = dict(option.split("=") for option in options)
    if not number:
        return NewGame(variant, options=chosen)
    if number in set(Pool):
        return NewGame(variant, options=chosen, pool=Pool(number))
    return NewGame(variant, parse_number(number, DEAL_COUNT - 1), chosen)


def _parse_contest(variant: str, kind: str, name: str) -> NewGame:
    if kind in (DAILY, _AGAIN) and variant in GAMES:
        return NewGame(variant, contest=daily_id(parse_date(name), variant), is_ranked=kind == DAILY)
    if kind == CHALLENGE:
        return NewGame(variant, contest=challenge_id(parse_id(name)), is_ranked=True)
    raise ValueError(f"{kind!r} is no kind of contest at {variant!r}")


def parse_number(text: str, last: int) -> int:
    """Parse a number from 0 to `last`.

    >>> parse_number("8", last=9)
    8
    """
    if not _NUMBER.fullmatch(text) or int(text) > last:
        raise ValueError(f"{text!r} is not a number from 0 to {last}")
    return int(text)


def parse_id(text: str) -> int:
    """Parse an id of the bot or of Discord."""
    found = parse_number(text, LAST_ID)
    if not found:
        raise ValueError("no id is 0")
    return found


def parse_date(text: str) -> date:
    """Parse a day, written as 2026-11-21."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(f"{text!r} is not written as the bot writes days")
    return day
