"""What was pressed: a button, or a select with the value that was chosen in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.messages.custom_id import CustomId
from bot.model.errors import OldBoardError
from bot.model.game import BoardVersion

Value = TypeVar("Value")


@dataclass(frozen=True)
class Press:
    """A button or a select by its custom id; `chosen` is the value of a select."""

    component: CustomId
    chosen: str = ""

    @property
    def argument(self) -> str:
        """The argument in the custom id."""
        return self.component.argument

    @property
    def board(self) -> BoardVersion:
        """The board that the component is on."""
        return BoardVersion(self.component.game_id, self.component.version)


def parse_component(parse: Callable[..., Value], *texts: str) -> Value:
    """Parse what a component says. Raises OldBoardError if it makes no sense: another version of the bot drew it."""
    try:
        return parse(*texts)
    except ValueError:
        raise OldBoardError from None
