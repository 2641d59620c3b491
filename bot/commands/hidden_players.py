"""Players whose names a server hides, as those who manage it decide."""

from __future__ import annotations

from discord import app_commands

from bot.commands.completion import completes
from bot.commands.context import Context, handles_errors
from bot.commands.servers import managed_server
from bot.messages.message import MOST_CHOICES, Message
from bot.messages.player_names import player_name
from bot.model.blocks import ServerPlayer
from engine import PatienceError


@app_commands.command(description="Hide a player on this server's leaderboards and in its posts")
@app_commands.describe(player="Who to hide, by their name on the leaderboards", show="Show them again")
@handles_errors
async def hide(context: Context, player: str, show: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
    server_id = managed_server(context)
    found = await _find(context, server_id, player)
    name = player_name(found.name, context.language)
    if show:
        await context.services.blocks.show(context.turn, server_id, found.id)
        said = context.language.text("Done! This server's leaderboards and posts name **{player}** again.", player=name)
    else:
        await context.services.blocks.hide(context.turn, server_id, found.id)
        said = context.language.text(
            "Done! **{player}** is hidden on this server's leaderboards and in its posts. With the option `show`, you "
            "can undo that.",
            player=name,
        )
    await context.whisper(Message(said))


async def _find(context: Context, server_id: int, typed: str) -> ServerPlayer:
    """The player with this id or exactly this name. Raises PatienceError unless there is exactly one."""
    typed = typed.strip()
    matching = await context.services.blocks.players(context.turn, server_id, typed, MOST_CHOICES)
    found = [each for each in matching if str(each.id) == typed]
    found = found or [each for each in matching if each.name.casefold() == typed.casefold()]
    if not found:
        raise PatienceError(
            "This server doesn't show that player's name, perhaps because they have no results here yet. Pick one from "
            "the list."
        )
    if len(found) > 1:
        raise PatienceError("Several players here have that name. Pick one from the list.")
    return found[0]


@hide.autocomplete("player")
@completes
async def complete_player(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    server_id = managed_server(context)
    hidden = context.language.text("hidden")
    return [
        app_commands.Choice(name=f"{each.name} · {hidden}" if each.is_hidden else each.name, value=str(each.id))
        for each in await context.services.blocks.players(context.turn, server_id, typed.strip(), MOST_CHOICES)
    ]
