"""Sending messages as answers to interactions."""

from __future__ import annotations

import asyncio
import io
import secrets
from collections.abc import Iterable
from typing import Any

import discord

from bot.board.message import Button, Message, Row, Select


async def whisper(interaction: discord.Interaction, message: Message) -> None:
    """Answer with a message for this user alone."""
    await send(interaction, message, ephemeral=True)


async def edit(interaction: discord.Interaction, message: Message) -> None:
    """Answer a press by changing the message that it was on."""
    await interaction.response.edit_message(**contents(message, replacing=True))


async def send(interaction: discord.Interaction, message: Message, *, ephemeral: bool) -> int:
    """Answer with a new message; return its id."""
    parts = contents(message, replacing=False)
    if interaction.response.is_done():
        return (await interaction.followup.send(**parts, ephemeral=ephemeral, wait=True)).id
    answered = await interaction.response.send_message(**parts, ephemeral=ephemeral)
    assert answered.message_id is not None, "Discord says which message it made of an answer"
    return answered.message_id


async def send_when_drawn(
    interaction: discord.Interaction, drawing: asyncio.Future[Message], *, meanwhile: Message, ephemeral: bool
) -> None:
    """Answer with a message that takes a while: after a second with `meanwhile`, which the message then replaces."""
    try:
        await asyncio.wait({drawing}, timeout=_PATIENCE_SECONDS)
        if drawing.done():
            await send(interaction, drawing.result(), ephemeral=ephemeral)
            return
        await send(interaction, meanwhile, ephemeral=ephemeral)
        try:
            await interaction.edit_original_response(**contents(await drawing, replacing=True))
        except Exception:
            await interaction.delete_original_response()
            raise
    finally:
        drawing.cancel()


_PATIENCE_SECONDS = 1.0


def contents(message: Message, *, replacing: bool) -> dict[str, Any]:
    """A message as discord.py takes it; `replacing` says too which parts a message that it replaces shall lose."""
    parts: dict[str, Any] = {"content": message.text, "embed": message.embed, "view": _view(message.rows)}
    files = []
    if message.picture is not None:
        picture = message.picture
        files = [discord.File(io.BytesIO(picture.content), picture.name, description=picture.description)]
    if message.file is not None:
        files.append(discord.File(io.BytesIO(message.file.content), message.file.name))
    if replacing:
        return {**parts, "attachments": files}
    return {name: part for name, part in {**parts, "files": files}.items() if part}


def _view(rows: tuple[Row, ...]) -> discord.ui.View | None:
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        items: Iterable[discord.ui.Item[Any]] = [_select(row)] if isinstance(row, Select) else map(_button, row)
        for item in items:
            item.row = number
            view.add_item(item)
    # Presses are answered by their custom ids. A view that is not stopped discord.py keeps in memory for ever.
    view.stop()
    return view


def _button(button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        custom_id=button.custom_id,
        label=button.label,
        emoji=button.emoji,
        style=button.style,
        disabled=button.disabled,
    )


def _select(select: Select) -> discord.ui.Select[Any]:
    """A select that no earlier one is taken for: Discord sends nothing for a choice that a select shows already."""
    fresh = secrets.token_hex(3)
    options = [
        discord.SelectOption(
            label=choice.label,
            value=f"{choice.value}{_FRESH}{fresh}",
            description=choice.description,
            emoji=None if choice.emoji is None else discord.PartialEmoji(name=choice.emoji.name, id=choice.emoji.id),
            default=choice.chosen,
        )
        for choice in select.choices
    ]
    return discord.ui.Select(custom_id=select.custom_id + fresh, placeholder=select.placeholder, options=options)


_FRESH = "@"


def chosen_value(value: str) -> str:
    """The value of a choice, as its message had it before it was sent.

    >>> chosen_value("3>5@a1b2c3")
    '3>5'
    """
    return value.rpartition(_FRESH)[0]
