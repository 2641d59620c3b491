"""Show drafts to their authors, and post each once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.commands.context import Context
from bot.commands.drafts import Draft
from bot.commands.questions import ask_again
from bot.messages.actions import Action
from bot.messages.message import Message


async def show_draft(context: Context, draft: Draft) -> None:
    message_id = await context.send(draft.message, private=True)
    context.bot.drafts.keep(message_id, draft.post)


async def post_draft(context: Context, action: Action, make: Callable[[Context], Awaitable[Draft]]) -> None:
    """Publish the draft in the pressed message; if it is forgotten, recreate it and show it instead.

    `action` is the pressed button's. After an error, the author may press again.
    """
    drafts = context.bot.drafts
    message_id = context.pressed_message.id
    try:
        post = drafts.take(message_id, action)
    except KeyError:
        draft = await make(context)
        await ask_again(context, draft.message)
        drafts.keep(message_id, draft.post)
        return
    if post is None:
        await context.acknowledge()
        return
    await context.defer()
    try:
        await post.publish(context)
    except Exception:
        drafts.keep(message_id, post)
        raise
    await context.edit(Message(context.language.text("Posted.")))
