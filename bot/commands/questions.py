"""Old questions, which are asked again so that nobody answers them by mistake."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

from bot.commands.context import Context
from bot.messages.message import Message

_LONG_AGO = timedelta(minutes=10)
"""How long a question stands. After that, its reader may have forgotten what it was about."""


def answers_old_question(context: Context) -> bool:
    """Whether the pressed button belongs to an old question, by Discord's clock."""
    message = context.pressed_message
    return context.interaction.created_at - (message.edited_at or message.created_at) > _LONG_AGO


async def ask_again(context: Context, question: Message) -> None:
    """Replace an old question with a new one."""
    again = context.language.text("Some time has passed, so let me ask again.")
    await context.edit(dataclasses.replace(question, text=f"{again} {question.text or ''}".strip()))
