from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component, presses
from bot.commands.start import offer_games
from bot.messages.actions import Action
from bot.messages.content import embed_guide
from bot.messages.help_page import Section, help_page
from bot.messages.message import Message


@app_commands.command(name="help", description="Get started")
@handles_errors
async def help_(context: Context) -> None:
    await context.whisper(_help_page(context, Section.START))


@presses(Action.HELP)
async def press_help(context: Context) -> None:
    """Open the help from a greeting, turn to another page of it, or offer all games."""
    if not context.argument:
        await context.whisper(_help_page(context, Section.START))
        return
    section = parse_component(Section, context.argument)
    if section is Section.GAMES:
        await offer_games(context, is_guide=False)
    else:
        await context.edit(_help_page(context, section))


def _help_page(context: Context, section: Section) -> Message:
    group = context.bot.commands
    language = context.language
    commands = [
        (f"{language.command(group.name)} {language.command(command.name)}", language.text(command.description))
        for command in group.commands
        if isinstance(command, app_commands.Command)
    ]
    page = help_page(section, commands, language)
    return replace(page, text=embed_guide(language)) if context.style.view.has_embeds else page
