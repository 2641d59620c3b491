"""Posting what its author has seen in a private message, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.commands.context import Context
from bot.commands.drafts import Drafts
from bot.commands.questions import ask_again
from bot.messages.message import Message

T = TypeVar("T")


async def post_draft(
    context: Context,
    drafts: Drafts[T],
    *,
    draw: Callable[[T], Message],
    again: Callable[[], Awaitable[T]],
    publish: Callable[[T], Awaitable[None]],
) -> None:
    """Publish the draft that the pressed message shows; if it is forgotten, make it `again` and draw that instead.

    After an error, the author may press again.
    """
    message = context.interaction.message
    assert message is not None, "a press is on a message"
    try:
        draft = drafts.take(message.id)
    except KeyError:
        draft = await again()
        await ask_again(context, draw(draft))
        drafts.keep(message.id, draft)
        return
    if draft is None:
        await context.acknowledge()
        return
    await context.defer()
    try:
        await publish(draft)
    except Exception:
        drafts.keep(message.id, draft)
        raise
    await context.edit(Message(context.language.text("Posted.")))
