"""Take the screenshots for `tools/screenshots.py`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import FloatRect, Locator, Page

from bot.app.local.world import World
from tests.support.browser.page import DESKTOP, PHONE, messages, newest, press_button, view_as, wait_until_settled
from tests.support.guest import Guest, MovableClock

WIDEST = 800
"""The width of a screenshot in pixels of the page; messages are empty beyond it."""

SCALE = 2
"""Pixels of a screenshot for each pixel of the page."""

QUALITY = 50
"""The quality of the files, from 0 to 100; letters are still sharp."""


class Photographer:
    """Plays as Alice, and takes screenshots of the page."""

    def __init__(self, world: World, clock: MovableClock, page: Page, folder: Path) -> None:
        self.clock = clock
        self._world = world
        self._page = page
        self._folder = folder
        self._people = {name: Guest(world, name) for name in world.rooms["solitaire"].members}

    async def say(self, command: str, *, who: str = "alice", **options: Any) -> None:
        """Type `/solitaire command`."""
        await self._people[who].say(command, **options)
        await self.redraw()

    async def announce(self, **options: Any) -> None:
        """Type `/solitaire-admin announce`."""
        await self._people["alice"].call("solitaire-admin announce", **options)
        await self.redraw()

    async def press(self, *labels: str, who: str = "alice") -> None:
        """Press buttons or select choices, one after the other."""
        for label in labels:
            await self._people[who].press(label)
        await self.redraw()

    async def play(self, moves: Iterable[str], *, who: str = "alice") -> None:
        """Type moves; the page shows only the last one."""
        for move in moves:
            await self._people[who].say("move", move=move)
        await self.redraw()

    async def redraw(self) -> None:
        """Make the page show the latest state."""
        await self._world.redraw()
        await self.settle()

    async def deals_of_today(self) -> dict[str, int]:
        services = self._world.services
        today = await services.dailies.of(services.turns.background(), services.dailies.today())
        return {variant: daily.deal for variant, daily in today.items()}

    async def set(self, choice: str) -> None:
        """Change a setting, and show the board."""
        await self.say("settings")
        await self.press(choice)
        await self.say("show")

    async def take_both(self, name: str) -> None:
        """Take the newest message on a desktop and on a phone."""
        for width in (DESKTOP, PHONE):
            await self._page.set_viewport_size({"width": width, "height": 2000})
            await self.settle()
            await self.take(f"{name}-{width}")

    async def press_card(self, label: str, name: str) -> None:
        """Press a button of the newest challenge card as someone else."""
        await view_as(self._page, name)
        await press_button(self._card.get_by_role("button", name=re.compile(f"{label}$")))
        await view_as(self._page, "alice")

    async def wait_a_moment(self) -> None:
        """Wait until cards show the latest moves."""
        await asyncio.sleep(6)
        await self.settle()

    @property
    def _card(self) -> Locator:
        return messages(self._page).filter(has_text="Challenge · ").last

    async def take_card(self, name: str) -> None:
        """Take the newest card of a challenge on a desktop and on a phone."""
        for width in (DESKTOP, PHONE):
            await self._page.set_viewport_size({"width": width, "height": 2000})
            await self.settle()
            await self.take(f"{name}-{width}", message=self._card)

    async def take(self, name: str, *, under: Locator | None = None, message: Locator | None = None) -> None:
        """Take a message, by default the newest, down to the end of `under`, a list opened below it."""
        message = message or newest(self._page)
        await self._page.mouse.move(0, 0)
        await message.evaluate("message => message.scrollIntoView({block: 'center'})")
        box = await message.bounding_box()
        assert box is not None, "the message is in view"
        end = box["y"] + box["height"]
        if under is not None and (open_list := await under.bounding_box()) is not None:
            end = max(end, open_list["y"] + open_list["height"])
        clip = FloatRect(x=box["x"], y=box["y"], width=min(box["width"], WIDEST), height=end - box["y"])
        shot = Image.open(BytesIO(await self._page.screenshot(clip=clip)))
        shot.convert("RGB").save(self._folder / f"{name}.webp", quality=QUALITY, method=6)

    async def settle(self) -> None:
        """Wait until the page, which polls twice a second, has shown a change."""
        await asyncio.sleep(1.2)
        await wait_until_settled(self._page)
