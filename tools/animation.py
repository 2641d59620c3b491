"""Record docs/playing.webp, a game of Diplomat in the browser page from the command to the win.

    python -m tools.animation

This takes about three minutes and needs Chromium.
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
from bot.language import find_language
from bot.messages.labels import move_label, with_text_suits
from bot.store import open_database
from engine import DRAW, Game, Move, finishing_moves
from engine.solver import solve
from tests.support.browser.page import (
    add_option,
    browser_page,
    choose,
    choose_command,
    newest,
    press,
    send,
    suggestions,
    wait_until_settled,
)

FILE = Path(__file__).parents[1] / "docs" / "playing.webp"

GAME = "diplomat"
DEAL = 206
"""A deal that is won without long piles, and whose moves always fit into one select."""

BUDGET = 400_000
"""Positions for the solver, which finds the winning moves."""

WIDTH = 560
HEIGHT = 875
HEADER = 160
"""Pixels of the page; the header is left out."""

SCALE = 1.25
"""Pixels of the picture for each pixel of the page."""

SLOW = 1500
QUICK = 600
LAST = 4000
"""Milliseconds for which a frame stays."""

QUICK_FRAMES = 9
"""How many boards show the middle of the game."""


@dataclass
class Recorder:
    """Takes a picture of the page for each frame."""

    page: Page
    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    async def take(self, duration: int, *, pointing_at: Locator | None = None) -> None:
        """Add a frame; draw a pointer on what is about to be pressed."""
        await self.page.mouse.move(0, 0)
        await asyncio.sleep(1.2)  # the page loads emoji, and looks for changes twice a second
        await wait_until_settled(self.page)
        clip = FloatRect(x=0, y=HEADER, width=WIDTH, height=HEIGHT - HEADER)
        frame = Image.open(BytesIO(await self.page.screenshot(clip=clip))).convert("RGB")
        box = None if pointing_at is None else await pointing_at.bounding_box()
        if box is not None:
            x = box["x"] + 0.8 * min(box["width"], 140)
            _draw_pointer(frame, SCALE * x, SCALE * (box["y"] + 0.6 * box["height"] - HEADER))
        self.frames.append(frame)
        self.durations.append(duration)

    def save(self) -> None:
        """Write all frames; a frame stores what differs from the one before."""
        first, *others = self.frames
        first.save(FILE, save_all=True, append_images=others, duration=self.durations, loop=0, quality=60, method=6)


def _draw_pointer(frame: Image.Image, x: float, y: float) -> None:
    """Draw the arrow of a mouse, its tip at this place."""
    outline = [(0, 0), (0, 24), (6, 18), (10, 27), (14, 25), (10, 17), (18, 17)]
    ImageDraw.Draw(frame).polygon([(x + dx, y + dy) for dx, dy in outline], fill="white", outline="black")


async def record(page: Page) -> None:
    """Play the game and record it."""
    recorder = Recorder(page)
    await _open(page, recorder)
    game = Game.new(GAME, DEAL)
    first, *others = solve(game.position, BUDGET).moves
    await _show_presses(page, recorder, game, first)
    await _play_on(page, recorder, game, others)
    finish = newest(page).get_by_role("button", name="Finish")
    await recorder.take(SLOW, pointing_at=finish)
    await press(page, "Finish")
    await recorder.take(LAST)
    recorder.save()


async def _open(page: Page, recorder: Recorder) -> None:
    """Deal the game by the slash command."""
    await choose_command(page, "/solitaire start")
    await add_option(page, "game")
    await recorder.take(SLOW, pointing_at=suggestions(page).filter(has_text="Diplomat"))
    await suggestions(page).filter(has_text="Diplomat").click()
    await add_option(page, "deal")
    await page.get_by_role("textbox", name="deal").fill(str(DEAL))
    await send(page)
    await recorder.take(SLOW, pointing_at=newest(page).get_by_role("combobox"))


async def _show_presses(page: Page, recorder: Recorder, game: Game, move: Move) -> None:
    """Choose a move and ask for a hint, a frame for each press."""
    await newest(page).get_by_role("combobox").click()
    await recorder.take(SLOW, pointing_at=newest(page).get_by_role("option", name=_label(game, move)).first)
    await page.keyboard.press("Escape")
    await _play(page, game, move)
    await recorder.take(SLOW, pointing_at=newest(page).get_by_role("button", name="Hint"))
    await press(page, "Hint")
    await recorder.take(SLOW)


async def _play_on(page: Page, recorder: Recorder, game: Game, moves: Sequence[Move]) -> None:
    """Play these moves until the bot offers to finish the game; some of the boards are frames."""
    count = next(number for number, reached in enumerate(game.position.path(*moves)) if finishing_moves(reached))
    for number, move in enumerate(moves[:count], 1):
        await _play(page, game, move)
        if number * QUICK_FRAMES // count > (number - 1) * QUICK_FRAMES // count and number < count:
            await recorder.take(QUICK)


async def _play(page: Page, game: Game, move: Move) -> None:
    if move == DRAW:
        await press(page, "Draw")
    else:
        await choose(page, _label(game, move))
    await page.evaluate("document.activeElement.blur()")  # or the page keeps the message's own buttons in view
    game.play(move)


def _label(game: Game, move: Move) -> str:
    return with_text_suits(move_label(game.position, move, find_language("en")))


async def main() -> None:
    """Record the game in a new world."""
    with TemporaryDirectory() as folder:
        database = await open_database(Path(folder) / "patience.sqlite3")
        world = World(database)
        try:
            async with (
                world.open(0) as pages,
                browser_page(pages["Card room"], width=WIDTH, height=HEIGHT, scale=SCALE) as page,
            ):
                await record(page)
        finally:
            await database.close()


if __name__ == "__main__":
    asyncio.run(main())
