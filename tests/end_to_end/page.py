"""Driving the page in a real browser: what a user does there, and what is shown."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright
from playwright.async_api import TimeoutError as TookTooLongError

from tests.environment import environment

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_chromium = pytest.mark.skipif(_CHROMIUM is None, reason="no Chromium is installed")

DESKTOP = 1100
PHONE = 390
"""Widths of the page, in pixels."""


@asynccontextmanager
async def running_bot(folder: Path) -> AsyncIterator[str]:
    """The bot in a process of its own, its games in `folder`; yields the page's address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        cwd=folder,
        env=environment(folder),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        assert line.startswith("Open http://127.0.0.1:")
        yield line.removeprefix("Open ").strip()
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 10) == 0


@asynccontextmanager
async def browser_page(url: str, *, width: int = DESKTOP, height: int = 900, scale: float = 1) -> AsyncIterator[Page]:
    """The page in a window of this size; `scale` is how many of the screen's pixels make one of the page's."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        page = await browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        await page.goto(url)
        await settled(page)
        yield page
        await browser.close()


async def settled(page: Page) -> None:
    """Wait until the page has nothing under way. (Its security policy refuses Playwright's own waiting.)"""
    state = "() => Boolean(window.simcordPreview && simcordPreview.ready && !simcordPreview.pendingAction)"
    for _ in range(400):
        if await page.evaluate(state):
            return
        await asyncio.sleep(0.05)
    pytest.fail("the page does not settle")


def messages(page: Page) -> Locator:
    return page.locator(".channel-message")


def newest(page: Page) -> Locator:
    return messages(page).last


async def faces(page: Page) -> Counter[str]:
    """How often the newest board shows each of the application's emoji, by their keys."""
    names = "emoji => emoji.map(each => each.alt)"
    shown: list[str] = await newest(page).locator(".embed-description .custom-emoji").evaluate_all(names)
    return Counter(name.rpartition("_")[0] for name in shown)


async def press(page: Page, label: str) -> None:
    """Press a button of the newest message that has it."""
    await messages(page).get_by_role("button", name=label).last.click()
    await settled(page)


async def choose(page: Page, label: str, *, select: str | None = None) -> None:
    """Choose the first option so labelled in the newest message's select of this name, or in its last one."""
    for _ in range(10):
        await newest(page).get_by_role("combobox", name=select).last.click()
        with suppress(
            TookTooLongError
        ):  # emoji that arrive late make the page draw itself anew, which closes the select
            await newest(page).get_by_role("option", name=label).first.click(timeout=1000)
            await settled(page)
            return
    pytest.fail(f"{label} cannot be chosen")


async def send(page: Page, command: str | None = None) -> None:
    """Send what is in the composer, or a command without options."""
    if command is not None:
        await choose_command(page, command)
    await page.locator("#send-message").click()
    await settled(page)


async def start(page: Page, game: str, *, deal: int) -> None:
    """Deal a game by the slash command."""
    await choose_command(page, "/solitaire start")
    await suggestions(page).filter(has_text=game).click()
    await page.get_by_role("button", name="more").click()
    await suggestions(page).filter(has_text="deal").first.click()
    await page.get_by_role("textbox", name="deal").fill(str(deal))
    await send(page)


async def choose_command(page: Page, command: str) -> None:
    """Type a command into the composer, and choose it."""
    box = page.locator("#channel-composer-input")
    await box.click()
    await box.press_sequentially(command)
    commands = page.get_by_role("listbox", name="Application commands").locator(".command-entry")
    await commands.filter(has_text=command).first.click()


def suggestions(page: Page) -> Locator:
    """What is offered for the option that is being typed."""
    return page.locator("#command-suggestion-listbox .command-suggestion")
