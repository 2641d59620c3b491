"""What commands and buttons need of the client that runs them."""

from __future__ import annotations

from typing import Protocol, cast

import discord

from bot.services.games import Games


class Host(Protocol):
    """The client, as far as commands know it."""

    games: Games

    async def take_in_hand(self, interaction: discord.Interaction) -> bool:
        """Note that the running task handles an interaction; False if it must not, as the bot is stopping."""


def host_of(interaction: discord.Interaction) -> Host:
    """The client that received the interaction."""
    return cast("Host", interaction.client)
