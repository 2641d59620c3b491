"""Discord's limits on the size and shape of requests, which it rejects with error 50035."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from tests.support.wire.objects import Payload

MAX_COMMAND_CHARACTERS = 8000
"""https://discord.com/developers/docs/interactions/application-commands#slash-commands."""

MAX_EMOJI = 2000
MAX_EMOJI_BYTES = 256 * 1024
"""https://discord.com/developers/docs/resources/emoji#application-owned-emojis."""

_BUTTON, _SELECT, _LINK = 2, 3, 5
_NAME = re.compile(r"[-_'\w]{1,32}")
_EMOJI_NAME = re.compile(r"\w{2,32}")


def message_errors(parts: Payload, emoji: Collection[int], *, files: int) -> list[str]:
    """The errors in a message (https://discord.com/developers/docs/resources/message#create-message-jsonform-params).

    `emoji` are the ids that the application owns.
    """
    embeds = parts.get("embeds") or []
    return [
        *_too_long("content", parts.get("content"), 2000),
        *_too_many("embeds", embeds, 10),
        *(error for embed in embeds for error in _embed_errors(embed)),
        *_too_many("characters in embeds", "".join(text for embed in embeds for text in _texts(embed)), 6000),
        *_row_errors(parts.get("components") or [], emoji),
        *(["files: more than 10"] if files > 10 else []),
    ]


def is_empty(parts: Payload, *, files: int) -> bool:
    """Whether a new message has nothing to show, which is error 50006."""
    return not (files or any(parts.get(name) for name in ("content", "embeds", "components")))


def choice_errors(choices: list[Payload]) -> list[str]:
    """The errors in the choices of an autocompletion."""
    return [
        *_too_many("choices", choices, 25),
        *(error for choice in choices for error in _required("choice", choice.get("name"), 100)),
        *(error for choice in choices for error in _required("value", str(choice.get("value")), 100)),
    ]


def command_errors(commands: list[Payload]) -> list[str]:
    """The errors in commands to register."""
    return [
        *_too_many("commands", commands, 100),
        *_duplicates("command", [command.get("name") for command in commands]),
        *(error for command in commands for error in _one_command_errors(command)),
        *(
            f"command {command.get('name')}: longer than {MAX_COMMAND_CHARACTERS}"
            for command in commands
            if _characters(command) > MAX_COMMAND_CHARACTERS
        ),
    ]


def emoji_errors(name: str, image: bytes, owned: int) -> list[str]:
    """The errors in another emoji for the application."""
    return [
        *([] if _EMOJI_NAME.fullmatch(name) else [f"name: {name!r}"]),
        *(["image: too large"] if len(image) > MAX_EMOJI_BYTES else []),
        *([f"emojis: more than {MAX_EMOJI}"] if owned >= MAX_EMOJI else []),
    ]


def _embed_errors(embed: Payload) -> Iterator[str]:
    yield from _too_long("title", embed.get("title"), 256)
    yield from _too_long("description", embed.get("description"), 4096)
    yield from _too_long("footer", (embed.get("footer") or {}).get("text"), 2048)
    yield from _too_long("author", (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    yield from _too_many("fields", fields, 25)
    for field in fields:
        yield from _required("field name", field.get("name"), 256)
        yield from _required("field value", field.get("value"), 1024)


def _texts(embed: Payload) -> Iterator[str]:
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    yield (embed.get("footer") or {}).get("text") or ""
    yield (embed.get("author") or {}).get("name") or ""
    for field in embed.get("fields") or []:
        yield field.get("name", "") + field.get("value", "")


def _row_errors(rows: list[Payload], emoji: Collection[int]) -> Iterator[str]:
    yield from _too_many("rows", rows, 5)
    parts = [part for row in rows for part in row.get("components", ())]
    yield from _duplicates("custom_id", [part["custom_id"] for part in parts if "custom_id" in part])
    for row in rows:
        kinds = [part["type"] for part in row.get("components", ())]
        if kinds != [_SELECT] and (set(kinds) != {_BUTTON} or len(kinds) > 5):
            yield f"row: {kinds}"
    for part in parts:
        yield from (_select_errors if part["type"] == _SELECT else _button_errors)(part)
        for shown in (part, *part.get("options", ())):
            number = (shown.get("emoji") or {}).get("id")
            if number is not None and int(number) not in emoji:
                yield f"emoji: {number} is unknown"


def _button_errors(button: Payload) -> Iterator[str]:
    yield from _too_long("label", button.get("label"), 80)
    if not (button.get("label") or button.get("emoji")):
        yield "button: empty"
    if button.get("style") != _LINK:
        yield from _required("custom_id", button.get("custom_id"), 100)


def _select_errors(select: Payload) -> Iterator[str]:
    yield from _required("custom_id", select.get("custom_id"), 100)
    yield from _too_long("placeholder", select.get("placeholder"), 150)
    options = select.get("options", [])
    if not 1 <= len(options) <= 25:
        yield f"options: {len(options)}"
    yield from _duplicates("option", [option.get("value") for option in options])
    for option in options:
        yield from _required("option label", option.get("label"), 100)
        yield from _required("option value", option.get("value"), 100)
        yield from _too_long("option description", option.get("description"), 100)


def _one_command_errors(command: Payload) -> Iterator[str]:
    for name in (command.get("name"), *(command.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name or "") or name != str(name).lower():
            yield f"name: {name!r}"
    for text in (command.get("description"), *(command.get("description_localizations") or {}).values()):
        yield from _required(f"description of {command.get('name')}", text, 100)
    yield from _too_many(f"choices of {command.get('name')}", command.get("choices") or [], 25)
    options = command.get("options") or []
    yield from _too_many(f"options of {command.get('name')}", options, 25)
    for option in options:
        yield from _one_command_errors(option)


def _characters(command: Payload) -> int:
    """The total length of a command's names, descriptions and values, each in its longest language."""
    total = 0
    for part in ("name", "description", "value"):
        texts = [str(command.get(part) or ""), *(command.get(f"{part}_localizations") or {}).values()]
        total += max(map(len, texts))
    return total + sum(_characters(inner) for part in ("options", "choices") for inner in command.get(part) or ())


def _too_long(what: str, text: str | None, most: int) -> list[str]:
    return [f"{what}: longer than {most}"] if len(text or "") > most else []


def _required(what: str, text: str | None, most: int) -> list[str]:
    return [f"{what}: required"] if not text else _too_long(what, text, most)


def _too_many(what: str, things: Collection[object], most: int) -> list[str]:
    return [f"{what}: more than {most}"] if len(things) > most else []


def _duplicates(what: str, things: Iterable[object]) -> list[str]:
    listed = list(things)
    return [f"{what}: duplicates"] if len(set(listed)) < len(listed) else []
