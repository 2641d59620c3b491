"""What Discord refuses for its size or shape, with error 50035."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from tests.support.wire.objects import Payload

MOST_CHARACTERS_OF_COMMAND = 8000
"""https://discord.com/developers/docs/interactions/application-commands#slash-commands."""

MOST_EMOJI = 2000
LARGEST_EMOJI = 256 * 1024
"""https://discord.com/developers/docs/resources/emoji#application-owned-emojis."""

_BUTTON, _SELECT, _LINK = 2, 3, 5
_NAME = re.compile(r"[-_'\w]{1,32}")
_EMOJI_NAME = re.compile(r"\w{2,32}")


def faults_of_message(parts: Payload, emoji: Collection[int], *, files: int) -> list[str]:
    """What is wrong with a message (https://discord.com/developers/docs/resources/message#create-message-jsonform-params).

    `emoji` are those that the application owns.
    """
    embeds = parts.get("embeds") or []
    return [
        *_longer("content", parts.get("content"), 2000),
        *_more("embeds", embeds, 10),
        *(fault for embed in embeds for fault in _of_embed(embed)),
        *_more("characters in embeds", "".join(text for embed in embeds for text in _texts(embed)), 6000),
        *_of_rows(parts.get("components") or [], emoji),
        *(["files: more than 10"] if files > 10 else []),
    ]


def is_empty(parts: Payload, *, files: int) -> bool:
    """Whether nothing of a new message could be seen, which is error 50006."""
    return not (files or any(parts.get(name) for name in ("content", "embeds", "components")))


def faults_of_choices(choices: list[Payload]) -> list[str]:
    """What is wrong with the choices of an autocompletion."""
    return [
        *_more("choices", choices, 25),
        *(fault for choice in choices for fault in _shorter("choice", choice.get("name"), 100)),
        *(fault for choice in choices for fault in _shorter("value", str(choice.get("value")), 100)),
    ]


def faults_of_commands(commands: list[Payload]) -> list[str]:
    """What is wrong with commands that are registered."""
    return [
        *_more("commands", commands, 100),
        *_twice("command", [command.get("name") for command in commands]),
        *(fault for command in commands for fault in _of_command(command)),
        *(
            f"command {command.get('name')}: longer than {MOST_CHARACTERS_OF_COMMAND}"
            for command in commands
            if _characters(command) > MOST_CHARACTERS_OF_COMMAND
        ),
    ]


def faults_of_emoji(name: str, image: bytes, owned: int) -> list[str]:
    """What is wrong with one more emoji of the application's."""
    return [
        *([] if _EMOJI_NAME.fullmatch(name) else [f"name: {name!r}"]),
        *(["image: too large"] if len(image) > LARGEST_EMOJI else []),
        *([f"emojis: more than {MOST_EMOJI}"] if owned >= MOST_EMOJI else []),
    ]


def _of_embed(embed: Payload) -> Iterator[str]:
    yield from _longer("title", embed.get("title"), 256)
    yield from _longer("description", embed.get("description"), 4096)
    yield from _longer("footer", (embed.get("footer") or {}).get("text"), 2048)
    yield from _longer("author", (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    yield from _more("fields", fields, 25)
    for field in fields:
        yield from _shorter("field name", field.get("name"), 256)
        yield from _shorter("field value", field.get("value"), 1024)


def _texts(embed: Payload) -> Iterator[str]:
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    yield (embed.get("footer") or {}).get("text") or ""
    yield (embed.get("author") or {}).get("name") or ""
    for field in embed.get("fields") or []:
        yield field.get("name", "") + field.get("value", "")


def _of_rows(rows: list[Payload], emoji: Collection[int]) -> Iterator[str]:
    yield from _more("rows", rows, 5)
    parts = [part for row in rows for part in row.get("components", ())]
    yield from _twice("custom_id", [part["custom_id"] for part in parts if "custom_id" in part])
    for row in rows:
        kinds = [part["type"] for part in row.get("components", ())]
        if kinds != [_SELECT] and (set(kinds) != {_BUTTON} or len(kinds) > 5):
            yield f"row: {kinds}"
    for part in parts:
        yield from (_of_select if part["type"] == _SELECT else _of_button)(part)
        for shown in (part, *part.get("options", ())):
            number = (shown.get("emoji") or {}).get("id")
            if number is not None and int(number) not in emoji:
                yield f"emoji: {number} is none"


def _of_button(button: Payload) -> Iterator[str]:
    yield from _longer("label", button.get("label"), 80)
    if not (button.get("label") or button.get("emoji")):
        yield "button: nothing on it"
    if button.get("style") != _LINK:
        yield from _shorter("custom_id", button.get("custom_id"), 100)


def _of_select(select: Payload) -> Iterator[str]:
    yield from _shorter("custom_id", select.get("custom_id"), 100)
    yield from _longer("placeholder", select.get("placeholder"), 150)
    options = select.get("options", [])
    if not 1 <= len(options) <= 25:
        yield f"options: {len(options)}"
    yield from _twice("option", [option.get("value") for option in options])
    for option in options:
        yield from _shorter("option label", option.get("label"), 100)
        yield from _shorter("option value", option.get("value"), 100)
        yield from _longer("option description", option.get("description"), 100)


def _of_command(command: Payload) -> Iterator[str]:
    for name in (command.get("name"), *(command.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name or "") or name != str(name).lower():
            yield f"name: {name!r}"
    for text in (command.get("description"), *(command.get("description_localizations") or {}).values()):
        yield from _shorter(f"description of {command.get('name')}", text, 100)
    yield from _more(f"choices of {command.get('name')}", command.get("choices") or [], 25)
    options = command.get("options") or []
    yield from _more(f"options of {command.get('name')}", options, 25)
    for option in options:
        yield from _of_command(option)


def _characters(command: Payload) -> int:
    """The length of a command's names, descriptions and values, each in the language in which it is longest."""
    total = 0
    for part in ("name", "description", "value"):
        texts = [str(command.get(part) or ""), *(command.get(f"{part}_localizations") or {}).values()]
        total += max(map(len, texts))
    return total + sum(_characters(inner) for part in ("options", "choices") for inner in command.get(part) or ())


def _longer(what: str, text: str | None, most: int) -> list[str]:
    return [f"{what}: longer than {most}"] if len(text or "") > most else []


def _shorter(what: str, text: str | None, most: int) -> list[str]:
    return [f"{what}: required"] if not text else _longer(what, text, most)


def _more(what: str, things: Collection[object], most: int) -> list[str]:
    return [f"{what}: more than {most}"] if len(things) > most else []


def _twice(what: str, things: Iterable[object]) -> list[str]:
    listed = list(things)
    return [f"{what}: twice the same"] if len(set(listed)) < len(listed) else []
