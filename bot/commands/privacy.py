"""The user's data: show, export and delete it."""

from __future__ import annotations

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.message import File, Message
from bot.messages.privacy_page import privacy_page
from bot.messages.question import question


@app_commands.command(description="See, export or delete your data")
@handles_errors
async def privacy(context: Context) -> None:
    await context.whisper(privacy_page(context.language))


@presses(Action.EXPORT)
async def press_export(context: Context) -> None:
    await context.defer(thinking=True)
    await context.bot.live_boards.save(context.user_id)
    exported = await context.services.privacy.export(context.turn)
    said = context.language.text("Here is all your data.")
    await context.whisper(Message(said, file=File(exported.name, exported.content)))


@presses(Action.DELETE)
async def press_delete(context: Context) -> None:
    language = context.language
    asked = language.text(
        "Delete everything: your games, your challenges, your statistics, your badges, your settings and your places "
        "on all leaderboards? This can't be undone."
    )
    await context.whisper(question(asked, Action.FORGET, language, no=language.text("Keep everything")))


@presses(Action.FORGET)
async def press_forget(context: Context) -> None:
    await context.defer()  # this may take longer than Discord waits
    live_boards = context.bot.live_boards
    live = await live_boards.find(context.turn)
    challenges = await context.services.challenges.store.open_of(context.turn)
    await context.services.privacy.delete(context.turn)
    live_boards.forget(context.user_id)
    for challenge_id in challenges:
        context.bot.cards.refresh(challenge_id)
    await context.edit(Message(context.language.text("All your data is deleted. Thanks for playing!")))
    await context.bot.refusals.clear(context.interaction)
    if live is not None:
        await live_boards.erase(live, context.language)
