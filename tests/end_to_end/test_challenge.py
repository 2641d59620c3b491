"""Two people play a challenge in the page, from its card to a rematch, while other games of theirs wait."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from engine import Game
from tests.support.browser.daily_page import (
    begin_chain,
    daily_game,
    give_up,
    newest_daily_day,
    play,
    query,
    run_command,
)
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    browser_page,
    deal_game,
    messages,
    needs_chromium,
    newest,
    press,
    press_button,
    running_bot,
    view_as,
)

pytestmark = needs_chromium

THE_FIRST = 0
THE_REMATCH = 1


def card(page: Page, number: int) -> Locator:
    return messages(page).filter(has_text="Challenge · Tens").nth(number)


async def press_card(page: Page, label: str, *, on: int = THE_FIRST) -> None:
    """Press a button on a card."""
    await press_button(card(page, on).get_by_role("button", name=re.compile(f"{label}$")))


async def expect_card(page: Page, name: str, number: int, text: str) -> None:
    """Assert that a card contains a text; a page draws what others have edited when it is used."""
    await view_as(page, "bob" if name == "alice" else "alice")
    await view_as(page, name)
    await expect(card(page, number)).to_contain_text(text)


def challenged_game(folder: Path, number: int) -> Game:
    """The game that a challenge deals."""
    rows = query(folder, "SELECT dealt FROM challenges ORDER BY opened_at, id")
    variant, deal, _ = rows[number][0].split("|")
    return Game.new(variant, int(deal))


async def both_have_games(alice: Page, bob: Page, folder: Path) -> None:
    """Give both a game, and Bob a ranked attempt under way."""
    await deal_game(alice, "Dimes", deal=8)
    await press(alice, "Draw")
    await deal_game(bob, "Dimes", deal=9)
    await press(bob, "Draw")
    await run_command(bob, "/solitaire daily", game="Diplomat")
    await play(bob, daily_game(newest_daily_day(folder), "diplomat"), most=1)


async def test_a_challenge_is_played_by_presses_from_its_card_to_a_rematch(tmp_path: Path) -> None:
    await begin_chain(tmp_path)
    async with (
        running_bot(tmp_path) as url,
        browser_page(url, width=DESKTOP) as alice,
        browser_page(url, width=PHONE) as bob,
    ):
        await view_as(bob, "bob")
        await both_have_games(alice, bob, tmp_path)
        await run_command(alice, "/solitaire challenge", player="bob", game="Tens")
        await press(alice, "Post it")
        await expect_card(bob, "bob", THE_FIRST, "hasn't started yet")

        game = challenged_game(tmp_path, THE_FIRST)
        await press_card(alice, "Play")
        await expect(newest(alice)).to_contain_text("Tens · challenge")
        await expect(newest(alice)).to_contain_text("Dimes is waiting for you.")
        await expect_card(bob, "bob", THE_FIRST, "playing")
        await play(alice, game)
        await expect_card(bob, "bob", THE_FIRST, f"{game.cards_home}/52")

        await expect_card(bob, "bob", THE_FIRST, "Rematch")
        await press_card(bob, "Play")
        await expect(newest(bob)).to_contain_text("Tens · challenge")
        await play(bob, challenged_game(tmp_path, THE_FIRST), most=1)
        await expect(newest(bob)).to_contain_text("Tens · challenge")
        await give_up(bob)
        for name, page in (("alice", alice), ("bob", bob)):
            await expect_card(page, name, THE_FIRST, "\u2068alice\u2069 wins!")
            assert f"deal {game.deal}" not in await page.content()

        await press(bob, "Back to Diplomat · daily")
        await expect(newest(bob)).to_contain_text("Ranked attempt")
        await press(alice, "Back to Dimes")
        await expect(newest(alice)).to_contain_text("8 of 104 home")

        await press_card(bob, "Rematch")
        await expect_card(alice, "alice", THE_REMATCH, "hasn't started yet")
        rematch = challenged_game(tmp_path, THE_REMATCH)
        assert rematch.deal != game.deal
        await press_card(alice, "Rematch")
        await expect(newest(alice)).to_contain_text("There's a rematch already")
        await press_card(bob, "Play", on=THE_REMATCH)
        await expect(newest(bob)).to_contain_text("Tens · challenge")
        await play(bob, rematch)
        await expect_card(alice, "alice", THE_REMATCH, "Rematch")
        await press_card(alice, "Play", on=THE_REMATCH)
        await expect(newest(alice)).to_contain_text("Tens · challenge")
        await give_up(alice)
        for name, page in (("alice", alice), ("bob", bob)):
            await expect_card(page, name, THE_REMATCH, "\u2068bob\u2069 wins!")
            await expect_card(page, name, THE_REMATCH, "gave up at 0 of 52")

    assert query(tmp_path, "SELECT COUNT(*) FROM challenges") == [(2,)]
    assert query(tmp_path, "SELECT COUNT(*) FROM results") == [(0,)]
    waiting = query(tmp_path, "SELECT variant FROM games WHERE status = 'playing' AND is_current = 0 ORDER BY variant")
    assert waiting == [("dimes",), ("dimes",), ("diplomat",)]
