"""What a message in a channel shows of a game."""

from __future__ import annotations

import re

from tests.support.wire.interactions import Interaction
from tests.support.wire.objects import Message


def moves_made(message: Message) -> int:
    """The number of moves that a board shows, as an embed or, in the text view, as content."""
    said = "\n".join((message.content, *(str(embed.get("description")) for embed in message.embeds)))
    found = re.search(r"\*\*(\d+)\*\*\smoves?", said)
    assert found is not None, message
    return int(found[1])


def version_in(message: Message) -> int:
    """The version of the game that the buttons of a board are for."""
    return int(message.components[0]["components"][0]["custom_id"].split(":")[3])


def told(answered: Interaction) -> str:
    """The text that only this person saw."""
    assert answered.shown.is_private
    return answered.shown.content
