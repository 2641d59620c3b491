"""The page in a real browser: playing by typing and pressing, and going on after a restart."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from tests.environment import environment

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


async def test_a_game_is_played_in_the_browser_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await start(page, "Tens", deal=8)
        await expect(messages(page)).to_contain_text("Tens · deal 8")
        await expect(messages(page)).to_contain_text("0 of 52 home")

        await play_first_suggestion(page, typed="9♠")
        await expect(messages(page)).to_contain_text("2 of 52 home")

        await press(page, "Undo")
        await expect(messages(page)).not_to_contain_text("2 of 52 home")
        await press(page, "Redo")
        await expect(messages(page)).to_contain_text("2 of 52 home")

    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await send(page, "/solitaire show")
        await expect(messages(page)).to_contain_text("Tens · deal 8")
        await expect(messages(page)).to_contain_text("2 of 52 home")

        await press(page, "Undo")
        await expect(messages(page)).to_contain_text("0 of 52 home")


async def test_bob_watches_alice_but_cannot_press_for_her(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await start(page, "Tens", deal=8)
        await play_first_suggestion(page, typed="9♠")
        await page.get_by_label("Viewing as").select_option(label="bob")
        await expect(messages(page)).to_contain_text("2 of 52 home")

        await press(page, "Undo")
        await expect(messages(page)).to_contain_text("somebody else's game")
        await expect(messages(page)).to_contain_text("2 of 52 home")


async def test_on_a_phone_no_line_of_a_crowded_board_is_cut_off(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await page.set_viewport_size({"width": 390, "height": 844})
        await start(page, "Grounds for Divorce", deal=8)
        for _ in range(6):
            await press(page, "Deal")
        await expect(messages(page)).to_contain_text("0 in stock")

        cut_off = "blocks => blocks.filter(block => block.scrollWidth > block.clientWidth).length"
        assert await page.locator("#channel-message-list pre").evaluate_all(cut_off) == 0
        assert await page.locator("#channel-message-list pre").count() > 0


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
async def browser_page(url: str) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        page = await browser.new_page(viewport={"width": 1100, "height": 900})
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
    return page.locator("#channel-message-list")


def suggestions(page: Page) -> Locator:
    return page.locator("#command-suggestion-listbox .command-suggestion")


async def choose_command(page: Page, command: str) -> None:
    box = page.locator("#channel-composer-input")
    await box.click()
    await box.press_sequentially(command)
    commands = page.get_by_role("listbox", name="Application commands").locator(".command-entry")
    await commands.filter(has_text=command).first.click()


async def send(page: Page, command: str | None = None) -> None:
    if command is not None:
        await choose_command(page, command)
    await page.locator("#send-message").click()
    await settled(page)


async def start(page: Page, game: str, *, deal: int) -> None:
    await choose_command(page, "/solitaire start")
    await suggestions(page).filter(has_text=game).click()
    await page.get_by_role("button", name="more").click()
    await suggestions(page).filter(has_text="deal").first.click()
    await page.get_by_role("textbox", name="deal").fill(str(deal))
    await send(page)


async def play_first_suggestion(page: Page, *, typed: str) -> None:
    await choose_command(page, "/solitaire move")
    await page.get_by_role("combobox", name="move, required").press_sequentially(typed)
    await suggestions(page).first.click()
    await send(page)


async def press(page: Page, label: str) -> None:
    await page.get_by_role("button", name=label).last.click()
    await settled(page)
