"""The Discord in your browser: the real bot on SimCord's, for trying it without a token.

A page on loopback shows the channel to two people, Alice and Bob, and takes slash commands and presses; the same
commands can be typed into the terminal. Messages last as long as the process, games are kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
import webbrowser
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import simcord
from simcord.preview import Preview

from bot.client import SolitaireClient
from bot.local_page import mend_page
from bot.pictures.emoji import emoji_files
from bot.services import Services
from bot.terminal import TypingError, as_text, explain, is_label, messages_of, parts_of, read_command

log = logging.getLogger(__name__)

_FINISH_SECONDS = 3.0
_SEEN = 20  # how many answers back buttons can be pressed from the terminal

_WELCOME = """\
Open {url}
or type commands here, as in Discord: /solitaire start tens, /solitaire move 3>5, /solitaire help
Buttons are pressed by “press Undo”; “@bob /solitaire show” speaks as Bob. Ctrl-C ends."""


async def serve(services: Services, *, stop: asyncio.Event, port: int) -> int:
    """Serve the page and the terminal until `stop` is set or the commands piped in are done; return 0.

    `port` is the page's; 0 takes any that is free.
    """
    world = World(SolitaireClient(services, shard_count=1))
    try:
        async with world.open(port) as url:
            print(_WELCOME.format(url=url), flush=True)  # noqa: T201
            if (
                sys.stdin is not None
                and sys.stdin.isatty()
                and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32"))
            ):
                webbrowser.open(url)
            closing = asyncio.create_task(world.stop_when_closed(stop))
            await _answer_lines(world, stop)
            closing.cancel()
    except PageError as error:
        print(f"The page cannot be served (LOCAL_PORT {port}): {error}.", file=sys.stderr)  # noqa: T201
        return 1
    except BrokenPipeError:
        # Nobody reads the answers any more; what is left to print goes nowhere (as in Python's note on SIGPIPE).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


async def _answer_lines(world: World, stop: asyncio.Event) -> None:
    """Answer the lines of standard input in order. Where there is none, as under a service manager, just serve."""
    lines = _read_lines()
    answered = 0
    stopping = asyncio.create_task(stop.wait())
    while not stop.is_set():
        reading = asyncio.create_task(lines.get())
        await asyncio.wait({reading, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            reading.cancel()
        elif (line := reading.result()) is not None:
            if line.casefold() in ("quit", "exit"):
                break
            if line:
                # The page is drawn once no other line is waiting, which would change it again.
                print(await world.answer(line, redraw=lines.empty()), end="\n\n", flush=True)  # noqa: T201
                answered += 1
        elif answered:
            break
    stopping.cancel()


def _read_lines() -> asyncio.Queue[str | None]:
    """The lines of standard input, then None. A thread reads them, which no exit has to wait for."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended first
            if sys.stdin is not None:  # as where a service manager closed it
                for line in os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace"):
                    loop.call_soon_threadsafe(lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines


class PageError(Exception):
    """The page cannot be served, most often as its port is in use."""


class World:
    """A server with one channel, two people in it, and the bot."""

    def __init__(self, client: SolitaireClient) -> None:
        self._client = client
        self._env = simcord.Env(client, check_errors=False)
        guild = self._env.create_guild("Card room")
        self._channel = guild.create_text_channel("solitaire")
        # Made before the start, people have the same ids, and so the same games, in each run.
        self._people = {name: guild.add_member(self._env.create_user(name)) for name in ("alice", "bob")}
        self._seen = {name: deque[simcord.ResponseMessage](maxlen=_SEEN) for name in self._people}
        self._turn = asyncio.Lock()
        self._preview: Preview | None = None

    @contextlib.asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[str]:
        """Start the bot and the page; yields the page's address, which whoever has it can play by."""
        await self._env.start()
        try:
            with self._env.time_context():
                await self._catch_up()
                self._preview = await self._serve_page(port, await self._emoji())
                yield self._preview.url
                await self._client.finish(_FINISH_SECONDS)
        finally:
            if self._preview is not None:
                await self._preview.close()
            await self._env.shutdown()
            await self._client.close()

    async def stop_when_closed(self, stop: asyncio.Event) -> None:
        """Set `stop` once someone ends the session on the page."""
        assert self._preview is not None
        await self._preview.wait_closed()
        stop.set()

    async def answer(self, line: str, *, redraw: bool = True) -> str:
        """What a line typed into the terminal leads to, as text; `redraw` the page with it."""
        try:
            who, line = self._speaker(line)
            if line.split()[0].casefold() == "press":
                result = await self._act(lambda: self._press(who, line[len("press") :].strip()), redraw=redraw)
            else:
                name, options = read_command(line, await self._client.tree.fetch_commands(), self._people)
                result = await self._act(lambda: self._people[who].slash(self._channel, name, **options), redraw=redraw)
        except TypingError as error:
            return str(error)
        except simcord.SetupError as error:
            return explain(error)
        except TimeoutError:
            return "The application did not respond."
        answers = messages_of(result)
        self._seen[who].extend(answers)
        return "\n".join(map(as_text, answers)) or "The application did not respond."

    def _speaker(self, line: str) -> tuple[str, str]:
        if not line.startswith("@"):
            return "alice", line
        name, _, rest = line[1:].partition(" ")
        if name.casefold() not in self._people or not rest.strip():
            raise TypingError("Write a person and a command, as in: @bob /solitaire show")
        return name.casefold(), rest.strip()

    async def _press(self, who: str, label: str) -> simcord.InteractionResult:
        """Press the newest button, or choose the newest choice, of this label that the person was shown."""
        if not label:
            raise TypingError("Name the button too, as in: press Undo")
        for message in reversed(self._seen[who]):
            for part in parts_of(message):
                if is_label(part.label, label):
                    if part.disabled:
                        raise TypingError(f"“{part.label}” would do nothing now.")
                    if part.value is None:
                        return await self._people[who].click(message, custom_id=part.custom_id)
                    return await self._people[who].select(message, [part.value], custom_id=part.custom_id)
        raise TypingError(f"There is no button “{label}” on what you were shown. Try /solitaire show.")

    async def _act(
        self, action: Callable[[], Awaitable[simcord.InteractionResult]], *, redraw: bool
    ) -> simcord.InteractionResult:
        async with self._turn:
            await self._catch_up()
            try:
                return await action()
            finally:
                if redraw and self._preview is not None:
                    await self._preview.refresh()

    async def _emoji(self) -> Mapping[str, tuple[str, bytes]]:
        """The application's emoji by the addresses at which the page looks for them: SimCord keeps only their names."""
        assert self._client.emoji_provided is not None, "the client is logged in"
        await self._client.emoji_provided
        files, faces = emoji_files(), self._client.answers.faces or {}
        return {
            f"https://cdn.simcord.invalid/emojis/{face.id}.png": (f"{key}.png", files[key])
            for key, face in faces.items()
        }

    async def _serve_page(self, port: int, assets: Mapping[str, tuple[str, bytes]]) -> Preview:
        mend_page()
        viewers = list(self._people.values())
        preview = self._env.preview(
            self._channel, viewers=viewers, layout="channel", display="responsive", port=port or None, assets=assets
        )
        try:
            await preview.__aenter__()
        except simcord.SetupError as error:
            raise PageError(error) from error
        self._take_turns(preview)
        return preview

    def _take_turns(self, preview: Preview) -> None:
        """Let what the page does wait for the terminal's turn.

        SimCord refuses an action while another runs, and the page stays stuck then; it has no public way to queue.
        What has waited was sent from a page that is a revision behind by then, so it is brought up to date.
        """
        act = preview._action  # noqa: SLF001

        async def act_in_turn(page_id: str, body: Any) -> Any:
            async with self._turn:
                await self._catch_up()
                page = preview._pages.get(page_id)  # noqa: SLF001
                if page is not None and isinstance(body, dict) and "published_revision" in body:
                    body = {**body, "published_revision": page.revision}
                return await act(page_id, body)

        preview._action = act_in_turn  # type: ignore[method-assign, assignment]  # noqa: SLF001

    async def _catch_up(self) -> None:
        """Bring SimCord's clock to the present. Its ids follow the clock, so that no two runs share one."""
        behind = (datetime.now(UTC) - self._env.now()).total_seconds()
        if behind > 0:
            await self._env.advance_time(behind)
