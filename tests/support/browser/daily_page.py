"""Playing dailies on a page, and reading them from the bot's database."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from bot.language import find_language
from bot.messages.labels import move_label, with_text_suits
from bot.model.daily.deals import Daily
from bot.store import DailyStore, open_database
from engine import DRAW, VARIANTS, Game, Status
from tests.support.browser.page import (
    WAIT_SECONDS,
    choose,
    choose_command,
    choose_option,
    messages,
    newest,
    press,
    send,
    view_as,
)
from tests.support.chain import CHAIN, drawn, fixed_daily
from tests.support.environment import environment

ENGLISH = find_language("en")


async def begin_chain(folder: Path) -> None:
    """Store the chain of the tests, for a bot in another process."""
    database = await open_database(folder / "patience.sqlite3")
    await DailyStore(database).begin_chain(CHAIN)
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
    """Play at most `most` first moves, on the page's newest board and in the game."""
    for _ in range(most):
        if game.status is not Status.PLAYING:
            break
        move = next((move for move in game.listed_moves() if move != DRAW and game.warning(move) is None), DRAW)
        if move == DRAW:
            await press(page, "Draw")
        else:
            await choose(page, with_text_suits(move_label(game.position, move, ENGLISH)))
        game.play(move)
        await expect(newest(page)).to_contain_text(f"{game.home} of {game.position.pack} ")
    return game


async def give_up(page: Page) -> None:
    """Give up the ranked attempt whose board is the newest message."""
    await press(page, "Menu")
    await press(page, "Give up")
    await confirm_giving_up(page)


async def confirm_giving_up(page: Page) -> None:
    """Answer the question whether to give up."""
    await expect(newest(page)).to_contain_text("Give up your ranked attempt?")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("You gave up.")


def announcement(page: Page) -> Locator:
    return messages(page).filter(has_text="Dailies for")


async def newest_shared_result(page: Page, *, reader: str) -> str:
    """The text of the newest shared result, as `reader` sees it; assert that it reveals nothing about the deal."""
    await view_as(page, reader)
    message = messages(page).filter(has_text="Play it too").last
    await expect(message).not_to_contain_text("Only you can see this")
    await expect(message.locator(".custom-emoji")).to_have_count(0)
    text = await message.inner_text()
    assert not set("♣♦♥♠🂠") & set(text)
    assert sum(map(text.count, "⬜🟦")) == 10
    return readable_text(text)


async def expect_leaderboard(page: Page, *lines: str) -> None:
    """Assert that the newest leaderboard has exactly these lines; each is given by its beginning."""
    shown = newest(page).locator(".embed-description")
    first = re.sub("(alice|bob)", "\u2068\\1\u2069", lines[0])
    await expect(shown).to_contain_text(first)
    written = readable_text(await shown.inner_text()).splitlines()
    assert len(written) == len(lines), written
    for line, beginning in zip(written, lines, strict=True):
        assert line.startswith(beginning), written


def readable_text(text: str) -> str:
    """Remove isolates around names, and no-break spaces."""
    return text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")


async def field_text(page: Page, name: str) -> str:
    """The text of a field of the newest message."""
    return await newest(page).locator(".embed-field").filter(has_text=name).locator(".embed-field-value").inner_text()


async def downloaded_json(page: Page) -> Any:
    """The content of the newest message's JSON file."""
    async with page.expect_download() as download:
        await newest(page).get_by_role("button", name="Download").click()
    return json.loads(await asyncio.to_thread(Path(await (await download.value).path()).read_bytes))


async def assert_deal_is_revealed(page: Page, daily: Daily, saved: set[int]) -> None:
    """Assert that the newest message reveals how a daily was drawn."""
    revealed = await field_text(page, VARIANTS[daily.variant].title)
    assert revealed.startswith("proven winnable (from my list")
    assert revealed.split()[-2:] == ["deal", str(daily.deal)], (revealed, daily)
    assert saved == {daily.deal}


def assert_not_revealed(text: str, *dailies: Daily) -> None:
    for daily in dailies:
        assert daily.key not in text
        assert f"deal {daily.deal}" not in text


async def verify(folder: Path) -> tuple[int, str]:
    """Verify the database in the folder; return the exit status and the output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "verify"), cwd=folder, env=environment(folder), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(process.communicate(), WAIT_SECONDS)
    assert process.returncode is not None
    return process.returncode, output.decode()


def query(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "patience.sqlite3")) as connection:
        return connection.execute(sql, values).fetchall()


def newest_daily_day(folder: Path) -> date:
    """The newest day with dailies in the database."""
    ((day,),) = query(folder, "SELECT MAX(day) FROM dailies")
    return date.fromordinal(day)


def dailies(folder: Path, day: date) -> dict[str, Daily]:
    rows = query(folder, "SELECT variant, candidate FROM dailies WHERE day = ?", day.toordinal())
    return {variant: replace(drawn(day, variant), candidate=candidate) for variant, candidate in rows}


def results(folder: Path, day: date) -> dict[tuple[str, str], tuple[int, ...]]:
    """Cards home, effort and seconds of a day's results, by player and game."""
    rows = query(
        folder,
        "SELECT name, variant, home, effort, seconds FROM results JOIN players USING (user_id) WHERE day = ?",
        day.toordinal(),
    )
    return {(name, variant): tuple(counted) for name, variant, *counted in rows}


def saved_deals(folder: Path, day: date, variant: str) -> set[int]:
    """The deals of all games of a daily in the database."""
    rows = query(folder, "SELECT saved FROM games WHERE contest_key = ?", f"{day.isoformat()}/{variant}")
    return {int(saved.split("|")[1]) for (saved,) in rows}
