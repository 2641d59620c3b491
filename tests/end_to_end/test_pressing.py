"""What a phone shows of the widest tables."""

from pathlib import Path

from playwright.async_api import expect

from bot.messages.formatting import WIDTH
from tests.support.browser.page import (
    PHONE,
    browser_page,
    choose,
    deal_game,
    messages,
    needs_chromium,
    newest,
    press,
    running_bot,
)

pytestmark = needs_chromium


async def test_no_row_of_a_crowded_board_is_wrapped_or_cut_off_on_a_phone(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url, width=PHONE) as page:
        await deal_game(page, "Grounds for Divorce", deal=8)
        for _ in range(6):
            await press(page, "Deal")
        await expect(newest(page)).to_contain_text("0 in stock")
        board = newest(page).locator(".embed-description")
        assert await board.locator(".custom-emoji").count() > 100
        assert await board.locator("p").evaluate(WRAPPED_ROWS) == 0

        await press(page, "Menu")
        await press(page, "More")
        await press(page, "Settings")
        await choose(page, "Board: Text", select="Board")
        lines = messages(page).nth(1).locator("pre")  # the board, after the greeting
        await expect(lines).to_contain_text("K♣")
        assert await lines.evaluate("block => block.scrollWidth - block.clientWidth") == 0


async def test_no_line_of_a_text_table_is_wrapped_on_a_phone(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as url, browser_page(url, width=PHONE) as page:
        await deal_game(page, "Dimes", deal=8)
        await press(page, "Menu")
        await press(page, "More")
        await press(page, "Settings")
        await choose(page, "Board: Text", select="Board")
        await choose(page, "Deutsch", select="Language")
        lines = messages(page).nth(1).locator("pre code")
        await expect(lines).to_contain_text("Zielstapel")
        written = (await lines.inner_text()).rstrip().split("\n")
        assert max(map(len, written)) == WIDTH
        assert await lines.evaluate(SHOWN_LINES) == len(written)


SHOWN_LINES = "code => Math.round(code.getBoundingClientRect().height / parseFloat(getComputedStyle(code).lineHeight))"


WRAPPED_ROWS = """paragraph => {
    const rows = [[]];
    for (const part of paragraph.childNodes) {
        if (part.nodeName === "BR") rows.push([]);
        if (part.nodeName === "IMG") rows.at(-1).push(part.offsetTop);
    }
    return rows.filter(tops => new Set(tops).size > 1).length;
}"""
