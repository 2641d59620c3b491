"""Buttons and selects. What one does is in its custom id, so they all work after a restart."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

import discord

from bot.commands import daily, pages, play, privacy, solving
from bot.commands.answers import Answers, style_of
from bot.commands.failures import answer_failure
from bot.commands.sending import edit, send, whisper
from bot.messages.controls import Overlay, moves_from
from bot.messages.custom_id import Action, CustomId
from bot.messages.leaderboard_page import LeaderboardView
from bot.messages.message import Button, Message
from bot.model.daily.deals import GAMES
from bot.model.errors import OldBoardError, StaleBoardError, UnfinishedAttemptError, WarnedError
from bot.model.game import Board, NewGame
from bot.services import Services
from engine import PatienceError

Read = TypeVar("Read")


@dataclass(frozen=True)
class Press:
    """What was pressed, by whom; `chosen` is the value of a choice."""

    interaction: discord.Interaction
    component: CustomId
    chosen: str

    @property
    def user_id(self) -> int:
        """Who pressed."""
        return self.interaction.user.id

    @property
    def board(self) -> Board:
        """The board that it was pressed on."""
        return Board(self.component.game_id, self.component.version)


class Presses:
    """Answers the presses of buttons and the choices in selects.

    discord.py's own items look for the component in the message that the press came with. There it may be gone
    already: a quicker press has redrawn the board, and this one has to be answered all the same.
    """

    def __init__(self, services: Services, answers: Answers) -> None:
        self._services = services
        self._games = services.games
        self._answers = answers
        self._handlers: Mapping[Action, Callable[[Press], Awaitable[None]]] = {
            Action.MOVE: self._move,
            Action.SOURCE: self._source,
            Action.DRAW: self._draw,
            Action.PLAY: self._play_anyway,
            Action.HOME: self._home,
            Action.HINT: self._hint,
            Action.FINISH: self._finish,
            Action.ANALYSE: self._analyse,
            Action.UNDO: self._undo,
            Action.REDO: self._redo,
            Action.GIVE_UP: self._give_up,
            Action.MENU: self._menu,
            Action.RULES: self._rules,
            Action.SHARE: self._share,
            Action.REPLAY: self._replay,
            Action.STATISTICS: self._statistics,
            Action.SETTINGS: self._settings,
            Action.SET: self._set,
            Action.NEW: self._new,
            Action.DEAL: self._deal,
            Action.START: self._start,
            Action.KEEP: self._keep,
            Action.DAILY: self._daily,
            Action.RANKS: self._ranks,
            Action.HIDE: self._hide,
            Action.EXPORT: self._export,
            Action.DELETE: self._delete,
            Action.FORGET: self._forget,
        }

    async def answer(self, interaction: discord.Interaction, custom_id: str, chosen: str) -> None:
        """Do what a button or a select says, and answer whatever comes of it; `chosen` is a select's value."""
        try:
            press = Press(interaction, _read(CustomId.parse, custom_id), chosen)
            try:
                await self._handlers[press.component.action](press)
            except StaleBoardError:
                # Most often a second, quicker press: show what the first one has led to, and change nothing.
                await self._answers.redraw(interaction, await self._games.current(press.user_id))
            except WarnedError as warned:
                current = await self._games.current(press.user_id, board=warned.board)
                await self._answers.redraw(interaction, current, Overlay(warned_move=warned.move))
        except Exception as error:  # noqa: BLE001 - told to the player and logged there
            await answer_failure(interaction, error)

    async def _move(self, press: Press) -> None:
        await self._play(press, press.chosen or press.component.argument)

    async def _source(self, press: Press) -> None:
        """Show where a source's cards can go; the one move of a source that has no choice is played."""
        current = await self._games.current(press.user_id, board=press.board)
        if moves_from(current.game, press.chosen):
            await self._answers.redraw(press.interaction, current, Overlay(source=press.chosen))
        else:
            await self._play(press, press.chosen)

    async def _draw(self, press: Press) -> None:
        await self._play(press, "draw")

    async def _play_anyway(self, press: Press) -> None:
        await self._play(press, press.component.argument, warned=True)

    async def _play(self, press: Press, move: str, *, warned: bool = False) -> None:
        played = await self._games.play(
            press.user_id,
            move,
            press.interaction.id,
            board=press.board,
            warned=warned,
            auto_home=style_of(press.interaction).preferences.auto_home,
        )
        await self._answers.redraw(press.interaction, played)
        await solving.tell_if_lost(press.interaction, self._services, played)

    async def _home(self, press: Press) -> None:
        changed = await self._games.home(press.user_id, press.interaction.id, board=press.board)
        await self._answers.redraw(press.interaction, changed)
        await solving.tell_if_lost(press.interaction, self._services, changed)

    async def _hint(self, press: Press) -> None:
        await solving.add_hint(press.interaction, self._services, self._answers, press.board)

    async def _finish(self, press: Press) -> None:
        changed = await self._games.finish(press.user_id, press.interaction.id, board=press.board)
        await self._answers.redraw(press.interaction, changed)

    async def _analyse(self, press: Press) -> None:
        await self._games.current(press.user_id, board=press.board)
        try:
            await solving.show_analysis(press.interaction, self._services)
        except StaleBoardError as error:
            # It ended while the game was looked at: the press is answered already, with a message of its own.
            await answer_failure(press.interaction, error)

    async def _undo(self, press: Press) -> None:
        changed = await self._games.undo(press.user_id, press.interaction.id, board=press.board)
        await self._answers.redraw(press.interaction, changed)

    async def _redo(self, press: Press) -> None:
        changed = await self._games.redo(press.user_id, press.interaction.id, board=press.board)
        await self._answers.redraw(press.interaction, changed)

    async def _give_up(self, press: Press) -> None:
        is_sure = press.component.argument == play.SURE
        changed = await play.give_up(press.interaction, self._services, board=press.board, is_sure=is_sure)
        if changed is not None:
            await self._answers.redraw(press.interaction, changed)

    async def _menu(self, press: Press) -> None:
        current = await self._games.current(press.user_id, board=press.board)
        await self._answers.redraw(press.interaction, current, Overlay(menu=press.component.argument != "close"))

    async def _rules(self, press: Press) -> None:
        game = (await self._games.owned(press.user_id, press.component.game_id)).game
        await pages.show_rules(press.interaction, self._answers, game.variant, game.options)

    async def _share(self, press: Press) -> None:
        """Show the table to all, with a button that deals the same; of a daily, only what it came to."""
        if press.component.argument:
            variant, day = _read(_daily_of, press.component.argument)
            await daily.share_result(press.interaction, self._services, day, variant)
            return
        current = await self._games.current(press.user_id, board=press.board)
        game, style = current.game, style_of(press.interaction)
        if current.day is not None:
            raise UnfinishedAttemptError
        board = await self._answers.board(press.interaction, current, style)
        same = play.write_new(NewGame(game.variant.name, game.deal, game.options))
        custom_id = str(CustomId(Action.DEAL, current.id, argument=same))
        deal = Button(custom_id, style.language.text("Play this deal"), "🃏")
        await send(press.interaction, dataclasses.replace(board, rows=((deal,),)), ephemeral=False)

    async def _replay(self, press: Press) -> None:
        owned = await self._games.owned(press.user_id, press.component.game_id)
        await pages.show_replay(press.interaction, self._services, owned)

    async def _statistics(self, press: Press) -> None:
        await pages.show_statistics(press.interaction, self._services, press.interaction.user)

    async def _settings(self, press: Press) -> None:
        await pages.show_settings(press.interaction)

    async def _set(self, press: Press) -> None:
        changes = _read(pages.read_setting, press.component.argument, press.chosen)
        await pages.change_setting(press.interaction, self._services, self._answers, changes)

    async def _new(self, press: Press) -> None:
        """Deal the same kind of game."""
        game = (await self._games.current(press.user_id, board=press.board)).game
        new = NewGame(game.variant.name, None, game.options)
        await play.start(press.interaction, self._services, self._answers, new)

    async def _deal(self, press: Press) -> None:
        """Deal what someone has shared."""
        new = _read(play.read_new, press.component.argument)
        await play.start(press.interaction, self._services, self._answers, new)

    async def _start(self, press: Press) -> None:
        """Do what a question asked about, put what came of it in the question's place, and show the board."""
        style = style_of(press.interaction)
        new = _read(play.read_new, press.component.argument)
        try:
            current = await play.deal(press.interaction, self._services, new, replacing=press.board)
        except (StaleBoardError, OldBoardError):
            gone_on = style.language.text(
                "Your game has gone on since this was asked, so nothing was done. "
                "`/solitaire show` brings up your board."
            )
            await edit(press.interaction, Message(gone_on))
        except PatienceError as error:
            await edit(press.interaction, Message(style.readable(style.language.error(error))))
        else:
            await edit(press.interaction, Message(style.language.text("Done: your board is below.")))
            await self._answers.show(press.interaction, current)

    async def _keep(self, press: Press) -> None:
        await edit(press.interaction, Message(style_of(press.interaction).language.text("Nothing has changed.")))

    async def _daily(self, press: Press) -> None:
        """Play the daily that is announced, or that is left to be played."""
        variant, day = _read(_daily_of, press.component.argument)
        await daily.play_announced(press.interaction, self._services, self._answers, variant, day)

    async def _ranks(self, press: Press) -> None:
        """Turn a leaderboard to what was pressed or chosen; one opened from another message is for this user alone."""
        view = _read(LeaderboardView.parse, press.component.argument, press.chosen)
        page = await daily.leaderboard_message(press.interaction, self._services, view)
        if press.component.game_id:
            await whisper(press.interaction, page)
        else:
            await edit(press.interaction, page)

    async def _hide(self, press: Press) -> None:
        await privacy.hide(press.interaction, self._services, is_hidden=press.component.argument == "on")

    async def _export(self, press: Press) -> None:
        await privacy.export(press.interaction, self._services, self._answers)

    async def _delete(self, press: Press) -> None:
        await privacy.ask_to_delete(press.interaction)

    async def _forget(self, press: Press) -> None:
        await privacy.delete(press.interaction, self._services, self._answers)


def _daily_of(argument: str) -> tuple[str, date]:
    """The game and the day of a daily. Raises ValueError for anything else."""
    variant, _, day = argument.partition(",")
    if variant not in GAMES:
        raise ValueError(f"{variant!r} is no game of a daily")
    return variant, date.fromisoformat(day)


def _read(parse: Callable[..., Read], *texts: str) -> Read:
    """What a component says. One that another version of the bot has drawn is taken for an old board's."""
    try:
        return parse(*texts)
    except ValueError:
        raise OldBoardError from None
