"""The cards of challenges: public messages that fill in while people play."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

import discord

from bot.commands.own_messages import OwnMessages
from bot.commands.rendering import edit_arguments
from bot.language import find_language
from bot.messages.challenge import challenge_card
from bot.messages.message import Message
from bot.model.challenge import CHALLENGE, CardPlace, Challenge, number_of
from bot.services import Change, Services, StoreError, Turn
from engine import PatienceError, Status

log = logging.getLogger(__name__)

_PROGRESS_SECONDS = 5.0
"""How far a card may lag behind the moves: Discord limits how often a message is edited."""


class ChallengeCards:
    """Redraws cards in the background from stored data, so that the last drawing shows the last state.

    If Discord no longer lets the bot edit a card, the next press on the card updates it.
    """

    def __init__(self, services: Services, messages: OwnMessages) -> None:
        self._services = services
        self._messages = messages
        self._is_closed = False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[int, asyncio.Task[None]] = {}
        """Redraws that wait for more moves, by challenge."""
        self._drawing: set[asyncio.Task[None]] = set()
        services.games.on_change(self._on_change, kind=CHALLENGE)

    def close(self) -> None:
        self._is_closed = True
        for task in (*self._waiting.values(), *self._drawing):
            task.cancel()

    def draw(self, challenge: Challenge) -> Message:
        return challenge_card(challenge, find_language(challenge.language), now=self._services.clock())

    async def track(self, turn: Turn, interaction: discord.Interaction, challenge_id: int, message_id: int) -> None:
        """Store that this message has the card of a challenge."""
        assert interaction.channel_id is not None, "cards are in channels"
        self._messages.remember(interaction, message_id)
        place = CardPlace(interaction.guild_id, interaction.channel_id, message_id)
        await self._services.challenges.store.place(turn, challenge_id, place)

    async def end_due(self) -> None:
        """Redraw the cards of challenges whose time is over; if one fails, go on with the others."""
        turn = self._services.turns.background()
        for challenge_id in await self._services.challenges.store.to_close(turn):
            try:
                await self._draw_again(challenge_id)
                await self._services.challenges.store.close(turn, challenge_id)
            except StoreError:
                raise
            except Exception:
                log.exception("cannot close a challenge yet")

    def refresh(self, challenge_id: int) -> None:
        """Redraw a card in the background."""
        waiting = self._waiting.pop(challenge_id, None)
        if waiting is not None:
            waiting.cancel()
        task = asyncio.create_task(self._redraw(challenge_id))
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)

    def _on_change(self, _: Turn, change: Change) -> None:
        attempt = change.after
        if attempt.contest is None or change.before is attempt:
            return
        challenge_id = number_of(attempt.contest)
        if attempt.game.status is not Status.PLAYING or change.before is None:
            self.refresh(challenge_id)
        elif challenge_id not in self._waiting:
            self._waiting[challenge_id] = asyncio.create_task(self._refresh_later(challenge_id))

    async def _refresh_later(self, challenge_id: int) -> None:
        await self._services.sleep(_PROGRESS_SECONDS)
        self._waiting.pop(challenge_id, None)
        self.refresh(challenge_id)

    async def _redraw(self, challenge_id: int) -> None:
        """Redraw a card; a failure is only logged."""
        try:
            await self._draw_again(challenge_id)
        except (PatienceError, StoreError) as error:
            log.warning("the card of a challenge was not drawn: %s", error)

    async def _draw_again(self, challenge_id: int) -> None:
        lock = self._locks.setdefault(challenge_id, asyncio.Lock())
        async with lock:  # the later drawing reads what the earlier one has not seen
            challenge = await self._services.challenges.find(self._services.turns.background(), challenge_id)
            place = challenge.place
            if place is not None and not self._is_closed:
                arguments = edit_arguments(self.draw(challenge))
                await self._messages.edit(place.channel_id, place.message_id, arguments)
