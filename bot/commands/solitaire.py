"""`/solitaire`: the commands that play."""

from __future__ import annotations

import logging
from functools import partial
from itertools import islice

import discord
from discord import app_commands

from bot.commands import daily, pages, play, privacy, solving
from bot.commands.answers import Answers, style_of
from bot.commands.failures import answers_failures
from bot.commands.sending import whisper
from bot.messages.controls import Overlay
from bot.messages.labels import matching_moves, move_label, read_typed_move, with_text_suits
from bot.messages.leaderboard_page import LeaderboardView
from bot.messages.message import MOST_CHOICES
from bot.messages.pages import help_page
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import Kind
from bot.model.errors import CertainDealError, NoGameNamedError, UnreadableGameError, WarnedError
from bot.model.game import NewGame
from bot.services import Services
from bot.store import StoreError
from engine import VARIANTS, find_variant, parse_deal

log = logging.getLogger(__name__)

NAME = "solitaire"
DESCRIPTION = "Play patience"

_GAMES = [app_commands.Choice(name=variant.title, value=variant.name) for variant in VARIANTS.values()]
_DAILY_GAMES = [app_commands.Choice(name=VARIANTS[name].title, value=name) for name in GAMES]
_KINDS = [
    app_commands.Choice(name="Day", value=Kind.DAY),
    app_commands.Choice(name="Week", value=Kind.WEEK),
    app_commands.Choice(name="Month", value=Kind.MONTH),
    app_commands.Choice(name="All time", value=Kind.ALL_TIME),
    app_commands.Choice(name="Most wins", value=Kind.WINS),
    app_commands.Choice(name="Longest streaks", value=Kind.STREAKS),
]
_HERE, _WORLD = "here", "world"
_WHERE = [
    app_commands.Choice(name="This server", value=_HERE),
    app_commands.Choice(name="The world", value=_WORLD),
]


def _choices(option_name: str) -> list[app_commands.Choice[str]]:
    """The values of a rule option, for the games that have it."""
    return [
        app_commands.Choice(name=option.words[value], value=value)
        for variant in VARIANTS.values()
        for option in variant.options
        if option.name == option_name
        for value in option.values
    ]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SolitaireCommands(app_commands.Group):
    """The group; each method is a command, and raises what `commands.failures` explains to the user."""

    def __init__(self, services: Services, answers: Answers) -> None:
        super().__init__(name=NAME, description=DESCRIPTION)
        self._services = services
        self._games = services.games
        self._answers = answers

    @app_commands.command(description="Deal a game")
    @app_commands.describe(
        game="Which game",
        deal="A deal's number, to play a certain deal (random if you leave it out)",
        winnable="Whether a random deal shall be known to be winnable (yes, if you leave it out)",
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
        winnable: bool | None = None,  # noqa: FBT001 - an option of a command
        tens: str | None = None,
        rules: str | None = None,
        stock: str | None = None,
        tableau: str | None = None,
    ) -> None:
        """Deal a game, after asking where another is being played."""
        if deal is not None and winnable is not None:
            raise CertainDealError
        given = {"tens": tens, "rules": rules, "stock": stock, "tableau": tableau}
        options = find_variant(game).resolve_options({name: value for name, value in given.items() if value})
        new = NewGame(game, None if deal is None else parse_deal(deal), options, is_any=winnable is False)
        await play.start(interaction, self._services, self._answers, new)

    @app_commands.command(name="daily", description="Play today's deal, the same for everyone, for a rank")
    @app_commands.describe(game="Which game (today's featured one, if you leave it out)")
    @app_commands.choices(game=_DAILY_GAMES)
    @answers_failures
    async def daily_(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Begin or go on with the ranked attempt at one of today's deals."""
        await daily.play_daily(interaction, self._services, self._answers, game)

    @app_commands.command(description="Who did best in the dailies")
    @app_commands.describe(
        board="Which leaderboard (the day's, if you leave it out)",
        game="Which game (all, if you leave it out)",
        where="This server or the world",
        date="A day in the span, as in 2026-11-21 (today, if you leave it out)",
    )
    @app_commands.choices(board=_KINDS, game=_DAILY_GAMES, where=_WHERE)
    @answers_failures
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        board: str = Kind.DAY,
        game: str | None = None,
        where: str | None = None,
        date: str | None = None,
    ) -> None:
        """Show the first page of a leaderboard."""
        day = self._services.dailies.today() if date is None else daily.read_day(date)
        is_world = where == _WORLD if where is not None else interaction.guild_id is None
        view = LeaderboardView(Kind(board), day, game, is_world)
        await whisper(interaction, await daily.leaderboard_message(interaction, self._services, view))

    @app_commands.command(description="Post the result of your daily, without spoilers")
    @app_commands.describe(game="Which game (your newest, if you leave it out)")
    @app_commands.choices(game=_DAILY_GAMES)
    @answers_failures
    async def share(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Post a result."""
        await daily.share(interaction, self._services, game)

    @app_commands.command(description="How a day's deals were drawn, and how to check it")
    @app_commands.describe(
        date="Which day, as in 2026-11-21 (today, if you leave it out)", game="Which game (all, if you leave it out)"
    )
    @app_commands.choices(game=_DAILY_GAMES)
    @answers_failures
    async def fair(self, interaction: discord.Interaction, date: str | None = None, game: str | None = None) -> None:
        """Show keys and commitments."""
        await daily.show_fair(interaction, self._services, date, game)

    @leaderboard.autocomplete("date")
    @fair.autocomplete("date")
    async def _complete_date(self, _: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Days that had dailies, the newest first."""
        today = self._services.dailies.today()
        try:
            first = await self._services.dailies.first_day()
        except StoreError as error:
            log.warning("nothing offered: %s", error)
            return []
        days = (today - ONE_DAY * age for age in range((today - first).days + 1))
        fitting = (day.isoformat() for day in days if day.isoformat().startswith(typed.strip()))
        return [app_commands.Choice(name=day, value=day) for day in islice(fitting, MOST_CHOICES)]

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
            language = style_of(interaction).language
        except (StoreError, UnreadableGameError) as error:
            log.warning("nothing offered: %s", error)
            return []
        if current is None:
            return []
        position = current.game.position
        moves = matching_moves(current.game, typed, language)[:MOST_CHOICES]
        return [
            app_commands.Choice(name=with_text_suits(move_label(position, move, language)), value=str(move))
            for move in moves
        ]

    @app_commands.command(description="Turn a card of the stock, or deal from it")
    @answers_failures
    async def draw(self, interaction: discord.Interaction) -> None:
        """Turn or deal the stock."""
        await self._play(interaction, "draw")

    @app_commands.command(description="Bring all cards home that can safely go")
    @answers_failures
    async def home(self, interaction: discord.Interaction) -> None:
        """Bring safe cards home, as one step."""
        changed = await self._games.home(interaction.user.id, interaction.id)
        await self._answers.show(interaction, changed)
        await solving.tell_if_lost(interaction, self._services, changed)

    @app_commands.command(description="The next move of a way that wins, or else a guess")
    @answers_failures
    async def hint(self, interaction: discord.Interaction) -> None:
        """Show the board with a hint."""
        await solving.show_hint(interaction, self._services, self._answers)

    @app_commands.command(description="Play the rest to the win, when nothing is left to decide")
    @answers_failures
    async def finish(self, interaction: discord.Interaction) -> None:
        """Play to the win, as one step."""
        await self._answers.show(interaction, await self._games.finish(interaction.user.id, interaction.id))

    @app_commands.command(description="How long your finished game could still be won")
    @answers_failures
    async def analyse(self, interaction: discord.Interaction) -> None:
        """Tell up to where the game could be won."""
        await solving.show_analysis(interaction, self._services)

    @app_commands.command(description="Take your last move back")
    @answers_failures
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take a move back."""
        changed = await self._games.undo(interaction.user.id, interaction.id)
        await self._answers.show(interaction, changed)

    @app_commands.command(description="Play the move again that you took back")
    @answers_failures
    async def redo(self, interaction: discord.Interaction) -> None:
        """Play an undone move again."""
        changed = await self._games.redo(interaction.user.id, interaction.id)
        await self._answers.show(interaction, changed)

    @app_commands.command(description="Bring your board down here")
    @answers_failures
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the board again."""
        current = await self._games.current(interaction.user.id)
        await self._answers.show(interaction, current)

    @app_commands.command(name="give-up", description="End your game")
    @answers_failures
    async def give_up(self, interaction: discord.Interaction) -> None:
        """End the game, after asking where it is a ranked attempt."""
        changed = await play.give_up(interaction, self._services)
        if changed is not None:
            await self._answers.show(interaction, changed)

    @app_commands.command(description="How a game is played")
    @app_commands.describe(game="Which game (yours, if you leave it out)")
    @app_commands.choices(game=_GAMES)
    @answers_failures
    async def rules(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Explain a game, by default the one being played."""
        if game is not None:
            await pages.show_rules(interaction, self._answers, find_variant(game), {})
        else:
            current = await self._games.find(interaction.user.id)
            if current is None:
                raise NoGameNamedError
            await pages.show_rules(interaction, self._answers, current.game.variant, current.game.options)

    @app_commands.command(description="Watch your game again, as an animated picture")
    @answers_failures
    async def replay(self, interaction: discord.Interaction) -> None:
        """Draw the game from its deal to its last move."""
        current = await self._games.current(interaction.user.id)
        await pages.show_replay(interaction, self._services, current)

    @app_commands.command(description="Games played and won, streaks and time")
    @app_commands.describe(player="Whose (yours, if you leave it out)")
    @answers_failures
    async def stats(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """Show how well someone plays."""
        await pages.show_statistics(interaction, self._services, player or interaction.user)

    @app_commands.command(description="How your board looks, and in which language")
    @answers_failures
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the user's settings, to be changed."""
        await pages.show_settings(interaction)

    @app_commands.command(name="help", description="What you can do here")
    @answers_failures
    async def help_(self, interaction: discord.Interaction) -> None:
        """List the commands, moves in writing and games."""
        language = style_of(interaction).language
        commands = [
            (f"{language.command(self.name)} {language.command(command.name)}", language.text(command.description))
            for command in self.commands
            if isinstance(command, app_commands.Command)
        ]
        await whisper(interaction, help_page(commands, language))

    @app_commands.command(name="privacy", description="What is kept about you: export it, delete it, hide your name")
    @answers_failures
    async def privacy_(self, interaction: discord.Interaction) -> None:
        """Show what is kept of the user."""
        await privacy.show_privacy(interaction)

    async def _play(self, interaction: discord.Interaction, move: str) -> None:
        style = style_of(interaction)
        reader = partial(read_typed_move, language=style.language)
        try:
            played = await self._games.play(
                interaction.user.id, move, interaction.id, reader=reader, auto_home=style.preferences.auto_home
            )
        except WarnedError as warned:
            current = await self._games.current(interaction.user.id, board=warned.board)
            await self._answers.show(interaction, current, Overlay(warned_move=warned.move))
        else:
            await self._answers.show(interaction, played)
            await solving.tell_if_lost(interaction, self._services, played)
