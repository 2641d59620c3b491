"""Playing on the page by typing commands, also after a restart."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page, expect

from tests.support.browser.page import (
    browser_page,
    choose_command,
    deal_game,
    messages,
    needs_chromium,
    newest,
    press,
    running_bot,
    send,
    suggestions,
)

pytestmark = needs_chromium


async def test_game_is_played_by_commands_and_continues_after_a_restart(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await deal_game(page, "Tens", deal=8)
        await expect(newest(page)).to_contain_text("Tens · deal 8")
        await expect(newest(page)).to_contain_text("0 of 52 discarded")

        await play_first_suggestion(page, typed="9♠")
        await expect(newest(page)).to_contain_text("2 of 52 discarded")

        await press(page, "Undo")
        await expect(newest(page)).to_contain_text("0 of 52 discarded")
        await press(page, "Redo")
        await expect(newest(page)).to_contain_text("2 of 52 discarded")

    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await send(page, "/solitaire show")
        await expect(newest(page)).to_contain_text("2 of 52 discarded")

        await press(page, "Undo")
        await expect(newest(page)).to_contain_text("0 of 52 discarded")


async def test_bob_watches_alice_but_cannot_press_for_her(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url) as page:
        await deal_game(page, "Tens", deal=8)
        await play_first_suggestion(page, typed="9♠")
        await page.get_by_label("Viewing as").select_option(label="bob")
        await expect(newest(page)).to_contain_text("2 of 52 discarded")

        await press(page, "Undo")
        await expect(newest(page)).to_contain_text("somebody else's game")
        await expect(messages(page).filter(has_text="2 of 52 discarded")).to_be_visible()


async def play_first_suggestion(page: Page, *, typed: str) -> None:
    await choose_command(page, "/solitaire move")
    await page.get_by_role("combobox", name="move, required").press_sequentially(typed)
    await suggestions(page).first.click()
    await send(page)
