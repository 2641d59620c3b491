"""Commands as features define them."""

from __future__ import annotations

from typing import Any, Literal

from discord import app_commands

from bot.commands.context import Context, handles_errors

Size = Literal["small", "large"]


async def sized(context: Context, size: Size = "small") -> None:
    """Take an option of a type that only this file knows."""


def test_the_options_of_a_command_have_the_types_of_its_own_file() -> None:
    command = app_commands.Command[Any, ..., None](name="sized", description="x", callback=handles_errors(sized))
    (size,) = command.parameters
    assert [choice.value for choice in size.choices] == ["small", "large"]
