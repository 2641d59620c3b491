"""A newcomer on the empty page: from the greeting to a won first game, and to the next one."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.model.game import GUIDED
from engine import Discard, Game, Status
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    browser_page,
    messages,
    needs_chromium,
    newest,
    press,
    press_tap,
    running_bot,
)

pytestmark = needs_chromium


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
async def test_a_newcomer_wins_the_guided_game_with_one_press_a_move(tmp_path: Path, width: int) -> None:
    assert GUIDED.deal is not None
    game = Game.new(GUIDED.variant, GUIDED.deal)
    async with running_bot(tmp_path) as url, browser_page(url, width=width) as page:
        await expect(messages(page)).to_have_count(1)
        await asyncio.sleep(1.5)  # time passes before they begin
        await press(page, "Play")
        await expect(newest(page)).to_contain_text("How it works")
        await expect(newest(page)).not_to_contain_text("started in ")
        while game.status is Status.PLAYING:
            move = game.legal_moves()[0]
            assert isinstance(move, Discard)
            await press_tap(page, move.piles[0])
            game.play(move)
            if game.status is Status.PLAYING:
                await expect(newest(page)).to_contain_text(f"{game.cards_home} of 52")
        await expect(newest(page)).to_contain_text("You won!")

        await press(page, "Next: Diplomat")
        await expect(newest(page)).to_contain_text("Diplomat · deal")
        await expect(newest(page)).to_contain_text("0 of 104")
