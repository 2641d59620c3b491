"""The local Discord: two servers, two people in both, the bot, and a clock that can be moved."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

import discord
import simcord
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from bot.app.client import SolitaireClient
from bot.app.local.page import Pages
from bot.app.local.simcord_patches import introduce, rename_emoji, settle_patiently, use_real_ids
from bot.app.local.terminal import (
    TypingError,
    answers_of,
    controls_of,
    describe_error,
    format_time,
    matches_label,
    parse_command,
    render_text,
)
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
_SEARCH_SECONDS = 4.0  # the page and the terminal wait for the whole answer
_SEEN = 20  # how many messages back the terminal can press buttons
_GLANCE_SECONDS = 5.0
_POLL_SECONDS = 0.1

_PEOPLE = ("alice", "bob")

_SLASH = discord.AppCommandType.chat_input

_NEW_DAY = time(0, 0, 1, tzinfo=UTC)
"""The time that `tomorrow` sets: SimCord's clock may end up a rounding error earlier."""


@dataclass(frozen=True)
class Seat:
    """A person in a channel, and the latest messages that they saw there, oldest first."""

    member: simcord.MemberActor
    seen: deque[simcord.ResponseMessage] = field(default_factory=lambda: deque(maxlen=_SEEN))


@dataclass(frozen=True)
class Room:
    """The one channel of a server, and the people in it by name."""

    server: str
    channel: ChannelHandle
    seats: Mapping[str, Seat]

    @property
    def members(self) -> dict[str, simcord.MemberActor]:
        """The people, as members of the server."""
        return {name: seat.member for name, seat in self.seats.items()}


class World:
    """Runs the bot over a database, which keeps the games; messages last as long as the world.

    Alice may manage the first server, Bob the second.
    """

    def __init__(self, database: Database, *, is_proving: bool = False) -> None:
        self._is_proving = is_proving
        self.services = Services(
            database,
            clock=self._clock,
            sleep=self._sleep,
            analysis_seconds=_SEARCH_SECONDS,
        )
        self._client = SolitaireClient(self.services, shard_count=1)
        self._env = simcord.Env(self._client, check_errors=False)
        settle_patiently(self._env)
        # Created in this order, before the clock is set, people get the same ids, and so the same games, in every run.
        card_room = self._env.create_guild("Card room")
        solitaire = card_room.create_text_channel("solitaire")
        people = {name: self._env.create_user(name) for name in _PEOPLE}
        tea_house = self._env.create_guild("Tea house")
        patience = tea_house.create_text_channel("patience")
        self._people = [person.id for person in people.values()]
        self._rooms = {
            "solitaire": Room(card_room.name, solitaire, _seats(card_room, people, manager="alice")),
            "patience": Room(tea_house.name, patience, _seats(tea_house, people, manager="bob")),
        }
        self._mentions = {room.channel.mention: f"#{name}" for name, room in self._rooms.items()}
        self._mentions |= {person.mention: f"@{name}" for name, person in people.items()}
        self._reported: set[int] = set()
        self._lock = asyncio.Lock()
        self._ahead = timedelta()
        self._avatar = introduce(self._env, NAME)
        use_real_ids(self._env, lambda: datetime.now(UTC) + self._ahead)
        # SimCord's clock starts at a fixed day; the bot starts today.
        self._env.backend.advance_clock(self._behind())
        self._pages: Pages | None = None

    @contextlib.asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[Mapping[str, str]]:
        """Start the bot and its pages; yields the pages' URLs by server. Whoever has a URL can play.

        The first page is on this port and the second on the next, or both on free ones if it is 0. Raises PageError.
        """
        dailies = self.services.dailies
        turn = self.services.turns.background()
        await dailies.begin_chain(turn, dailies.today() - ONE_DAY)  # nobody here waits a day for the first dailies
        for user_id in self._people:
            turn = self.services.turns.background(Player(user_id))
            await self.services.boards.forget(turn)  # its message ended with an earlier run
        async with self.services.running(is_proving=self._is_proving):
            await self._env.start()
            try:
                with self._env.time_context():
                    yield await self._open_pages(port)
                    await self._client.finish(_FINISH_SECONDS)
            finally:
                if self._pages is not None:
                    await self._pages.close()
                await self._env.shutdown()
                await self._client.close()

    async def _open_pages(self, port: int) -> Mapping[str, str]:
        self._pages = Pages(self._env, self._turn, await self._emoji())
        addresses = {}
        async with self._turn():
            for number, room in enumerate(self._rooms.values()):
                await self._greet(room)
                viewers = list(room.members.values())
                addresses[room.server] = await self._pages.open(room.channel, viewers, port and port + number)
        return addresses

    async def _greet(self, room: Room) -> None:
        """Let the bot greet the people in a room, who find nothing else there."""
        channel = self._client.get_partial_messageable(room.channel.id)
        sent = await channel.send(**send_arguments(greeting(find_language("en"))))
        self._reported.add(sent.id)
        for seat in room.seats.values():
            seat.seen.append(simcord.ResponseMessage(self._env, self._env.backend.messages[room.channel.id][sent.id]))

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
        """Show on the pages what happened since a page was used, such as in the terminal."""
        assert self._pages is not None
        with contextlib.suppress(TimeoutError):  # the bot is still busy; the next redraw will do
            async with self._turn():
                await self._pages.redraw()

    async def answer(self, line: str, name: str = "alice", channel: str = "solitaire") -> str:
        """Carry out a line typed by a person in a channel, and return the answer as text."""
        try:
            answer = await (self._go_to_tomorrow() if line == "tomorrow" else self._act(line, name, channel))
        except TypingError as error:
            answer = str(error)
        except simcord.SetupError as error:
            answer = describe_error(error)
        except TimeoutError:
            answer = "The application did not respond."
        return "\n\n".join([answer, *self._announcements()])

    async def _act(self, line: str, name: str, channel: str) -> str:
        room = self._rooms[channel]
        seat = room.seats[name]
        async with self._turn():
            if line.startswith("press "):
                result = await self._press(room, seat, line.removeprefix("press "))
            else:
                commands = [each for each in await self._client.tree.fetch_commands() if each.type is _SLASH]
                command, options = parse_command(line, commands, {**room.members, channel: room.channel})
                result = await seat.member.slash(room.channel, command, **options)
        answers = answers_of(result)
        seat.seen.extend(answers)
        return "\n".join(map(self._text, answers)) or "The application did not respond."

    async def _press(self, room: Room, seat: Seat, label: str) -> simcord.InteractionResult:
        """Press the newest button, or select the newest choice, with this label that the person saw there."""
        there = self._env.backend.messages.get(room.channel.id, {})  # without those that were deleted
        for message in reversed([message for message in seat.seen if message.id in there]):
            for control in controls_of(message):
                if matches_label(control, label):
                    if control.disabled:
                        raise TypingError(f"“{control.label}” would do nothing now.")
                    if control.value is None:
                        return await seat.member.click(message, custom_id=control.custom_id)
                    return await seat.member.select(message, [control.value], custom_id=control.custom_id)
        raise TypingError(
            f"There is no button “{label}” on what you were shown in #{room.channel.name}. Try /solitaire show."
        )

    def advance_clock(self, time: timedelta) -> None:
        """Let time pass; the bot notices at the next line."""
        self._ahead += time

    async def _go_to_tomorrow(self) -> str:
        """Move the clock to the next midnight UTC, and let the bot do what it does then."""
        async with self._turn():
            now = self._env.now()
            self.advance_clock(datetime.combine(now.date() + timedelta(days=1), _NEW_DAY) - now)
            await self._catch_up()
            return f"It is now {format_time(self._env.now())}."

    def _announcements(self) -> list[str]:
        """The messages that the bot sent on its own since the last line, as text; everybody in their room sees them."""
        announcements = []
        for name, room in self._rooms.items():
            for message in self._env.backend.messages.get(room.channel.id, {}).values():
                is_own = message.author_id == self._env.backend.bot_user.id and message.interaction_metadata is None
                if is_own and message.id not in self._reported:
                    self._reported.add(message.id)
                    shown = simcord.ResponseMessage(self._env, message)
                    announcements.append(f"In #{name}:\n{self._text(shown)}")
                    for seat in room.seats.values():
                        seat.seen.append(shown)
        return announcements

    def _text(self, message: simcord.ResponseMessage) -> str:
        text = render_text(message, now=self._env.now())
        for mention, name in self._mentions.items():
            text = text.replace(mention, name)
        return text

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Hold the world's lock, with its clock at the present time."""
        async with self._lock:
            await self._catch_up()
            yield

    async def _catch_up(self) -> None:
        """Jump to the present, as after a machine has slept, without running the timers in between."""
        self._env.backend.advance_clock(max(0.0, self._behind()))
        await self._env.settle()

    async def _sleep(self, seconds: float) -> None:
        """Sleep until SimCord's clock has advanced by this many seconds, without delaying any answer."""
        await self._env.external_wait(asyncio.sleep(seconds), reason="the clock moves between turns")

    def _clock(self) -> float:
        return self._env.now().timestamp()

    def _behind(self) -> float:
        """How many seconds SimCord's clock lags behind the present."""
        return (datetime.now(UTC) + self._ahead - self._env.now()).total_seconds()

    async def _emoji(self) -> Mapping[str, tuple[str, bytes]]:
        """Name the card emoji as messages do; return them by the URLs that pages request."""
        assert self._client.emoji_provided is not None, "the client is logged in"
        while not self._client.emoji_provided.done():  # it may sleep until another process has uploaded them
            async with self._turn():
                pass
            await asyncio.sleep(_POLL_SECONDS)
        await self._client.emoji_provided
        files = emoji_files()
        faces = self._client.state.emoji or {}
        rename_emoji(self._env, faces.values())
        return {self._avatar: ("portrait.png", portrait())} | {
            f"https://cdn.simcord.invalid/emojis/{face.id}.png": (f"{key}.png", files[key])
            for key, face in faces.items()
        }


def _seats(guild: GuildHandle, people: Mapping[str, UserHandle], *, manager: str) -> dict[str, Seat]:
    manages = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    return {
        name: Seat(guild.add_member(person, roles=[manages] if name == manager else []))
        for name, person in people.items()
    }
