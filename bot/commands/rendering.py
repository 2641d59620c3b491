"""Turn our messages into discord.py's arguments."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import discord

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


def _view(rows: tuple[ActionRow, ...]) -> discord.ui.View | None:
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in [_select(row)] if isinstance(row, Select) else map(_button, row):
            item.row = number
            view.add_item(item)
    view.stop()  # discord.py need not keep it: `routes.py` answers presses by their custom ids
    return view


def _layout_view(layout: Layout) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*map(_part, layout.parts), accent_colour=layout.colour))
    view.stop()
    return view


def _part(part: Part) -> discord.ui.Item[Any]:
    match part:
        case str():
            return discord.ui.TextDisplay(part)
        case Section():
            return discord.ui.Section(part.text, accessory=_button(part.button))
        case Divider():
            return discord.ui.Separator()
        case Select():
            return discord.ui.ActionRow(_select(part))
        case _:
            return discord.ui.ActionRow(*map(_button, part))


def _button(button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        custom_id=button.custom_id,
        label=button.label or None,
        emoji=button.emoji,
        style=button.style,
        disabled=button.disabled,
    )


def _select(select: Select) -> discord.ui.Select[Any]:
    """A select with a nonce: Discord's clients send nothing if someone picks the choice that is already shown."""
    nonce = f"{_NONCE_MARK}{secrets.token_hex(3)}"
    return discord.ui.Select(
        custom_id=select.custom_id + nonce,
        placeholder=select.placeholder,
        options=[_option(choice, nonce) for choice in select.choices],
        disabled=select.disabled,
    )


def _option(choice: Choice, nonce: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label,
        value=choice.value + nonce,
        description=choice.description,
        emoji=choice.emoji,
        default=choice.chosen,
    )
