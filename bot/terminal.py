"""Slash commands as typed lines, and answers as text: Discord without a page, for `bot.local`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import simcord
from discord import AppCommandOptionType
from discord.app_commands import AppCommand, AppCommandGroup, Argument

_NAMED = re.compile(r"(?P<name>[a-z_][a-z0-9_-]*):(?P<value>.*)")
_GROUPS = (AppCommandOptionType.subcommand, AppCommandOptionType.subcommand_group)


class TypingError(Exception):
    """A line that Discord would not let anyone send; the message says why."""


def read_command(line: str, commands: Sequence[AppCommand]) -> tuple[str, Mapping[str, str]]:
    """Read a typed command: its full name, and its options by name.

    Options come in their order (`/solitaire start tens 7`) or by name (`/solitaire start tens deal:7`); words beyond
    the last option belong to it (`/solitaire move 3 > 5`). Raises TypingError for what is no command.
    """
    if not line.startswith("/"):
        raise TypingError("Commands start with a slash: try /solitaire help.")
    words = line[1:].split()
    node, words = _pick(words, {command.name: command for command in commands}, "commands are", "/")
    path = [node.name]
    while subcommands := {
        option.name: option for option in node.options if isinstance(option, AppCommandGroup) and option.type in _GROUPS
    }:
        node, words = _pick(words, subcommands, f"/{' '.join(path)} has", "")
        path.append(node.name)
    arguments = [option for option in node.options if isinstance(option, Argument)]
    return " ".join(path), _read_options(words, arguments)


def _pick(
    words: list[str], known: Mapping[str, AppCommand | AppCommandGroup], what: str, mark: str
) -> tuple[AppCommand | AppCommandGroup, list[str]]:
    names = ", ".join(mark + name for name in known)
    if not words:
        raise TypingError(f"Which command? The {what} {names}." if mark else f"Which of them? {what} {names}.")
    if words[0] not in known:
        raise TypingError(f"There is no “{words[0]}”: the {what} {names}." if mark else f"{what} {names}.")
    return known[words[0]], words[1:]


def _read_options(words: Sequence[str], arguments: Sequence[Argument]) -> Mapping[str, str]:
    given: dict[str, str] = {}
    last: str | None = None
    for word in words:
        named = _NAMED.fullmatch(word)
        if named is not None:
            last = named["name"]
            if last in given:
                raise TypingError(f"The option {last} is given twice.")
            given[last] = named["value"]
            continue
        free = next((argument.name for argument in arguments if argument.name not in given), None)
        if free is not None:
            given[free] = word
            last = free
        elif last is not None:
            given[last] += f" {word}"
        else:
            raise TypingError(f"This command takes no options, but “{word}” was given.")
    return {name: _choice(value, name, arguments) for name, value in given.items()}


def _choice(value: str, name: str, arguments: Sequence[Argument]) -> str:
    """The value of a choice that is named by its value or by what Discord shows for it, in any case."""
    for argument in arguments:
        for choice in argument.choices if argument.name == name else ():
            if value.casefold() in (str(choice.value).casefold(), choice.name.casefold()):
                return str(choice.value)
    return value


def explain(error: simcord.SetupError) -> str:
    """What Discord's own client would say to a command that it does not send."""
    notes = getattr(error, "__notes__", [])
    return " ".join([f"{error}.", *notes])


def messages_of(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """The messages that answer an interaction."""
    return [message for message in (result.response, *result.followups) if message is not None]


def as_text(message: simcord.ResponseMessage) -> str:
    """A message as plain text, its buttons in a line: [Undo], or (Undo) where it is disabled."""
    parts = ["(only you can see this)" if message.ephemeral else "", message.content]
    for embed in message.embeds:
        title = " · ".join(part for part in (embed.author.name, embed.title) if part)
        fields = [f"\n{field.name}\n{field.value}" for field in embed.fields]
        parts += [title, embed.description or "", *fields]
    buttons = [button for row in message.components for button in row.get("components", ())]
    parts.append(
        " ".join(f"({button['label']})" if button.get("disabled") else f"[{button['label']}]" for button in buttons)
    )
    return _plain("\n".join(part for part in parts if part))


def _plain(markdown: str) -> str:
    return re.sub(r"```\n?|\*\*|`", "", markdown)
