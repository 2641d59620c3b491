"""A server with one channel and two people, and the bot. Only its database is a file; everything else is in memory."""

import asyncio
import copy
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import discord
import simcord
from discord.app_commands import AppCommand

from bot.app.client import SolitaireClient
from bot.app.local.simcord_patches import introduce, settle_patiently
from bot.app.local.world import NAME
from bot.messages.actions import Action
from bot.model.game import UserGame
from bot.pictures.emoji import emoji_files, emoji_name
from bot.services import Services, Turn
from bot.store import Database, open_database
from engine import Status
from tests.support.boards import FORTY_MOVES
from tests.support.commands import as_typed
from tests.support.shown import Shown, changed, only, private, public, readable
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, ShelfInTurns, open_games, turn_of

__all__ = ["CALLBACK", "LATER_EDITS", "CardRoom", "Registered", "changed", "only", "private", "public", "readable"]

INTERACTION = "INTERACTION_CREATE"

CALLBACK = "/interactions/*/*/callback"
"""The path of answers to interactions."""

LATER_EDITS = ("/webhooks/*/*/messages/*", "/channels/*/messages/*")
"""The paths of edits that do not answer interactions."""


@dataclass(frozen=True)
class Registered:
    """The commands as the bot registers them, and as Discord returns them."""

    payload: Sequence[Mapping[str, Any]]
    commands: Sequence[AppCommand]


class CardRoom:
    """Lets a test act as Alice or Bob and see what they see."""

    def __init__(self, path: Path, *, url: str | None = None, moment: str | None = None) -> None:
        self.path = path
        self.url = url or f"sqlite:///{path}"
        """The database, by default the file at `path`."""
        self.solver = SolverHere()
        self.database: Database
        self.services: Services
        self.games: GamesInTurns
        self.shelf: ShelfInTurns
        self.client: SolitaireClient
        self.env: simcord.Env
        self.channel: simcord.ChannelHandle
        self.alice: simcord.MemberActor
        self.bob: simcord.MemberActor
        self.locale = "en-US"
        """The language of everyone's Discord."""
        self.moment: float | None = None
        """The time on the bot's stopped clock, in Unix seconds; None for the real time."""
        self._passing_since: float | None = None
        self._first_moment = moment
        self.held: list[dict[str, Any]] = []
        self._holding = False

    async def open(self) -> None:
        """Start the bot, with its emoji uploaded."""
        await self._make_client()
        self.env = simcord.Env(self.client, check_errors=False)
        settle_patiently(self.env)
        self._upload_emoji()
        introduce(self.env, NAME)
        if self._first_moment is not None:
            self.set_clock(self._first_moment)
            self.sync_clocks()
        guild = self.env.create_guild()
        self.channel = guild.create_text_channel("solitaire")
        manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        self.alice = guild.add_member(self.env.create_user("alice"), roles=[manager])
        self.bob = guild.add_member(self.env.create_user("bob"))
        elsewhere = self.env.create_guild()
        self.elsewhere = elsewhere.create_text_channel("patience")
        self.bob_elsewhere = elsewhere.add_member(self.bob.user)
        self._intercept()
        await self.env.start()

    async def close(self) -> None:
        await self.env.shutdown()
        await self._end_client()

    async def restart(self) -> None:
        """Stop the bot and start it again with the same database."""
        await self.env.settle()
        await self._end_client()
        await self._make_client()
        self.sync_clocks()
        await self.env.restart_bot(self.client)

    def now(self) -> float:
        if self.moment is None:
            return time.time()
        passed = 0.0 if self._passing_since is None else self.env.backend.clock.elapsed - self._passing_since
        return self.moment + passed

    async def sleep(self, seconds: float) -> None:
        """Let the bot sleep until a test lets this much time pass."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="time passes when a test says so")

    def set_clock(self, moment: str) -> None:
        """`moment` is in UTC, written as in 2026-11-21 23:59."""
        self.moment = datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()

    def advance_clock(self, seconds: float) -> None:
        """Advance the bot's clock alone."""
        if self.moment is not None:
            self.moment += seconds

    def sync_clocks(self) -> None:
        """Advance SimCord's clock, which dates messages, to the bot's clock.

        Setting the bot's clock does not do this, because it would wake the announcer, which never sleeps for long just
        before a midnight that does not come.
        """
        self.env.backend.advance_clock(max(0.0, self.now() - self.env.now().timestamp()))

    async def pass_time(self, seconds: float) -> None:
        """Advance both clocks, and wake the bot whenever one of its sleeps ends."""
        self.sync_clocks()
        self._passing_since = self.env.backend.clock.elapsed
        try:
            await self.env.advance_time(seconds)
            await self.env.settle()
        finally:
            self.moment = None if self.moment is None else self.now()
            self._passing_since = None

    async def say(
        self, command: str, who: simcord.MemberActor | None = None, **options: Any
    ) -> simcord.InteractionResult:
        """Type `/solitaire command` in the channel; type the word of a button, such as undo, as a move."""
        command, options = as_typed(command, options)
        return await (who or self.alice).slash(self.channel, f"solitaire {command}", **options)

    async def start(self, game: str, deal: int = 8, **options: Any) -> Shown:
        """Deal a game as Alice, and return her board."""
        return public(await self.say("start", game=game, deal=str(deal), **options))

    async def start_with_forty_moves(self) -> Shown:
        """Bring Alice to a position with more moves than a select can hold, and return her board."""
        await self.start("grounds-for-divorce", 303, rules="classic")
        await self.play(*FORTY_MOVES.split())
        return public(await self.say("show"))

    async def play(self, *moves: str) -> None:
        """Play moves as Alice without showing the board."""
        for move in moves:
            await self.games.play(self.alice.id, move, self.env.backend.snowflake())

    async def play_legal(self, times: int = 1) -> None:
        """Play the first legal move as Alice, `times` in a row, without showing the board."""
        for _ in range(times):
            await self.play(str((await self.game()).game.legal_moves()[0]))

    async def play_to_the_end(self) -> Shown:
        """Play first legal moves as Alice without showing them, and return the final board."""
        while (await self.game()).game.status is Status.PLAYING:
            await self.play_legal()
        return only(await self.say("show"))

    async def press(
        self, message: simcord.ResponseMessage, label: str, who: simcord.MemberActor | None = None
    ) -> simcord.InteractionResult:
        """Press the first button of this name, with or without its price or question mark.

        Raises SetupError if it is disabled.
        """
        button = Shown.of(message).button(label)
        assert button is not None, label
        return await (who or self.alice).click(message, custom_id=button["custom_id"])

    async def post(self, answer: simcord.InteractionResult, who: simcord.MemberActor | None = None) -> Shown:
        """Press *Post it* on a private draft, and return the public message."""
        draft = only(answer)
        assert draft.ephemeral
        posted = await self.press(draft, "Post it", who)
        (message,) = posted.followups
        assert not message.ephemeral
        return Shown.of(message)

    async def choose(
        self, message: simcord.ResponseMessage, label: str, who: simcord.MemberActor | None = None
    ) -> simcord.InteractionResult:
        """Use the select that has a choice with this label."""
        custom_id, value = Shown.of(message).sent_choices[label]
        return await (who or self.alice).select(message, [value], custom_id=custom_id)

    async def open_more(self, board: simcord.ResponseMessage, who: simcord.MemberActor | None = None) -> Shown:
        """Open the second page of a board's menu."""
        return changed(await self.press(changed(await self.press(board, "Menu", who)), "More", who))

    async def share(self, board: simcord.ResponseMessage, who: simcord.MemberActor | None = None) -> Shown:
        """Post the table of a board from its menu, and return the public message."""
        menu = changed(await self.press(board, "Menu", who))
        if "Share" not in menu.buttons:
            menu = changed(await self.press(menu, "More", who))
        return await self.post(await self.press(menu, "Share", who), who)

    async def delete_everything(self, who: simcord.MemberActor | None = None) -> Shown:
        """Delete all data of Alice, or of someone else, and return the answer."""
        asked = only(await self.press(only(await self.say("privacy", who)), "Delete everything", who))
        return changed(await self.press(asked, "Delete everything", who))

    async def play_first(self, message: simcord.ResponseMessage) -> simcord.InteractionResult:
        """Play the first move in the list; without a list, that of the first pile that has one; otherwise draw."""
        shown = Shown.of(message)
        if shown.sent_choices:
            return await self.choose(message, next(iter(shown.sent_choices)))
        return await self.press(message, next((label for label in shown.enabled if label.isdecimal()), "Draw"))

    def turn(self, who: simcord.MemberActor | None = None) -> Turn:
        """A turn of Alice, or of someone else."""
        who = who or self.alice
        return turn_of(self.services, who.id, self.env.backend.snowflake(), name=who.user.name)

    async def prefer(self, who: simcord.MemberActor | None = None, **preferences: Any) -> None:
        """Set preferences without a message."""
        for name, value in preferences.items():
            text = ("off", "on")[value] if isinstance(value, bool) else str(value)
            await self.services.preferences.change(self.turn(who), name, text)

    async def complete(self, typed: str) -> dict[str, str]:
        """The moves that `/solitaire move` suggests for a typed text, by their labels without variation selectors."""
        choices = await self.alice.autocomplete(self.channel, "solitaire move", "move", typed)
        return {choice["name"].replace("\ufe0e", ""): choice["value"] for choice in choices}

    async def game(self, who: simcord.MemberActor | None = None) -> UserGame:
        """The user's game, as read by a freshly started bot."""
        return await open_games(self.database).current((who or self.alice).id)

    async def saved(self, who: simcord.MemberActor | None = None) -> str:
        return (await self.game(who)).game.save()

    def messages(self) -> list[Shown]:
        messages = self.env.backend.messages[self.channel.id]
        return [Shown(self.env, messages[number]) for number in sorted(messages)]

    def posts(self) -> list[Shown]:
        return [message for message in self.messages() if not message.ephemeral]

    async def until_it_says(self, words: str) -> None:
        """Wait until a message in the channel contains these words."""
        while not any(words in message.content for message in self.messages()):
            await asyncio.sleep(0.01)

    def is_gone(self, message: Shown) -> bool:
        return message.id not in [each.id for each in self.messages()]

    def all_messages(self) -> list[Shown]:
        """The messages in all channels and direct messages, the newest last."""
        stored = [message for messages in self.env.backend.messages.values() for message in messages.values()]
        return [Shown(self.env, message) for message in sorted(stored, key=lambda message: message.id)]

    def live_boards(self) -> list[Shown]:
        """The messages in which players can continue a game."""
        return [message for message in self.messages() if Action.MENU in message.actions]

    def file(self, message: simcord.ResponseMessage) -> bytes:
        """The only file attached to a message."""
        (attachment,) = message.attachments
        content = self.env.backend.cdn.get(attachment.url)
        assert content is not None
        return content

    @contextmanager
    def refusing(self, *paths: str) -> Iterator[None]:
        """Make Discord refuse requests to these paths in this block; by default, edits that do not answer a press."""
        faults = self.env.backend.faults
        for path in paths or LATER_EDITS:
            self.env.inject_error("*", path, status=403, code=50001, message="Missing Access", times=None)
        yield
        faults.clear()

    async def registered(self) -> Registered:
        """The commands that this bot registered when it started."""
        requests = [request for request in self.env.http_requests if request.path.endswith("/commands")]
        (payload,) = [request.json for request in requests if request.method == "PUT"]
        assert payload is not None
        return Registered(payload, await self.client.tree.fetch_commands())

    @property
    def last_interaction(self) -> dict[str, Any]:
        sent = [payload for _, name, payload in self.env.backend.transcript if name == INTERACTION]
        return copy.deepcopy(dict(sent[-1]))

    async def deliver(self, *payloads: Mapping[str, Any]) -> None:
        """Deliver interactions, all of them before the bot can handle the first."""
        for payload in payloads:
            self.env.backend.emit(INTERACTION, dict(copy.deepcopy(payload)))
        await self.env.settle()

    @asynccontextmanager
    async def at_once(self, *, times: int = 1) -> AsyncIterator[None]:
        """Hold back all interactions sent in this block, then deliver each of them `times` times at one moment."""
        self.held = []
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        await self.deliver(*(payload for payload in self.held for _ in range(times)))

    def _upload_emoji(self) -> None:
        """Give Discord the emoji of an earlier start, which saves a hundred requests."""
        for name in _emoji_names():
            self.env.backend.create_application_emoji(name)

    def _intercept(self) -> None:
        """Send interactions in the users' language, and hold them back inside `at_once`."""
        backend: Any = self.env.backend
        emit = backend.emit

        def emit_or_hold(name: str, payload: Any, *rest: Any, **named: Any) -> None:
            if name == INTERACTION:
                payload = {**payload, "locale": self.locale}
            if name == INTERACTION and self._holding:
                self.held.append(copy.deepcopy(payload))
            else:
                emit(name, payload, *rest, **named)

        backend.emit = emit_or_hold

    async def _make_client(self) -> None:
        self.database = await open_database(self.url)
        self.services = Services(
            self.database,
            clock=self.now,
            sleep=self.sleep,
            solver=self.solver,
            analysis_seconds=60.0,
        )
        self.games = GamesInTurns.of(self.services)
        self.shelf = ShelfInTurns.of(self.services)
        self.client = SolitaireClient(self.services, shard_count=1)

    async def _end_client(self) -> None:
        await self.client.close()
        self.services.pictures.close()
        await self.database.close()


@cache
def _emoji_names() -> list[str]:
    return [emoji_name(key, png) for key, png in emoji_files().items()]


@asynccontextmanager
async def running(room: CardRoom) -> AsyncIterator[CardRoom]:
    """Run the bot, and check that it leaves no exception unhandled."""
    await room.open()
    yield room
    errors = room.env.errors
    await room.close()
    assert errors == []
