"""The choices that commands offer, which Discord may know from an older version."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands


def check_choices(command: object, options: Mapping[str, object]) -> None:
    """Raise CommandSignatureMismatch for a choice that is not offered: Discord may know an older command."""
    if not isinstance(command, app_commands.Command):
        return
    for parameter in command.parameters:
        value = options.get(parameter.name)
        if parameter.choices and value is not None and value not in {choice.value for choice in parameter.choices}:
            raise app_commands.CommandSignatureMismatch(command)
