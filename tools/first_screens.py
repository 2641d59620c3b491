"""Measure the first boards of all games on a phone, in every view: `python -m tools.first_screens [FOLDER]`.

A phone's first screen has to show a new player the title, the table and the controls without scrolling. This prints
the height of each board, and takes its picture if a folder is named. It needs Chromium.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.language import find_language
from bot.messages.style import view_names
from engine import VARIANTS
from tests.support.browser.page import PHONE, newest
from tools.screenshots import photographing

HEIGHT = 844
"""The height of the phone's screen in pixels of the page."""

DEAL = 8


async def measure(folder: Path | None) -> bool:
    """Print the height of each first board; return whether all fit."""
    views = view_names(find_language("en")).values()
    print(f"{'game':<22}{''.join(f'{view:>9}' for view in views)}   of {HEIGHT}")
    fits = True
    for game in VARIANTS:
        heights = []
        async with photographing(folder or Path()) as (photographer, page, _):
            await page.set_viewport_size({"width": PHONE, "height": 3000})
            await photographer.say(f"/solitaire start {game} deal:{DEAL}")
            for number, view in enumerate(views):
                if number:  # the first one is the view of new players
                    await photographer.say(f"press {view}")
                box = await newest(page).bounding_box()
                assert box is not None, "the board is in view"
                heights.append(round(box["height"]))
                if folder is not None:
                    await photographer.take(f"first-{game}-{view.casefold()}")
        fits = fits and max(heights) <= HEIGHT
        print(f"{game:<22}{''.join(f'{height:>9}' for height in heights)}", flush=True)
    return fits


if __name__ == "__main__":
    named = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if named is not None:
        named.mkdir(exist_ok=True)
    sys.exit(not asyncio.run(measure(named)))
