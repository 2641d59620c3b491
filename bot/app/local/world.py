"""The local Discord: two servers, two people in both, and the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
import simcord
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from bot.app.client import SolitaireClient
from bot.app.local.page import Pages
from bot.app.local.simcord_patches import introduce, rename_emoji, settle_patiently, use_real_ids
from bot.commands.rendering import send_arguments
from bot.language import find_language
from bot.messages.help_page import greeting
from bot.model.daily.days import ONE_DAY
from bot.model.player import Player
from bot.pictures.emoji import emoji_files
from bot.pictures.portrait import portrait
from bot.services import Services
from bot.store import Database

NAME = "Patience Bot"

_FINISH_SECONDS = 3.0
_SEARCH_SECONDS = 4.0  # the page waits for the whole answer
_GLANCE_SECONDS = 5.0
_POLL_SECONDS = 0.1

_PEOPLE = ("alice", "bob")


@dataclass(frozen=True)
class Room:
    server: str
    channel: ChannelHandle
    members: Mapping[str, simcord.MemberActor]


def _now() -> datetime:
    return datetime.now(UTC)


class World:
    """Runs the bot over a database, which keeps the games; messages last as long as the world.

    Alice may manage the first server, Bob the second.
    """

    def __init__(
        self,
        database: Database,
        *,
        is_proving: bool = False,
        present: Callable[[], datetime] = _now,
    ) -> None:
        """`present` is the clock that this world follows."""
        self._is_proving = is_proving
        self._present = present
        self.services = Services(
            database,
            clock=self._clock,
            sleep=self._sleep,
            analysis_seconds=_SEARCH_SECONDS,
        )
        self._client = SolitaireClient(self.services, shard_count=1)
        self.env = simcord.Env(self._client, check_errors=False)
        settle_patiently(self.env)
        # Created in this order, before the clock is set, people get the same ids, and so the same games, in every run.
        card_room = self.env.create_guild("Card room")
        solitaire = card_room.create_text_channel("solitaire")
        people = {name: self.env.create_user(name) for name in _PEOPLE}
        tea_house = self.env.create_guild("Tea house")
        patience = tea_house.create_text_channel("patience")
        self._people = [person.id for person in people.values()]
        self.rooms = {
            "solitaire": Room(card_room.name, solitaire, _join(card_room, people, manager="alice")),
            "patience": Room(tea_house.name, patience, _join(tea_house, people, manager="bob")),
        }
        self._lock = asyncio.Lock()
        self._avatar = introduce(self.env, NAME)
        use_real_ids(self.env, present)
        # SimCord's clock starts at a fixed day; the bot starts today.
        self.env.backend.advance_clock(self._behind())
        self._pages: Pages | None = None

    @contextlib.asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[Mapping[str, str]]:
        """Start the bot and its pages; yield the pages' URLs by server. Anyone with a URL can play.

        The first page is on this port and the second on the next, or both on free ones if it is 0. Raises PageError.
        """
        dailies = self.services.dailies
        turn = self.services.turns.background()
        await dailies.begin_chain(turn, dailies.today() - ONE_DAY)  # nobody here waits a day for the first dailies
        for user_id in self._people:
            turn = self.services.turns.background(Player(user_id))
            await self.services.boards.forget(turn)  # its message ended with an earlier run
        async with self.services.running(is_proving=self._is_proving):
            await self.env.start()
            try:
                with self.env.time_context():
                    yield await self._open_pages(port)
                    await self._client.finish(_FINISH_SECONDS)
            finally:
                if self._pages is not None:
                    await self._pages.close()
                await self.env.shutdown()
                await self._client.close()

    async def _open_pages(self, port: int) -> Mapping[str, str]:
        self._pages = Pages(self.env, self.turn, await self._emoji())
        addresses = {}
        async with self.turn():
            for number, room in enumerate(self.rooms.values()):
                await self._greet(room)
                viewers = list(room.members.values())
                addresses[room.server] = await self._pages.open(room.channel, viewers, port and port + number)
        return addresses

    async def _greet(self, room: Room) -> None:
        """Let the bot greet the people in a room, who find nothing else there."""
        channel = self._client.get_partial_messageable(room.channel.id)
        await channel.send(**send_arguments(greeting(find_language("en"))))

    async def stop_when_closed(self, stop: asyncio.Event) -> None:
        """Set `stop` once someone ends the session on a page."""
        assert self._pages is not None
        await self._pages.wait_closed()
        stop.set()

    async def keep_up(self) -> None:
        """Show on the pages what the bot does unprompted, until cancelled."""
        while True:
            await asyncio.sleep(_GLANCE_SECONDS)
            await self.redraw()

    async def redraw(self) -> None:
        """Show on the pages what happened since a page was last used."""
        assert self._pages is not None
        with contextlib.suppress(TimeoutError):  # the bot is still busy; the next redraw will do
            async with self.turn():
                await self._pages.redraw()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the world's lock, with its clock at the present time."""
        async with self._lock:
            await self._catch_up()
            yield

    async def _catch_up(self) -> None:
        """Jump to the present, as after the machine has slept, without running the timers in between."""
        self.env.backend.advance_clock(max(0.0, self._behind()))
        await self.env.settle()

    async def _sleep(self, seconds: float) -> None:
        """Sleep until SimCord's clock has advanced by this many seconds, without delaying any answer."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="the clock moves between turns")

    def _clock(self) -> float:
        return self.env.now().timestamp()

    def _behind(self) -> float:
        """Seconds by which SimCord's clock lags behind the present."""
        return (self._present() - self.env.now()).total_seconds()

    async def _emoji(self) -> Mapping[str, tuple[str, bytes]]:
        """Name the card emoji as messages do; return them by the URLs that pages request."""
        assert self._client.emoji_provided is not None, "the client is logged in"
        while not self._client.emoji_provided.done():  # it may be waiting for another process to upload them
            async with self.turn():
                pass
            await asyncio.sleep(_POLL_SECONDS)
        await self._client.emoji_provided
        files = emoji_files()
        faces = self._client.state.emoji or {}
        rename_emoji(self.env, faces.values())
        return {self._avatar: ("portrait.png", portrait())} | {
            f"https://cdn.simcord.invalid/emojis/{face.id}.png": (f"{key}.png", files[key])
            for key, face in faces.items()
        }


def _join(guild: GuildHandle, people: Mapping[str, UserHandle], *, manager: str) -> dict[str, simcord.MemberActor]:
    """Add people to a server, and return its members by name."""
    manages = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    return {
        name: guild.add_member(person, roles=[manages] if name == manager else []) for name, person in people.items()
    }
