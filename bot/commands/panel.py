"""The panel: a message with buttons that a server keeps in a channel."""

from __future__ import annotations

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.rendering import send_arguments
from bot.commands.servers import managed_server, naming_permissions
from bot.language import find_language, nearest_language
from bot.messages.message import Message
from bot.messages.panel import panel as panel_message
from engine import PatienceError


@app_commands.command(description="Post a message with buttons here, so that nobody needs to type a command")
@handles_errors
async def panel(context: Context) -> None:
    server_id = managed_server(context)
    interaction = context.interaction
    if interaction.channel_id is None:
        raise PatienceError("I can't post in that kind of channel. Choose a text channel.")
    if not await context.turn.settle(_begin):
        return
    language = find_language(nearest_language(str(interaction.guild_locale or interaction.locale)))
    channel = interaction.client.get_partial_messageable(interaction.channel_id, guild_id=server_id)
    with naming_permissions(channel.id):
        # With the nonce, Discord posts once even if discord.py repeats the request after an error.
        await channel.send(**send_arguments(panel_message(language)), nonce=str(context.id))
    await context.whisper(Message(context.language.text("Done! Pin the message so that everyone can find it.")))


async def _begin() -> bool:
    """Change nothing, because no panel is stored; the turn only records that the command was carried out."""
    return True
