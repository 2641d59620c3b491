"""Playing on the page with only the controls of one board."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.language import find_language
from bot.messages.formatting import WIDTH
from bot.messages.labels import move_label, with_text_suits
from bot.pictures.emoji import emoji_key, shown_name
from engine import DRAW, Card, Discard, Game, Hidden, Move, Position, Status, draws, safe_home_moves
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    browser_page,
    choose,
    deal_game,
    messages,
    needs_chromium,
    newest,
    press,
    press_tap,
    running_bot,
    shown_emoji,
)

pytestmark = needs_chromium


@pytest.mark.parametrize(
    ("variant", "deal", "stock_first", "end", "width"),
    [
        ("dimes", 2026, True, Status.LOST, DESKTOP),
        ("grounds-for-divorce", 509, False, Status.LOST, DESKTOP),
        ("diplomat", 2459, True, Status.LOST, DESKTOP),
        ("tens", 13, True, Status.WON, PHONE),
        ("cast-out-nines", 3522, True, Status.LOST, DESKTOP),
    ],
)
async def test_whole_game_is_played_by_presses_in_one_message(
    tmp_path: Path, *, variant: str, deal: int, stock_first: bool, end: Status, width: int
) -> None:
    game = Game.new(variant, deal)
    async with running_bot(tmp_path) as url, browser_page(url, width=width) as page:
        await deal_game(page, game.variant.title, deal=deal)
        await check_board(page, game)
        while game.status is Status.PLAYING:
            await play(page, game, next_step(game, stock_first=stock_first))
            if game.cards_home < game.position.pack:  # the board of a win has no table
                await check_board(page, game)

        assert game.status is end
        await expect(newest(page)).to_contain_text("You won!" if end is Status.WON else "No moves left")
        await expect(newest(page).get_by_role("combobox")).to_have_count(0)
        await press(page, "New deal")
        await expect(newest(page)).to_contain_text("0 moves")
        await expect(messages(page)).to_have_count(3)  # a greeting and two boards


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


def next_step(game: Game, *, stock_first: bool) -> tuple[Move, ...]:
    """The safe home moves if there are any, else a move to a new position or a draw."""
    listed = game.listed_moves()
    legal = [move for move in game.legal_moves() if move in listed]
    new = [move for move in legal if move != DRAW and game.position.play(move) not in game.positions]
    stock: list[Move] = [DRAW] if DRAW in legal else []
    first = (*(stock + new if stock_first else new + stock),)[:1]
    return safe_home_moves(game.position) or (draws(game.position) if first == (DRAW,) else first)


async def play(page: Page, game: Game, step: tuple[Move, ...]) -> None:
    """Play a step on the page and in the game."""
    if step == safe_home_moves(game.position):
        await press(page, "Home")
    elif step[0] == DRAW:
        await press(page, "Draw" if game.variant.name != "grounds-for-divorce" else "Deal")
    elif isinstance(step[0], Discard):
        await press_tap(page, step[0].piles[0])
    else:
        await choose(page, label(game, step[0]))
    game.play(*step)


def label(game: Game, move: Move) -> str:
    return with_text_suits(move_label(game.position, move, find_language("en")))


async def check_board(page: Page, game: Game) -> None:
    """Assert that the page has one message, with exactly the cards and counts of this game."""
    moves = "1 move" if len(game.moves) == 1 else f"{len(game.moves)} moves"
    stock = "" if game.variant.rules.discards else f"{game.position.view().stock} in stock"
    await expect(newest(page)).to_contain_text(f"{stock} · {moves}")
    await expect(messages(page)).to_have_count(2)  # a greeting and the board
    cards = await shown_emoji(page)
    for furniture in ("empty", shown_name("gap"), *(key for key in cards if key.startswith(("n", "base")))):
        del cards[furniture]
    assert cards == expected_emoji(game.position)


def expected_emoji(position: Position) -> Counter[str]:
    """The names of all visible cards and of the backs."""
    view = position.view()
    tops = [top for _, top in view.foundations if top is not None]
    return Counter(map(name_of, chain(*view.piles, tops, (view.waste or ())[-1:])))


def name_of(card: Card | Hidden) -> str:
    return shown_name(emoji_key(card, four_colour=True) if isinstance(card, Card) else "back")
