"""Answering an interaction with a message, in the language and the looks of who caused it."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar, cast

import discord

from bot.commands.live_boards import LiveBoards
from bot.commands.sending import contents, edit, send
from bot.language import find_language, nearest_language
from bot.messages.board import draw_board
from bot.messages.controls import Overlay
from bot.messages.message import Message
from bot.messages.style import EmojiDeck, Style
from bot.messages.table import is_spread
from bot.model.game import UserGame
from bot.model.preferences import Preferences, View
from bot.monitoring.metrics import timed
from bot.services import Services
from bot.store import StoreError
from engine import Game

log = logging.getLogger(__name__)

Answered = TypeVar("Answered")

_STYLE = "style"
_INVALID_FORM_BODY = 50035

_NO_OVERLAY = Overlay()


class Answers:
    """Knows how each user wants to be answered, and where their live board is."""

    def __init__(self, services: Services) -> None:
        self.faces = None
        self.when_refused: Callable[[], None] = lambda: None
        """Called when Discord has refused the emoji."""
        self._services = services
        self.live_boards = LiveBoards(services.boards)

    @property
    def faces(self) -> Mapping[str, discord.PartialEmoji] | None:
        """The application's emoji by their keys, once Discord has all of them."""
        return None if self._decks is None else self._decks[0].by_key

    @faces.setter
    def faces(self, faces: Mapping[str, discord.PartialEmoji] | None) -> None:
        self._decks = (
            None if faces is None else tuple(EmojiDeck(faces, four_colour=four_colour) for four_colour in (False, True))
        )

    async def prepare(self, interaction: discord.Interaction) -> None:
        """Look up how the user wants to be answered; from then on `style_of` knows. Raises StoreError."""
        preferences = await self._services.preferences.of(interaction.user.id)
        interaction.extras[_STYLE] = self.style_for(interaction, preferences)

    def style_for(self, interaction: discord.Interaction, preferences: Preferences) -> Style:
        """How messages are drawn for a user who prefers this."""
        client = nearest_language(str(interaction.locale))
        faces = None if self._decks is None else self._decks[preferences.four_colour]
        return Style(find_language(preferences.language or client, client), preferences, faces)

    async def board(
        self, interaction: discord.Interaction, current: UserGame, style: Style, overlay: Overlay = _NO_OVERLAY
    ) -> Message:
        """The board of the user's game."""
        is_proven = await self._is_proven(current)
        with timed("drawing"):
            return draw_board(
                current,
                style,
                player=interaction.user.display_name,
                is_late=current.is_late(self._services.clock()),
                is_proven=is_proven,
                picture=await self.picture(current.game, style),
                overlay=overlay,
            )

    async def _is_proven(self, current: UserGame) -> bool | None:
        """Whether a daily is proven winnable; None for another game, or if the database fails."""
        if current.day is None:
            return None
        try:
            return await self._services.dailies.is_proven(current.day, current.game.variant.name)
        except StoreError as error:
            log.warning("a board is drawn without saying whether it can be won: %s", error)
            return None

    async def picture(self, game: Game, style: Style) -> bytes | None:
        """The table as a picture, for who wants pictures."""
        if style.view is not View.PICTURE:
            return None
        four_colour = style.preferences.four_colour
        return await self._services.pictures.table(game.view(), spread=is_spread(game), four_colour=four_colour)

    async def show(self, interaction: discord.Interaction, current: UserGame, overlay: Overlay = _NO_OVERLAY) -> None:
        """Answer with the user's board, which retires the one before. That of a daily is theirs alone to see."""

        async def answer(style: Style) -> int:
            message = await self.board(interaction, current, style, overlay)
            return await send(interaction, message, ephemeral=self.is_for_user_alone(interaction, current))

        message_id = await self._with_faces(interaction, answer)
        await self.live_boards.drawn(interaction, message_id, current.id, style_of(interaction).language)

    def is_for_user_alone(self, interaction: discord.Interaction, current: UserGame) -> bool:
        """Whether nobody else is to see the board of this game: they want it so, or it is a daily's."""
        return style_of(interaction).preferences.private_board or current.day is not None

    async def redraw(self, interaction: discord.Interaction, current: UserGame, overlay: Overlay = _NO_OVERLAY) -> None:
        """Answer a press on a board by drawing the user's board in the same message."""

        async def answer(style: Style) -> None:
            await edit(interaction, await self.board(interaction, current, style, overlay))

        await self._with_faces(interaction, answer)
        assert interaction.message is not None, "what was pressed is on a message"
        await self.live_boards.drawn(interaction, interaction.message.id, current.id, style_of(interaction).language)

    async def restyle(self, interaction: discord.Interaction, current: UserGame, style: Style) -> None:
        """Draw the user's live board anew, wherever it is, as far as Discord lets us."""
        message = await self.board(interaction, current, style)
        await self.live_boards.edit(interaction, current.id, contents(message, replacing=True))

    async def _with_faces(
        self, interaction: discord.Interaction, answer: Callable[[Style], Awaitable[Answered]]
    ) -> Answered:
        """Answer with the application's emoji; in text, and having them looked for again, where Discord refuses them.

        It refuses a whole message for one emoji that was deleted, and now and then for one uploaded just before
        (https://github.com/discord/discord-api-docs/issues/7128).
        """
        style = style_of(interaction)
        try:
            return await answer(style)
        except discord.HTTPException as error:
            if error.code != _INVALID_FORM_BODY or style.deck is None:
                raise
            log.warning("a board with emoji was refused: %s", error)
        self.faces = None
        self.when_refused()
        style = dataclasses.replace(style, deck=None)
        interaction.extras[_STYLE] = style
        return await answer(style)


def style_of(interaction: discord.Interaction) -> Style:
    """How messages are drawn for the user; while that is not looked up, in the language of their Discord."""
    known = interaction.extras.get(_STYLE)
    return cast("Style", known) if known else Style(find_language(nearest_language(str(interaction.locale))))


def name_of(interaction: discord.Interaction) -> str:
    """What the user is called in every server, as on leaderboards."""
    return interaction.user.global_name or interaction.user.name
