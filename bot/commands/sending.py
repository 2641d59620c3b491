"""Sending messages as answers to interactions."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, TypeVar

import discord
from aiohttp import ClientError

from bot.commands.unread import unread
from bot.messages.message import Button, Choice, Message, Row, Select
from bot.monitoring.metrics import timed

log = logging.getLogger(__name__)

Found = TypeVar("Found")

_MEANWHILE = "meanwhile"


async def whisper(interaction: discord.Interaction, message: Message) -> None:
    """Answer with a message for this user alone."""
    await send(interaction, message, ephemeral=True)


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer a press or what is being typed with nothing, which is all that is left to say; it may fail."""
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await interaction.response.defer()
    except (discord.HTTPException, ClientError, OSError) as error:
        log.warning("not answered: %s", error)


async def edit(interaction: discord.Interaction, message: Message) -> None:
    """Answer a press by changing the message that it was on."""
    parts = contents(message, replacing=True)
    with timed("answering"):
        if interaction.response.is_done():
            await interaction.edit_original_response(**parts)
        else:
            with unread():
                await interaction.response.edit_message(**parts)


async def send(interaction: discord.Interaction, message: Message, *, ephemeral: bool) -> int:
    """Answer with a new message, or in the place of one that was sent meanwhile; return its id."""
    if interaction.extras.get(_MEANWHILE):
        changed = await interaction.edit_original_response(**contents(message, replacing=True))
        interaction.extras[_MEANWHILE] = False
        return changed.id
    parts = contents(message, replacing=False)
    with timed("answering"):
        if interaction.response.is_done():
            return (await interaction.followup.send(**parts, ephemeral=ephemeral, wait=True)).id
        with unread():
            answered = await interaction.response.send_message(**parts, ephemeral=ephemeral)
    assert answered.message_id is not None, "Discord says which message it made of an answer"
    return answered.message_id


async def wait_for(
    interaction: discord.Interaction,
    finding: Coroutine[Any, Any, Found],
    meanwhile: Message | None,
    *,
    ephemeral: bool,
    seconds: float = 0,
) -> Found:
    """Wait for what may take longer than Discord does.

    After some seconds `meanwhile` is sent, and the next message takes its place. Where it is None, a press is answered
    that is going to change the message it was on.
    """
    task = asyncio.create_task(finding)
    try:
        if seconds:
            await asyncio.wait({task}, timeout=seconds)
        if not task.done() and meanwhile is None:
            with timed("answering"):
                await interaction.response.defer()
        elif not task.done() and meanwhile is not None:
            await send(interaction, meanwhile, ephemeral=ephemeral)
            interaction.extras[_MEANWHILE] = True
        return await task
    except (Exception, asyncio.CancelledError):
        if interaction.extras.pop(_MEANWHILE, False):
            await _withdraw(interaction)
        raise
    finally:
        task.cancel()


async def _withdraw(interaction: discord.Interaction) -> None:
    """Delete what was sent meanwhile; where that fails, it stays."""
    try:
        await interaction.delete_original_response()
    except (discord.HTTPException, ClientError, OSError) as error:
        log.warning("what was sent meanwhile stays: %s", error)


def contents(message: Message, *, replacing: bool) -> dict[str, Any]:
    """A message as discord.py takes it; `replacing` says too which parts a message that it replaces shall lose."""
    with timed("drawing"):
        view = _Rows(message.rows) if message.rows else None
    parts: dict[str, Any] = {"content": message.text, "embed": message.embed, "view": view}
    files = []
    if message.picture is not None:
        picture = message.picture
        files = [discord.File(io.BytesIO(picture.content), picture.name, description=picture.description)]
    if message.file is not None:
        files.append(discord.File(io.BytesIO(message.file.content), message.file.name))
    if replacing:
        return {**parts, "attachments": files}
    return {name: part for name, part in {**parts, "files": files or None}.items() if part is not None}


class _Rows(discord.ui.View):
    """Components just as they are sent: discord.py's own items answer presses too, at many times the cost."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        # Presses are answered by their custom ids. A view that is not stopped discord.py keeps in memory for ever.
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """The rows (https://discord.com/developers/docs/components/reference)."""
        rows = ([_select(row)] if isinstance(row, Select) else list(map(_button, row)) for row in self._rows)
        return [{"type": discord.ComponentType.action_row.value, "components": row} for row in rows]


def _button(button: Button) -> dict[str, Any]:
    return {
        "type": discord.ComponentType.button.value,
        "custom_id": button.custom_id,
        "label": button.label,
        "style": button.style.value,
        "disabled": button.disabled,
        **({} if button.emoji is None else {"emoji": {"name": button.emoji}}),
    }


def _select(select: Select) -> dict[str, Any]:
    """A select that no earlier one is taken for: Discord sends nothing for a choice that a select shows already."""
    fresh = secrets.token_hex(3)
    return {
        "type": discord.ComponentType.select.value,
        "custom_id": select.custom_id + fresh,
        "placeholder": select.placeholder,
        "options": [_option(choice, fresh) for choice in select.choices],
    }


def _option(choice: Choice, fresh: str) -> dict[str, Any]:
    return {
        "label": choice.label,
        "value": f"{choice.value}{_FRESH}{fresh}",
        "default": choice.chosen,
        **({} if choice.description is None else {"description": choice.description}),
        **({} if choice.emoji is None else {"emoji": {"name": choice.emoji.name, "id": str(choice.emoji.id)}}),
    }


_FRESH = "@"


def chosen_value(value: str) -> str:
    """The value of a choice, as its message had it before it was sent.

    >>> chosen_value("3>5@a1b2c3")
    '3>5'
    """
    return value.rpartition(_FRESH)[0]
