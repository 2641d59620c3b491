"""Drive the page in a real browser: a user's actions, and what the page shows."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as BrowserTimeoutError

from bot.messages.actions import Action
from tests.support.environment import environment

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_chromium = pytest.mark.skipif(_CHROMIUM is None and "CI" not in os.environ, reason="no Chromium is installed")

WAIT_SECONDS = 120.0
"""How long to wait for anything: many times what a quiet machine needs."""

expect.set_options(timeout=WAIT_SECONDS * 1000)

DESKTOP = 1100
PHONE = 390
"""Widths of the page, in pixels."""


@asynccontextmanager
async def running_bot(folder: Path) -> AsyncIterator[str]:
    """Run the bot in its own process, with its database in `folder`; yield the address of the Card room's page."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        cwd=folder,
        env=environment(folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        welcome = (await asyncio.wait_for(process.stdout.readuntil(b"Ctrl-C ends.\n"), WAIT_SECONDS)).decode()
        url = re.match(r"Open (http://127\.0\.0\.1:\S+) \(Card room\)", welcome)
        assert url is not None, welcome
        yield url[1]
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), WAIT_SECONDS) == 0


@asynccontextmanager
async def browser_page(url: str, *, width: int = DESKTOP, height: int = 900, scale: float = 1) -> AsyncIterator[Page]:
    """Open the page in a window of this size. `scale` is the number of screen pixels for a pixel of the page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        page = await browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        page.set_default_timeout(WAIT_SECONDS * 1000)
        await page.goto(url)
        await wait_until_settled(page)
        yield page
        await browser.close()


async def view_as(page: Page, name: str) -> None:
    await page.get_by_label("Viewing as").select_option(label=name)
    await wait_until_settled(page)


async def wait_until_settled(page: Page) -> None:
    """Wait until no action is pending; the page's security policy rules out Playwright's own waiting."""
    state = "() => Boolean(window.simcordPreview && simcordPreview.ready && !simcordPreview.pendingAction)"
    async with asyncio.timeout(WAIT_SECONDS):
        while not await page.evaluate(state):
            await asyncio.sleep(0.05)


def messages(page: Page) -> Locator:
    return page.locator(".channel-message")


def newest(page: Page) -> Locator:
    return messages(page).last


async def press(page: Page, label: str) -> None:
    """Press a button on the newest message that has it; `label` is a part of its label or the meaning of its emoji."""
    emoji = next((action.emoji for action in Action if label and action.label == label), label)
    name = re.compile("|".join(map(re.escape, (label, emoji))))
    await press_button(messages(page).get_by_role("button", name=name).last)


async def press_tap(page: Page, pile: int) -> None:
    """Press the button of a pile under the newest message, which is a board."""
    await press_button(newest(page).locator(".component-button").nth(pile - 1))


async def press_button(button: Locator) -> None:
    """Press a button of a message and wait for the answer.

    The press is one event. A click is two, and if the page redraws the message between them, the click is lost.
    """
    await button.click(trial=True)
    await button.dispatch_event("click")
    await wait_until_settled(button.page)


async def choose(page: Page, label: str, *, select: str | None = None) -> None:
    """Choose an option in the newest message's select of this name, or in its last select.

    Emoji that load late make the page redraw, which closes the select; then open it again. A click that has reached the
    page must not be repeated, so it is one event, and the page reports whether it arrived in time.
    """
    async with asyncio.timeout(WAIT_SECONDS):
        for seconds in count(1):
            await newest(page).get_by_role("combobox", name=select).last.click()
            option = newest(page).get_by_role("option", name=label).first
            with suppress(BrowserTimeoutError):
                await option.wait_for(timeout=seconds * 1000)
                if await option.evaluate(_CLICK, timeout=seconds * 1000):
                    await wait_until_settled(page)
                    return


_CLICK = "option => option.checkVisibility() && (option.click(), true)"


async def send(page: Page, command: str | None = None) -> None:
    """Send the composer's content, or a command without options."""
    if command is not None:
        await choose_command(page, command)
    await page.locator("#send-message").click()
    await wait_until_settled(page)


async def deal_game(page: Page, game: str, *, deal: int, rules: str = "") -> None:
    """Deal a game with the slash command; `rules` begins the label of an option's value."""
    await choose_command(page, "/solitaire start")
    await choose_option(page, "game", game)
    await add_option(page, "deal")
    await page.get_by_role("textbox", name="deal").fill(str(deal))
    if rules:
        await choose_option(page, "rules", rules, typed=rules)
    await send(page)


async def choose_option(page: Page, option: str, value: str, *, typed: str = "") -> None:
    """Add an option to the command in the composer, choosing its value from the suggestions for `typed`."""
    await add_option(page, option)
    if typed:  # autocompletion suggests some values only for typed text
        await page.get_by_role("combobox", name=option).press_sequentially(typed)
    await suggestions(page).filter(has_text=value).first.click()


async def add_option(page: Page, option: str) -> None:
    await page.get_by_role("button", name=_MORE_OPTIONS).click()
    await suggestions(page).filter(has_text=option).first.click()


_MORE_OPTIONS = re.compile(r"^\+\d+ (more|options)$")


async def choose_command(page: Page, command: str) -> None:
    box = page.locator("#channel-composer-input")
    await box.click()
    await box.press_sequentially(command)
    commands = page.get_by_role("listbox", name="Application commands").locator(".command-entry")
    await commands.filter(has_text=command).first.click()


def suggestions(page: Page) -> Locator:
    return page.locator("#command-suggestion-listbox .command-suggestion")
