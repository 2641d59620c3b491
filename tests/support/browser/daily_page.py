"""What happens to dailies on a page, and what the database of the bot behind it says of them."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from bot.language import find_language
from bot.messages.labels import move_label, with_text_suits
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import Daily, draw_daily
from bot.store import DailyStore, open_database
from engine import DRAW, VARIANTS, Game, Status
from tests.support.browser.page import (
    choose,
    choose_command,
    give,
    messages,
    newest,
    press,
    send,
    view_as,
)
from tests.support.environment import environment

ENGLISH = find_language("en")


async def good_secret(folder: Path) -> bytes:
    """Have the bot in this folder draw dailies with a secret with which Tens is soon over, but not at once."""
    now = datetime.now(UTC).date()
    days = [now + ONE_DAY * later for later in range(3)]  # it may become midnight meanwhile
    secret = next(
        secret
        for secret in map(str, count())
        if all(3 <= len(playthrough(drawn(secret.encode(), day, "tens")).moves) <= 6 for day in days)
    )
    database = await open_database(folder / "patience.sqlite3")
    await DailyStore(database).secret(secret)
    await database.close()
    return secret.encode()


def drawn(secret: bytes, day: date, variant: str) -> Game:
    return Game.new(variant, draw_daily(secret, day, variant).deal)


def playthrough(game: Game) -> Game:
    """The game played on by first moves."""
    while game.status is Status.PLAYING:
        game.play(game.legal_moves()[0])
    return game


async def command(page: Page, name: str, **options: str) -> None:
    """Send a command, its options chosen from what is suggested."""
    await choose_command(page, name)
    for option, value in options.items():
        await give(page, option, value, typed=value[:-1] if option == "date" else "")
    await send(page)


async def play(page: Page, game: Game, *, most: int = 99) -> Game:
    """Play first moves in the page's newest board and in the game, to the end or so many."""
    for _ in range(most):
        if game.status is not Status.PLAYING:
            break
        move = next((move for move in game.legal_moves() if move != DRAW and game.warning(move) is None), DRAW)
        if move == DRAW:
            await press(page, "Draw")
        else:
            await choose(page, with_text_suits(move_label(game.position, move, ENGLISH)))
        game.play(move)
        await expect(newest(page)).to_contain_text(f"{game.home} of {game.position.pack} home")
    return game


async def give_up(page: Page) -> None:
    """Give up the ranked attempt whose board is the newest message."""
    await press(page, "Menu")
    await press(page, "Give up")
    await confirm_giving_up(page)


async def confirm_giving_up(page: Page) -> None:
    """Press the button of the question that comes first."""
    await expect(newest(page)).to_contain_text("Giving up ends your ranked attempt")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("Given up.")


def announcement(page: Page) -> Locator:
    return messages(page).filter(has_text="Dailies of")


async def shared(page: Page, *, reader: str) -> str:
    """The newest result that was shared, as the reader sees it too; nothing is told of the deal in it."""
    await view_as(page, reader)
    message = messages(page).filter(has_text=" of 52 home").last
    await expect(message).not_to_contain_text("Only you can see this")
    await expect(message.locator(".custom-emoji")).to_have_count(0)
    text = await message.inner_text()
    assert not set("♣♦♥♠🂠") & set(text)
    assert sum(map(text.count, "⬜🟨🟦")) == 10
    return without_isolates(text)


async def expect_lines(page: Page, *lines: str) -> None:
    """The newest leaderboard shows these places, each beginning so, and no other."""
    shown = newest(page).locator(".embed-description")
    first = re.sub("(alice|bob)", "\u2068\\1\u2069", lines[0])
    await expect(shown).to_contain_text(first)
    written = without_isolates(await shown.inner_text()).splitlines()
    assert len(written) == len(lines), written
    for line, beginning in zip(written, lines, strict=True):
        assert line.startswith(beginning), written


def without_isolates(text: str) -> str:
    """The text without the signs that keep a name apart from what is around it."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def field(page: Page, name: str) -> str:
    """What a field of the newest message says."""
    return await newest(page).locator(".embed-field").filter(has_text=name).locator(".embed-field-value").inner_text()


async def file(page: Page) -> Any:
    """The content of the newest message's file of JSON."""
    async with page.expect_download() as download:
        await newest(page).get_by_role("button", name="Download").click()
    return json.loads(await asyncio.to_thread(Path(await (await download.value).path()).read_bytes))


async def check_deal(page: Page, daily: Daily, saved: set[int]) -> None:
    """The newest message tells how this daily was drawn, and its Python finds the deal that was played."""
    told = await field(page, VARIANTS[daily.variant].title)
    drawn = f"SHA-256 {daily.commitment} not proven winnable key {daily.key} 1. {daily.deal} played"
    assert told.split() == drawn.split()
    snippet = await newest(page).locator(".embed-description pre").inner_text()
    assert await python("-c", snippet) == (0, f"1 {daily.deal}\n")
    assert saved == {daily.deal}


def assert_not_told(text: str, *dailies: Daily) -> None:
    for daily in dailies:
        assert daily.key not in text
        assert str(daily.deal) not in text


async def verify(folder: Path) -> tuple[int, str]:
    return await python("-m", "bot", "verify", folder=folder)


async def python(*arguments: str, folder: Path = Path()) -> tuple[int, str]:
    """The exit status and the output of a Python."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=folder, env=environment(folder), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    return process.returncode, output.decode()


def read(folder: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "patience.sqlite3")) as connection:
        return connection.execute(query, values).fetchall()


def day_of_dailies(folder: Path) -> date:
    """The newest day that has dailies."""
    ((day,),) = read(folder, "SELECT MAX(day) FROM dailies")
    return date.fromordinal(day)


def dailies(folder: Path, day: date) -> dict[str, Daily]:
    rows = read(folder, "SELECT variant, key, candidate FROM dailies WHERE day = ?", day.toordinal())
    return {variant: Daily(day, variant, key, candidate) for variant, key, candidate in rows}


def results(folder: Path, day: date) -> dict[tuple[str, str], tuple[int, ...]]:
    """Cards home, effort and seconds of a day's results, by the names of player and game."""
    rows = read(
        folder,
        "SELECT name, variant, home, effort, seconds FROM results JOIN players USING (user_id) WHERE day = ?",
        day.toordinal(),
    )
    return {(name, variant): tuple(counted) for name, variant, *counted in rows}


def saved_deals(folder: Path, day: date, variant: str) -> set[int]:
    """The deals of all games of a daily, as the store has them."""
    rows = read(folder, "SELECT saved FROM games WHERE day = ? AND variant = ?", day.toordinal(), variant)
    return {int(saved.split("|")[1]) for (saved,) in rows}
