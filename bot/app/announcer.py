"""Announce each day's dailies at each server's hour, or once a week in servers where nobody plays.

One process at a time does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import discord
from cachetools import TTLCache

from bot.commands.rendering import send_arguments
from bot.commands.request_errors import REQUEST_ERRORS, is_about_recipient
from bot.language import find_language
from bot.messages.announcement import announcement, peek_picture
from bot.messages.fairness_page import key_text, new_chain_text
from bot.messages.message import Message
from bot.model.announcement import Announcement, Problem
from bot.model.daily.chain import Chain
from bot.model.daily.deals import pick_of
from bot.services import Services, StoreError, Turn
from engine import Game

log = logging.getLogger(__name__)

_REFUSED_SECONDS = 3600
"""How long to avoid a channel in which Discord does not let the bot post."""

_MOST_REFUSED = 100_000

_POSTS_A_SECOND = 20
"""Discord accepts 50 requests a second from a bot, and players need the rest
(https://discord.com/developers/docs/topics/rate-limits#global-rate-limit)."""

_CLAIM_SECONDS = 60
"""How long a process may take for that many posts before another one takes over."""


class Announcer:
    def __init__(self, client: discord.AutoShardedClient, services: Services) -> None:
        self._client = client
        self._services = services
        self._refused: TTLCache[int, int] = TTLCache(_MOST_REFUSED, _REFUSED_SECONDS, timer=services.clock)
        """The channels in which Discord refused within the last hour, by server."""
        self._claim = services.claim("announce", _CLAIM_SECONDS)

    async def announce(self) -> None:
        """Post today's announcement in every server in which it is due, unless another process does."""
        today = self._services.dailies.today()
        turn = self._services.turns.background()
        if not await self._services.dailies.find(turn, today):  # fixes the day's deals as soon as the day begins
            return
        due = await self._services.announcements.due(turn)
        tried = [server for server in due if self._refused.get(server.server_id) != server.channel_id]
        if tried and await self._claim.make():
            try:
                await self._announce_in(turn, tried, today)
            finally:
                with contextlib.suppress(StoreError):  # the claim expires anyway
                    await self._claim.release()

    async def _announce_in(self, turn: Turn, servers: Sequence[Announcement], today: date) -> None:
        """Announce in these servers, with a pause of a second after each batch, for as long as the claim holds."""
        for start in range(0, len(servers), _POSTS_A_SECOND):
            if start:
                await self._services.sleep(1)
                if not await self._claim.make():
                    return
            batch = servers[start : start + _POSTS_A_SECOND]
            await asyncio.gather(*(self._try_to_announce(turn, server, today) for server in batch))

    async def _try_to_announce(self, turn: Turn, server: Announcement, today: date) -> None:
        try:
            await self._announce(turn, server, today)
        except Exception:
            log.exception("cannot announce in a server yet")

    async def _announce(self, turn: Turn, due: Announcement, today: date) -> None:
        """Announce today in one server. After a temporary error, it is due again."""
        announcements = self._services.announcements
        server = await announcements.of(turn, due.server_id)  # it may have changed while others were announced
        chain = await self._services.dailies.chain(turn, today)
        if server is None or not server.is_due(today, turn.now()) or chain is None:
            return
        last_played = await self._services.leaderboards.last_played(turn, server.server_id, today)
        if server.is_quiet(today, last_played) and not server.is_first_of_week(today):
            await announcements.record(turn, server.server_id, today, server.anchor)
            return
        channel = self._client.get_partial_messageable(server.channel_id, guild_id=server.server_id)
        try:
            post = await self._post(turn, server, today, chain, last_played)
            sent = await _send(channel, post, _nonce(server, today))
        except REQUEST_ERRORS as error:
            log.warning("cannot announce in a server yet: %s", error)
            if is_about_recipient(error):
                self._refused[server.server_id] = server.channel_id
                problem = Problem.NO_CHANNEL if isinstance(error, discord.NotFound) else Problem.NO_PERMISSION
                if await announcements.refuse(turn, server, problem, today):
                    log.warning("turned off announcements in a server: Discord has refused them for days")
        else:
            await announcements.record(turn, server.server_id, today, chain.anchor)
            await self._services.dailies.reveal_over(turn, sent.created_at.timestamp())

    async def _post(
        self, turn: Turn, server: Announcement, today: date, chain: Chain, last_played: date | None
    ) -> Message:
        dailies = await self._services.dailies.of(turn, today)
        summary = await self._services.leaderboards.server_summary(
            turn, server.server_id, today, of_new_week=server.is_first_of_week(today)
        )
        language = find_language(server.language)
        key = ""
        if server.anchor != chain.anchor:
            key = key_text(chain, None, language)
        elif server.is_first_of_month(today, last_played):
            key = key_text(chain, await self._services.dailies.last_revealed(turn), language)
        note = "" if server.anchor in (None, chain.anchor) else new_chain_text(chain, language)
        summary = replace(summary, is_quiet=server.is_quiet(today, last_played))
        pick = dailies[pick_of(today)]
        game = Game.new(pick.variant, pick.deal)
        peek = game.view().peek()
        drawn = await self._services.pictures.table(peek, game.variant.felt, four_colour=True)
        table = peek_picture(peek, drawn, language)
        return announcement(dailies, table, summary, language, key=key, note=note)


async def _send(channel: discord.PartialMessageable, post: Message, nonce: str) -> discord.Message:
    """Post an announcement, without its picture where the bot may not attach files."""
    try:
        return await channel.send(**send_arguments(post), nonce=nonce)
    except discord.Forbidden:
        return await channel.send(**send_arguments(replace(post, picture=None)), nonce=nonce)


def _nonce(server: Announcement, today: date) -> str:
    """A nonce of up to 25 characters, by which Discord recognises a message sent twice within a few minutes.

    A process may end between sending a post and recording it.
    See https://discord.com/developers/docs/resources/message#create-message.
    """
    return f"{today.toordinal()}-{server.server_id:x}"
