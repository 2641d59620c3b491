"""Play dailies on a page, and read them from the bot's database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from bot.language import find_language
from bot.messages.labels import move_label, with_text_suits
from bot.store import DailyStore, Turns, open_database
from engine import DRAW, Discard, Game, Status
from tests.support.browser.page import (
    choose,
    choose_command,
    choose_option,
    newest,
    press,
    press_tap,
    send,
)
from tests.support.chain import CHAIN, fixed_daily

ENGLISH = find_language("en")


async def begin_chain(folder: Path) -> None:
    """Store the tests' chain, for a bot in another process."""
    database = await open_database(folder / "patience.sqlite3")
    await DailyStore().begin_chain(Turns(database).background(), CHAIN)
    await database.close()


def daily_game(day: date, variant: str) -> Game:
    return Game.new(variant, fixed_daily(day, variant).deal)


async def run_command(page: Page, name: str, **options: str) -> None:
    """Send a command, choosing its options from the suggestions."""
    await choose_command(page, name)
    for option, value in options.items():
        await choose_option(page, option, value, typed=value[:-1] if option == "date" else "")
    await send(page)


async def play(page: Page, game: Game, *, most: int = 99) -> Game:
    """Play at most `most` of the first legal moves, on the page's newest board and in the game."""
    for _ in range(most):
        listed = game.listed_moves()
        if not listed:
            break
        move = next((move for move in listed if move != DRAW and game.warning(move) is None), DRAW)
        if move == DRAW:
            await press(page, "Draw")
        elif isinstance(move, Discard):
            await press_tap(page, move.piles[0])
        else:
            await choose(page, with_text_suits(move_label(game.position, move, ENGLISH)))
        game.play(move)
        is_won = game.status is Status.WON
        await expect(newest(page)).to_contain_text(
            "You won!" if is_won else f"{game.cards_home} of {game.position.pack} "
        )
    return game


async def give_up(page: Page) -> None:
    """Give up the ranked attempt whose board is the newest message."""
    await press(page, "Menu")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("Give up your ranked attempt?")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("You gave up.")


def query(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "patience.sqlite3")) as connection:
        return connection.execute(sql, values).fetchall()


def newest_daily_day(folder: Path) -> date:
    """The newest day with dailies in the database."""
    ((day,),) = query(folder, "SELECT MAX(day) FROM dailies")
    return date.fromordinal(day)
