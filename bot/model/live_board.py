"""The message in which a user's game is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LiveBoard:
    """A message that shows a game. All fields are Discord's ids, which grow with time; `drawn_by` is an interaction."""

    game_id: int
    channel_id: int
    message_id: int
    drawn_by: int
