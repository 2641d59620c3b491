"""Measure the first boards of all games on a phone, in every view.

`python -m tools.first_screens --language fr` prints their heights in French and, if you name a folder, saves their
pictures there. A new player should see the title, the table and the controls without scrolling. It needs Chromium.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from pathlib import Path

from bot.language import LANGUAGES, find_language
from bot.messages.style import view_names
from engine import VARIANTS
from tests.support.browser.page import PHONE, newest
from tools.screenshots import photographing

HEIGHT = 844
"""The height of the phone's screen in pixels of the page."""

DEAL = 8


async def measure(language: str, folder: Path | None) -> bool:
    """Print the height of each first board; return whether all fit."""
    chosen = find_language(language)
    views = view_names(chosen).values()
    print(f"{'game':<22}{''.join(f'{view:>9}' for view in views)}   of {HEIGHT}")
    fits = True
    for game in VARIANTS:
        heights = []
        async with photographing(folder or Path()) as (photographer, page, _):
            await page.set_viewport_size({"width": PHONE, "height": 3000})
            await photographer.say("settings")
            await photographer.press(LANGUAGES[language])
            await photographer.say("start", game=game, deal=str(DEAL))
            for number, view in enumerate(views):
                if number:  # the first one is the view of new players
                    await photographer.set(chosen.text("Board: {view}", view=view))
                box = await newest(page).bounding_box()
                assert box is not None, "the board is in view"
                heights.append(round(box["height"]))
                if folder is not None:
                    await photographer.take(f"first-{game}-{view.casefold()}")
        fits = fits and max(heights) <= HEIGHT
        print(f"{game:<22}{''.join(f'{height:>9}' for height in heights)}", flush=True)
    return fits


def main() -> bool:
    """Measure the boards in the chosen language; return whether all fit."""
    parser = ArgumentParser(prog="python -m tools.first_screens", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where to save pictures of the boards")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    chosen = parser.parse_args()
    if chosen.folder is not None:
        chosen.folder.mkdir(exist_ok=True)
    return asyncio.run(measure(chosen.language, chosen.folder))


if __name__ == "__main__":
    sys.exit(not main())
