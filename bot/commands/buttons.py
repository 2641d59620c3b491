"""The buttons of boards and questions. What one does is in its custom id, so they all work after a restart."""

from __future__ import annotations

import re
from typing import Any, Self, cast

import discord

from bot.board.custom_id import PATTERN, Action, CustomId
from bot.board.message import notice
from bot.commands import play
from bot.commands.answers import board_of, redraw, show
from bot.commands.failures import answer_failure
from bot.commands.host import host_of
from bot.services.errors import Board, StaleBoardError, WarnedError
from bot.services.games import CurrentGame, Games, NewGame
from engine import PatienceError


class BoardButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATTERN):
    """Any button of ours that was pressed."""

    def __init__(self, item: discord.ui.Button[Any], custom_id: CustomId, games: Games) -> None:
        super().__init__(item)
        self._pressed = custom_id
        self._games = games
        self._board = Board(custom_id.game_id, custom_id.version)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(cast("discord.ui.Button[Any]", item), CustomId.parse(match.string), host_of(interaction).games)

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Take the press in hand; refuse it while the bot is stopping."""
        return await host_of(interaction).take_in_hand(interaction)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        try:
            try:
                await self._press(interaction)
            except StaleBoardError:
                # Most often a second, quicker press: show what the first one has led to, and change nothing.
                await self._redraw(interaction, await self._games.current(interaction.user.id))
        except Exception as error:  # noqa: BLE001 - told to the player and logged there
            await answer_failure(interaction, error)

    async def _press(self, interaction: discord.Interaction) -> None:
        user_id, board = interaction.user.id, self._board
        match self._pressed.action:
            case Action.DRAW:
                await self._draw(interaction)
            case Action.UNDO:
                await self._redraw(interaction, await self._games.undo(user_id, interaction.id, board=board))
            case Action.REDO:
                await self._redraw(interaction, await self._games.redo(user_id, interaction.id, board=board))
            case Action.NEW:
                await self._new(interaction)
            case Action.PLAY | Action.START:
                await self._do_it(interaction)
            case Action.KEEP:
                await redraw(interaction, notice("Nothing has changed."))

    async def _redraw(self, interaction: discord.Interaction, current: CurrentGame) -> None:
        await redraw(interaction, board_of(current, interaction))

    async def _draw(self, interaction: discord.Interaction) -> None:
        try:
            drawn = await self._games.play(interaction.user.id, "draw", interaction.id, board=self._board)
        except WarnedError as warned:
            await play.ask_about(interaction, warned)
        else:
            await self._redraw(interaction, drawn)

    async def _new(self, interaction: discord.Interaction) -> None:
        """Deal the same game again, with another deal."""
        game = (await self._games.owned(interaction.user.id, self._pressed.game_id)).game
        await play.start(interaction, self._games, NewGame(game.variant.name, None, game.options))

    async def _do_it(self, interaction: discord.Interaction) -> None:
        """The player said yes to a question."""
        user_id = interaction.user.id
        try:
            if self._pressed.action is Action.PLAY:
                current = await self._games.play(
                    user_id, self._pressed.argument, interaction.id, board=self._board, warned=True
                )
            else:
                new = play.read_new(self._pressed.argument)
                current = await self._games.start(user_id, new, interaction.id, replacing=self._board)
        except PatienceError as error:
            # The question no longer stands: put the reason in its place, without the buttons.
            await redraw(interaction, notice(str(error)))
            return
        await redraw(interaction, notice("Done: your board is below."))
        await show(interaction, board_of(current, interaction))
