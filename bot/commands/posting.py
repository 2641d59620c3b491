"""Posting what its author has seen in a private message, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.commands.context import Context
from bot.commands.drafts import Draft
from bot.commands.questions import ask_again
from bot.messages.message import Message


async def show_draft(context: Context, draft: Draft) -> None:
    """Show a draft to its author alone."""
    message_id = await context.send(draft.message, private=True)
    context.bot.drafts.keep(message_id, draft)


async def post_draft(context: Context, make: Callable[[Context], Awaitable[Draft]]) -> None:
    """Publish the draft that the pressed message shows; if it was forgotten, make it again and show that instead.

    After an error, the author may press again.
    """
    drafts = context.bot.drafts
    message_id = context.pressed_message.id
    try:
        draft = drafts.take(message_id)
    except KeyError:
        draft = await make(context)
        await ask_again(context, draft.message)
        drafts.keep(message_id, draft)
        return
    if draft is None:
        await context.acknowledge()
        return
    await context.defer()
    try:
        await draft.publish(context)
    except Exception:
        drafts.keep(message_id, draft)
        raise
    await context.edit(Message(context.language.text("Posted.")))
