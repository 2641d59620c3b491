"""Buttons and selects. What one does is in its custom id, so they all work after a restart."""

from __future__ import annotations

import dataclasses

import discord

from bot.board.board import draw_board
from bot.board.controls import Shown, moves_from
from bot.board.custom_id import Action, CustomId
from bot.board.message import Button, Message
from bot.commands import pages, play
from bot.commands.answers import Answers, style_of
from bot.commands.failures import answer_failure
from bot.commands.sending import edit, send
from bot.services import Services
from bot.services.errors import Board, OldBoardError, StaleBoardError, WarnedError
from bot.services.games import CurrentGame, NewGame
from engine import PatienceError


class Presses:
    """Answers the presses of buttons and the choices in selects.

    discord.py's own items look for the component in the message that the press came with. There it may be gone
    already: a quicker press has redrawn the board, and this one has to be answered all the same.
    """

    def __init__(self, services: Services, answers: Answers) -> None:
        self._services = services
        self._games = services.games
        self._answers = answers

    async def answer(self, interaction: discord.Interaction, custom_id: str, chosen: str) -> None:
        """Do what a button or a select says, and answer whatever comes of it; `chosen` is a select's value."""
        try:
            try:
                await self._answer(interaction, _parse(custom_id), chosen)
            except StaleBoardError:
                # Most often a second, quicker press: show what the first one has led to, and change nothing.
                await self._answers.redraw(interaction, await self._games.current(interaction.user.id))
            except WarnedError as warned:
                current = await self._games.current(interaction.user.id, board=warned.board)
                await self._answers.redraw(interaction, current, Shown(asked=warned.move))
        except Exception as error:  # noqa: BLE001 - told to the player and logged there
            await answer_failure(interaction, error)

    async def _answer(self, interaction: discord.Interaction, pressed: CustomId, chosen: str) -> None:
        board = Board(pressed.game_id, pressed.version)
        match pressed.action:
            case Action.MOVE | Action.DRAW | Action.PLAY | Action.UNDO | Action.REDO | Action.HOME | Action.GIVE_UP:
                changed = await self._change(interaction, pressed.action, chosen or pressed.argument, board)
                await self._answers.redraw(interaction, changed)
            case Action.SOURCE:
                await self._pick(interaction, chosen, board)
            case Action.MENU:
                current = await self._games.current(interaction.user.id, board=board)
                await self._answers.redraw(interaction, current, Shown(menu=pressed.argument != "close"))
            case Action.SHARE:
                await self._share(interaction, await self._games.current(interaction.user.id, board=board))
            case Action.NEW | Action.DEAL | Action.RULES:
                await self._turn_to(interaction, pressed)
            case Action.REPLAY | Action.STATISTICS | Action.SETTINGS | Action.SET:
                await self._open(interaction, pressed, chosen)
            case Action.START:
                await self._give_up_and_deal(interaction, pressed, board)
            case Action.KEEP:
                style = style_of(interaction)
                await edit(interaction, Message(style.language.text("Nothing has changed.")))

    async def _change(self, interaction: discord.Interaction, action: Action, chosen: str, board: Board) -> CurrentGame:
        """What changes the game; raises as the services do."""
        user_id, games = interaction.user.id, self._games
        match action:
            case Action.UNDO:
                return await games.undo(user_id, interaction.id, board=board)
            case Action.REDO:
                return await games.redo(user_id, interaction.id, board=board)
            case Action.HOME:
                return await games.home(user_id, interaction.id, board=board)
            case Action.GIVE_UP:
                return await games.give_up(user_id, interaction.id, board=board)
            case _:
                auto_home = style_of(interaction).preferences.auto_home
                move = "draw" if action is Action.DRAW else chosen
                warned = action is Action.PLAY
                return await games.play(user_id, move, interaction.id, board=board, warned=warned, auto_home=auto_home)

    async def _pick(self, interaction: discord.Interaction, chosen: str, board: Board) -> None:
        """Show where a source's cards can go; the one move of a source that has no choice is played."""
        current = await self._games.current(interaction.user.id, board=board)
        if moves_from(current.game, chosen):
            await self._answers.redraw(interaction, current, Shown(source=chosen))
        else:
            await self._answers.redraw(interaction, await self._change(interaction, Action.MOVE, chosen, board))

    async def _turn_to(self, interaction: discord.Interaction, pressed: CustomId) -> None:
        """What a button does that names a game, of the user's or shared by another."""
        if pressed.action is Action.DEAL:
            await play.start(interaction, self._games, self._answers, play.read_new(pressed.argument))
            return
        if pressed.action is Action.RULES:
            owned = await self._games.owned(interaction.user.id, pressed.game_id)
            await pages.show_rules(interaction, self._answers, owned.game.variant, owned.game.options)
        else:
            board = Board(pressed.game_id, pressed.version)
            game = (await self._games.current(interaction.user.id, board=board)).game
            await play.start(interaction, self._games, self._answers, NewGame(game.variant.name, None, game.options))

    async def _open(self, interaction: discord.Interaction, pressed: CustomId, chosen: str) -> None:
        """The pages that a press opens."""
        match pressed.action:
            case Action.REPLAY:
                owned = await self._games.owned(interaction.user.id, pressed.game_id)
                await pages.show_replay(interaction, self._services, owned.game)
            case Action.STATISTICS:
                await pages.show_statistics(interaction, self._services, interaction.user)
            case Action.SETTINGS:
                await pages.show_settings(interaction)
            case _:
                await pages.change_setting(interaction, self._services, self._answers, pressed.argument, chosen)

    async def _share(self, interaction: discord.Interaction, current: CurrentGame) -> None:
        """Show the table to all, with a button that deals the same."""
        style = style_of(interaction)
        game = current.game
        same = play.write_new(NewGame(game.variant.name, game.deal, game.options))
        board = draw_board(
            game,
            style,
            game_id=current.id,
            version=current.version,
            player=interaction.user.display_name,
            picture=await self._answers.picture(game, style),
        )
        deal = Button(
            str(CustomId(Action.DEAL, current.id, argument=same)), style.language.text("Play this deal"), "🃏"
        )
        await send(interaction, dataclasses.replace(board, rows=((deal,),)), ephemeral=False)

    async def _give_up_and_deal(self, interaction: discord.Interaction, pressed: CustomId, board: Board) -> None:
        """Do what a question asked about, put what came of it in the question's place, and show the board."""
        style = style_of(interaction)
        new = play.read_new(pressed.argument)
        try:
            current = await self._games.start(interaction.user.id, new, interaction.id, replacing=board)
        except (StaleBoardError, OldBoardError):
            gone_on = style.language.text(
                "Your game has gone on since this was asked, so nothing was done. "
                "`/solitaire show` brings up your board."
            )
            await edit(interaction, Message(gone_on))
        except PatienceError as error:
            await edit(interaction, Message(style.readable(style.language.error(error))))
        else:
            await edit(interaction, Message(style.language.text("Done: your board is below.")))
            await self._answers.show(interaction, current)


def _parse(custom_id: str) -> CustomId:
    """What a component is. One that another version of the bot has drawn is taken for an old board's."""
    try:
        return CustomId.parse(custom_id)
    except ValueError:
        raise OldBoardError from None
