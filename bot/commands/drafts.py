"""Drafts: messages that their authors have seen and may post, each once."""

from __future__ import annotations

from bot.commands.bot_state import Publish
from bot.commands.context import Context
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.message import Message
from bot.messages.question import draft
from engine import PatienceError


async def show_draft(context: Context, page: Message, publish: Publish, *, in_place: bool = False) -> None:
    """Show a message to its author alone, in place of the pressed one or in a new one, with a button that posts it."""
    shown = draft(page, context.language)
    if in_place:
        await context.edit(shown)
        context.bot.drafts[context.pressed_message.id] = publish
    else:
        context.bot.drafts[await context.send(shown, private=True)] = publish


@presses(Action.POST)
async def press_post(context: Context) -> None:
    """Post the draft in the pressed message; after an error, its author may press again."""
    context.check_seen()
    drafts = context.bot.drafts
    message_id = context.pressed_message.id
    if message_id not in drafts:
        raise PatienceError("I no longer have that post, so I posted nothing. Please make it again.")
    publish = drafts[message_id]
    if publish is None:
        await context.acknowledge()
        return
    drafts[message_id] = None
    await context.defer()
    try:
        await publish(context)
    except Exception:
        drafts[message_id] = publish
        raise
    await context.edit(Message(context.language.text("Posted.")))
