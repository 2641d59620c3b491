"""Draw the pictures in `docs/`: every game in every view, on a desktop and on a phone, and the pages beside the board.

Run `python docs/screenshots.py`; it takes some minutes, a Chromium, and what the tests need.
"""

from __future__ import annotations

import asyncio
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import FloatRect, Locator, Page

sys.path[0] = str(Path(__file__).parents[1])  # run as a script, this file's folder would be the only one

from bot.local_world import World  # noqa: E402 - needs the line above
from bot.store import Database  # noqa: E402
from engine import Game  # noqa: E402
from tests.end_to_end.page import DESKTOP, PHONE, browser_page, newest, settled  # noqa: E402

FOLDER = Path(__file__).parent / "screenshots"

POSITIONS = (
    ("dimes", 1470, 60),
    ("grounds-for-divorce", 2702, 45),
    ("diplomat", 1496, 60),
    ("tens", 14589, 10),
    ("cast-out-nines", 1399, 60),
)
"""Games, deals, and after how many moves they look their best."""

FINISHED = (
    ("tens", 18),
    ("tens", 20),
    ("grounds-for-divorce", 8),
    ("grounds-for-divorce", 54),
    ("tens", 41),
    ("tens", 13),
)
"""Games and deals that are played to their end, for the statistics; the last one is won."""

CROWDED = ("grounds-for-divorce", 8)
"""The one of these with the longest piles."""

WIDEST = 800
"""Of what is shown, in the page's pixels: right of it messages are empty."""

SCALE = 2
"""Pixels of a picture for one of the page's."""


class Photographer:
    """Types as Alice, and takes pictures of what the page shows then."""

    def __init__(self, world: World, page: Page) -> None:
        self._world = world
        self._page = page

    async def say(self, *lines: str) -> None:
        """Type lines as into the terminal; only the last one is drawn."""
        for line in lines:
            await self._world.answer(line)
        await self._world.redraw()
        await self.settle()

    async def set(self, choice: str) -> None:
        """Change a setting, and show the board with it."""
        await self.say("/solitaire settings", f"press {choice}", "/solitaire show")

    async def both(self, name: str) -> None:
        """Picture the newest message as it is on a desktop and on a phone."""
        for width in (DESKTOP, PHONE):
            await self._page.set_viewport_size({"width": width, "height": 1600})
            await self.settle()
            await self.picture(f"{name}-{width}")

    async def picture(self, name: str, *, under: Locator | None = None) -> None:
        """Picture the newest message, with what hangs out `under` it."""
        await self._page.mouse.move(0, 0)
        await newest(self._page).evaluate("message => message.scrollIntoView({block: 'center'})")
        box = await newest(self._page).bounding_box()
        assert box is not None, "the message is in view"
        end = box["y"] + box["height"]
        if under is not None and (hanging := await under.bounding_box()) is not None:
            end = max(end, hanging["y"] + hanging["height"])
        clip = FloatRect(x=box["x"], y=box["y"], width=min(box["width"], WIDEST), height=end - box["y"])
        shot = Image.open(BytesIO(await self._page.screenshot(clip=clip)))
        shot.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)

    async def settle(self) -> None:
        """Wait for the page to notice a change, which it looks for twice a second, and to draw it."""
        await asyncio.sleep(1.2)
        await settled(self._page)


def moves(game: str, deal: int, number: int) -> list[str]:
    """So many moves of a greedy player who never comes back to a position."""
    played = Game.new(game, deal)
    for _ in range(number):
        new = [move for move in played.legal_moves() if played.position.play(move) not in played.positions]
        if new:
            played.play(new[0])
    return [str(move) for move in played.moves]


async def games(photographer: Photographer) -> None:
    """Every game in every view."""
    for game, deal, number in POSITIONS:
        start = f"/solitaire start {game} {deal}"
        played = [f"/solitaire move {move}" for move in moves(game, deal, number)]
        await photographer.say(start, "press Give up and deal", *played)
        for view in ("Emoji", "Text", "Picture"):
            await photographer.set(f"Board: {view}")
            await photographer.both(f"{game}-{view.casefold()}")


async def pages(photographer: Photographer, page: Page) -> None:
    """What is beside the board, as on a desktop; and boards that are set otherwise."""
    await photographer.set("Board: Emoji")
    await page.set_viewport_size({"width": DESKTOP, "height": 1600})
    game, deal, number = POSITIONS[2]
    await photographer.say(
        f"/solitaire start {game} {deal}",
        "press Give up and deal",
        *(f"/solitaire move {move}" for move in moves(game, deal, number)),
    )
    await photographer.picture("../diplomat")
    await newest(page).get_by_role("combobox").click()
    await photographer.settle()
    await photographer.picture("select", under=newest(page).locator(".select-list"))
    await photographer.say("/solitaire show", "press Menu")
    await photographer.both("menu")
    for command in ("rules", "settings", "replay", "help"):
        await photographer.say(f"/solitaire {command}")
        await photographer.both(command)
    await photographer.set("Four-colour suits")
    await photographer.both("four-colours")
    await photographer.set("Four-colour suits")
    for game, deal in FINISHED:
        played = [f"/solitaire move {move}" for move in moves(game, deal, 200)]
        await photographer.say(f"/solitaire start {game} {deal}", "press Give up and deal", *played)
        if (game, deal) == CROWDED:
            await photographer.both("crowded")
    await photographer.both("won")
    await photographer.say("/solitaire stats")
    await photographer.both("statistics")


async def languages(photographer: Photographer) -> None:
    """A board in German and in Japanese."""
    game, deal, number = POSITIONS[0]
    played = [f"/solitaire move {move}" for move in moves(game, deal, number)]
    await photographer.say(f"/solitaire start {game} {deal}", *played)
    for name, language in (("german", "Deutsch"), ("japanese", "日本語")):
        await photographer.say("/solitaire settings", f"press {language}")
        await photographer.both(f"settings-{name}")
        await photographer.say("/solitaire show")
        await photographer.both(f"board-{name}")


async def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "patience.sqlite3")
        world = World(database)
        try:
            async with world.open(0) as pages_of, browser_page(pages_of["Card room"], scale=SCALE) as page:
                photographer = Photographer(world, page)
                await games(photographer)
                await pages(photographer, page)
                await languages(photographer)
        finally:
            await database.close()


if __name__ == "__main__":
    asyncio.run(main())
