"""Turn our messages into discord.py's arguments."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import ComponentType as Type

from bot.messages.custom_id import CustomId
from bot.messages.layout import Divider, Layout, Page, Part, Section
from bot.messages.message import ActionRow, Button, Choice, Message, Select

_NONCE_MARK = "@"
"""Begins the nonce of a select, after its custom id and each of its values."""


def send_arguments(message: Page) -> dict[str, Any]:
    if isinstance(message, Layout):
        return {"view": _layout_view(message)}
    mentioned = list(map(discord.Object, message.mentioned))
    parts = {
        "content": message.text,
        "embed": _embed(message),
        "view": _view(message.action_rows),
        "files": _files(message) or None,
        "allowed_mentions": discord.AllowedMentions(users=mentioned) if mentioned else None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def edit_arguments(message: Page) -> dict[str, Any]:
    """The keyword arguments that replace an earlier message completely with this one.

    Discord refuses to replace a layout by anything but a layout.
    """
    if isinstance(message, Layout):
        return {"content": None, "embed": None, "view": _layout_view(message), "attachments": []}
    return {
        "content": message.text,
        "embed": _embed(message),
        "view": _view(message.action_rows),
        "attachments": _files(message),
    }


def pressed_component(data: Mapping[str, Any]) -> tuple[str, str]:
    """The custom id of a pressed component and the value chosen in it, without the nonce of a select.

    >>> pressed_component({"custom_id": "solitaire:move:7:2:@a1b2c3", "values": ["3>5@a1b2c3"]})
    ('solitaire:move:7:2:', '3>5')
    """
    if "values" not in data:
        return data["custom_id"], ""
    return without_nonce(data["custom_id"]), without_nonce("".join(data["values"][:1]))


def custom_ids(message: discord.Message) -> Iterator[CustomId]:
    """The custom ids of a message's buttons and selects, except those unknown to this version of the bot."""
    for row in message.components:
        if isinstance(row, discord.ActionRow):
            for component in row.children:
                with suppress(ValueError):
                    yield CustomId.parse(without_nonce(component.custom_id or ""))


def without_nonce(text: str) -> str:
    """A custom id or value without the nonce that `send_arguments` or `edit_arguments` added."""
    return text.rsplit(_NONCE_MARK, 1)[0]


def _embed(message: Message) -> discord.Embed | None:
    """The embed, including the picture, because Discord shows separate attachments below the components.

    `discord.Embed.set_image` takes no description yet, though Discord reads it out
    (https://github.com/discord/discord-api-docs/issues/8373).
    """
    embed = message.embed
    picture = message.picture
    if embed is None or picture is None:
        return embed
    image = {"url": f"attachment://{picture.name}", "description": picture.description}
    return discord.Embed.from_dict({**embed.to_dict(), "image": image})


def _files(message: Message) -> list[discord.File]:
    files = []
    if message.picture is not None:
        picture = message.picture
        files.append(discord.File(io.BytesIO(picture.content), picture.name, description=picture.description))
    if message.file is not None:
        files.append(discord.File(io.BytesIO(message.file.content), message.file.name))
    return files


class _View(discord.ui.View):
    """Components as Discord receives them: building an item for each takes several times as long."""

    def __init__(self, components: list[dict[str, Any]], *, is_layout: bool = False) -> None:
        super().__init__(timeout=None)
        self._components = components
        self._has_parts = is_layout
        self.stop()  # discord.py need not keep it: `routes.py` answers presses by their custom ids

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        return self._has_parts


def _view(rows: tuple[ActionRow, ...]) -> discord.ui.View | None:
    return _View(list(map(_part, rows))) if rows else None


def _layout_view(layout: Layout) -> discord.ui.View:
    parts = list(map(_part, layout.parts))
    container = {"type": Type.container.value, "accent_color": layout.colour.value, "components": parts}
    return _View([container], is_layout=True)


def _part(part: Part) -> dict[str, Any]:
    match part:
        case str():
            return {"type": Type.text_display.value, "content": part}
        case Section():
            return {"type": Type.section.value, "components": [_part(part.text)], "accessory": _button(part.button)}
        case Divider():
            return {"type": Type.separator.value}
        case Select():
            return {"type": Type.action_row.value, "components": [_select(part)]}
        case _:
            return {"type": Type.action_row.value, "components": list(map(_button, part))}


def _button(button: Button) -> dict[str, Any]:
    return {
        "type": Type.button.value,
        "custom_id": button.custom_id,
        "style": button.style.value,
        "disabled": button.disabled,
        **({"label": button.label} if button.label else {}),
        **_emoji(button.emoji),
    }


def _select(select: Select) -> dict[str, Any]:
    """A select with a nonce: Discord's clients send nothing if someone picks the choice that is already shown."""
    nonce = f"{_NONCE_MARK}{secrets.token_hex(3)}"
    return {
        "type": Type.select.value,
        "custom_id": select.custom_id + nonce,
        "placeholder": select.placeholder,
        "options": [_option(choice, nonce) for choice in select.choices],
        "disabled": select.disabled,
    }


def _option(choice: Choice, nonce: str) -> dict[str, Any]:
    return {
        "label": choice.label,
        "value": choice.value + nonce,
        "default": choice.chosen,
        **({"description": choice.description} if choice.description else {}),
        **_emoji(choice.emoji),
    }


def _emoji(emoji: str | discord.PartialEmoji | None) -> dict[str, Any]:
    if not emoji:
        return {}
    return {"emoji": {"name": emoji} if isinstance(emoji, str) else emoji.to_dict()}
