"""The identity of a button or select: what it does, on which board.

It is all that one knows of, so it works after a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    """What a button or select does."""

    MOVE = "move"  # a select of moves; under a hint a button, whose argument is the move
    SOURCE = "source"  # a select of what can move
    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"
    HOME = "home"  # all cards that can safely go home
    HINT = "hint"
    FINISH = "finish"  # plays to the win, where nothing is left to decide
    ANALYSE = "analyse"
    MENU = "menu"  # opens the menu; the argument `close` closes it
    NEW = "new"  # deals the same game anew; asks first when a game is going
    GIVE_UP = "give-up"
    RULES = "rules"
    SHARE = "share"
    REPLAY = "replay"
    STATISTICS = "stats"
    SETTINGS = "settings"
    SET = "set"  # changes a setting; the argument says which, and to what
    DEAL = "deal"  # deals what the argument says; asks first when a game is going
    PLAY = "play"  # a move that was warned of; the argument is its text
    START = "start"  # a game that was asked about; the argument says which
    KEEP = "keep"  # go on as before
    DAILY = "daily"  # plays a daily for a rank; the argument is a game and a day
    RANKS = "ranks"  # opens a leaderboard; the argument says which, and where
    HIDE = "hide"  # hides the player on leaderboards or not; the argument is on or off
    EXPORT = "export"  # a file of all that is kept of the player
    DELETE = "delete"  # deletes all that is kept of the player; asks first
    FORGET = "forget"  # deletes it


_PATTERN = re.compile(
    rf"solitaire:(?P<action>{'|'.join(Action)}):(?P<game>0|[1-9][0-9]{{0,18}}):(?P<version>0|[1-9][0-9]{{0,9}}):"
    r"(?P<argument>.{0,60})"
)

_LAST_GAME = 2**63 - 1
"""Ids at Discord are 64 bits, and the database keeps them with a sign."""


@dataclass(frozen=True)
class CustomId:
    """One button or select of one board: the game and its version say which. Off boards both are 0.

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
        """Read what `str` wrote; raises ValueError for anything else.

        >>> CustomId.parse("solitaire:undo:7:2:").action
        <Action.UNDO: 'undo'>
        """
        match = _PATTERN.fullmatch(text)
        if match is None or int(match["game"]) > _LAST_GAME:
            raise ValueError(f"{text!r} is no button of ours")
        return cls(Action(match["action"]), int(match["game"]), int(match["version"]), match["argument"])
