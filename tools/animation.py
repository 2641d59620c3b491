"""Record docs/playing.webp, a new player's first game on a phone, played by taps alone.

    python -m tools.animation

This takes about two minutes and needs Chromium. `tools/release_notes.py` warns if boards have changed since.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw
from playwright.async_api import FloatRect, Locator, Page

from bot.app.local.world import World
from bot.model.game import GUIDED
from bot.store import open_database
from engine import Discard, Game, Move
from engine.solver import solve
from tests.support.browser.page import PHONE, browser_page, messages, newest, press_button, wait_until_settled
from tools.release_notes import ANIMATION, fingerprint

BUDGET = 400_000
"""Positions that the solver may search for the winning moves."""

HEIGHT = 900
HEADER = 160
"""The height of the page's header, which is cut off."""

SCALE = 1.5
"""Pixels of the picture for each pixel of the page."""

SLOW, QUICK, LAST = 1800, 450, 4000
"""Milliseconds for which a frame stays."""

SLOW_TAPS = 3
"""The first taps, which show slowly where they are pressed."""


@dataclass
class Recorder:
    """Takes a picture of the page for each frame."""

    page: Page
    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    async def take(self, duration: int, *, tapping: Locator | None = None) -> None:
        """Add a frame, with a fingertip on the control about to be pressed."""
        await self.page.mouse.move(0, 0)
        await asyncio.sleep(1.2)  # the page loads emoji, and looks for changes twice a second
        await wait_until_settled(self.page)
        clip = FloatRect(x=0, y=HEADER, width=PHONE, height=HEIGHT - HEADER)
        frame = Image.open(BytesIO(await self.page.screenshot(clip=clip))).convert("RGB")
        box = None if tapping is None else await tapping.bounding_box()
        if box is not None:
            x = box["x"] + box["width"] / 2
            y = box["y"] + box["height"] / 2 - HEADER
            frame = _with_fingertip(frame, SCALE * x, SCALE * y)
        self.frames.append(frame)
        self.durations.append(duration)

    def save(self) -> None:
        """Write all frames, each of which stores only its difference from the one before."""
        first, *others = self.frames
        first.save(
            ANIMATION,
            save_all=True,
            append_images=others,
            duration=self.durations,
            loop=0,
            quality=60,
            method=6,
            xmp=fingerprint(),
        )


def _with_fingertip(frame: Image.Image, x: float, y: float) -> Image.Image:
    """Draw a translucent disc around this point."""
    touched = frame.convert("RGBA")
    disc = Image.new("RGBA", frame.size)
    ImageDraw.Draw(disc).circle((x, y), 22 * SCALE, fill=(255, 255, 255, 60), outline=(255, 255, 255, 230), width=3)
    touched.alpha_composite(disc)
    return touched.convert("RGB")


async def record(page: Page) -> None:
    """Play the guided game and record it."""
    recorder = Recorder(page)
    play = messages(page).get_by_role("button", name="Play").last
    await recorder.take(SLOW, tapping=play)
    await press_button(play)
    await _play(page, recorder, solve(Game.new(GUIDED.variant, GUIDED.deal or 0).position, BUDGET).moves)
    await recorder.take(LAST)
    recorder.save()


async def _play(page: Page, recorder: Recorder, moves: Sequence[Move]) -> None:
    """Play moves, each with one tap: a discard from any of its piles."""
    for number, move in enumerate(moves):
        pile = move.piles[0] if isinstance(move, Discard) else move.source.number
        tap = newest(page).get_by_role("button").nth(pile - 1)
        await recorder.take(SLOW if number < SLOW_TAPS else QUICK, tapping=tap)
        await press_button(tap)
        await page.evaluate("document.activeElement.blur()")  # or the page keeps the message's own buttons in view


async def main() -> None:
    """Record the game in a new world."""
    with TemporaryDirectory() as folder:
        database = await open_database(Path(folder) / "patience.sqlite3")
        world = World(database)
        try:
            async with (
                world.open(0) as pages,
                browser_page(pages["Card room"], width=PHONE, height=HEIGHT, scale=SCALE) as page,
            ):
                await record(page)
        finally:
            await database.close()


if __name__ == "__main__":
    asyncio.run(main())
