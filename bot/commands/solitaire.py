"""`/solitaire`: the commands that play."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.board.labels import choice_label, matching
from bot.board.pages import help_page, rules_page
from bot.commands import play
from bot.commands.answers import board_of, show, whisper
from bot.commands.failures import answers_failures
from bot.services.errors import WarnedError
from bot.services.games import Games, NewGame
from bot.store import StoreError
from engine import VARIANTS, find_variant, parse_deal

log = logging.getLogger(__name__)

_MOST_CHOICES = 25
_GAMES = [
    app_commands.Choice(name=f"{variant.title}{' (bonus)' if variant.bonus else ''}", value=variant.name)
    for variant in VARIANTS.values()
]


def _choices(option_name: str) -> list[app_commands.Choice[str]]:
    """The values of a rule option, for the games that have it."""
    words = {
        value: option.words[value]
        for variant in VARIANTS.values()
        for option in variant.options
        if option.name == option_name
        for value in option.values
    }
    return [app_commands.Choice(name=f"{value}: {text}", value=value) for value, text in words.items()]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SolitaireCommands(app_commands.Group):
    """The group; each method is a command, and raises what `commands.failures` explains to the user."""

    def __init__(self, games: Games) -> None:
        super().__init__(name="solitaire", description="Play patience")
        self._games = games

    @app_commands.command(description="Deal a game")
    @app_commands.describe(
        game="Which game",
        deal="A deal's number, to play a certain deal (random if you leave it out)",
        tens="Dimes only: where the Tens start",
        rules="Grounds for Divorce only: which rules",
        stock="Diplomat only: when the stock is open",
        tableau="Cast Out Nines only: what goes on an Ace",
    )
    @app_commands.choices(
        game=_GAMES,
        tens=_choices("tens"),
        rules=_choices("rules"),
        stock=_choices("stock"),
        tableau=_choices("tableau"),
    )
    @answers_failures
    async def start(
        self,
        interaction: discord.Interaction,
        game: str,
        deal: str | None = None,
        tens: str | None = None,
        rules: str | None = None,
        stock: str | None = None,
        tableau: str | None = None,
    ) -> None:
        """Deal a game, after asking where another is being played."""
        given = {"tens": tens, "rules": rules, "stock": stock, "tableau": tableau}
        options = find_variant(game).resolve_options({name: value for name, value in given.items() if value})
        new = NewGame(game, None if deal is None else parse_deal(deal), options)
        await play.start(interaction, self._games, new)

    @app_commands.command(description="Play a move")
    @app_commands.describe(move="Type a card or a pile and choose, or write the move: 3>5, 3>f, w>5, 2+7")
    @answers_failures
    async def move(self, interaction: discord.Interaction, move: str) -> None:
        """Play a move given as text."""
        await self._play(interaction, move)

    @move.autocomplete("move")
    async def _complete_move(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            current = await self._games.find(interaction.user.id)
        except StoreError as error:
            log.warning("nothing offered: %s", error)
            return []
        if current is None:
            return []
        position = current.game.position
        moves = matching(current.game, typed)[:_MOST_CHOICES]
        return [app_commands.Choice(name=choice_label(position, move), value=str(move)) for move in moves]

    @app_commands.command(description="Turn a card of the stock, or deal from it")
    @answers_failures
    async def draw(self, interaction: discord.Interaction) -> None:
        """Turn or deal the stock."""
        await self._play(interaction, "draw")

    @app_commands.command(description="Take your last move back")
    @answers_failures
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take a move back."""
        changed = await self._games.undo(interaction.user.id, interaction.id)
        await show(interaction, board_of(changed, interaction))

    @app_commands.command(description="Play the move again that you took back")
    @answers_failures
    async def redo(self, interaction: discord.Interaction) -> None:
        """Play an undone move again."""
        changed = await self._games.redo(interaction.user.id, interaction.id)
        await show(interaction, board_of(changed, interaction))

    @app_commands.command(description="Bring your board down here")
    @answers_failures
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the board again."""
        current = await self._games.current(interaction.user.id)
        await show(interaction, board_of(current, interaction))

    @app_commands.command(name="give-up", description="End your game")
    @answers_failures
    async def give_up(self, interaction: discord.Interaction) -> None:
        """End the game."""
        changed = await self._games.give_up(interaction.user.id, interaction.id)
        await show(interaction, board_of(changed, interaction))

    @app_commands.command(description="How a game is played")
    @app_commands.describe(game="Which game (yours, if you leave it out)")
    @app_commands.choices(game=_GAMES)
    @answers_failures
    async def rules(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Explain a game, by default the one being played."""
        if game is not None:
            variant = find_variant(game)
        else:
            variant = (await self._games.current(interaction.user.id)).game.variant
        await whisper(interaction, rules_page(variant))

    @app_commands.command(name="help", description="What you can do here")
    @answers_failures
    async def help_(self, interaction: discord.Interaction) -> None:
        """List the commands, moves in writing and games."""
        await whisper(interaction, help_page())

    async def _play(self, interaction: discord.Interaction, move: str) -> None:
        try:
            played = await self._games.play(interaction.user.id, move, interaction.id)
        except WarnedError as warned:
            await play.ask_about(interaction, warned)
        else:
            await show(interaction, board_of(played, interaction))
