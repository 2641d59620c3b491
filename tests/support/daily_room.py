"""Days with known deals, and ranked attempts played to their end, for tests of the dailies."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import date
from functools import cache
from pathlib import Path

import pytest
import simcord

from bot.model.daily.deals import METHODS, Method, ProofState, games_of
from bot.model.daily.ranking import Result
from bot.model.reminder import Reminder
from bot.services import Services
from bot.store import Connection, Database, ProofStore, Turns, open_database
from bot.store.leaderboards import name_player, record_result
from engine import Game, Status
from tests.support.card_room import CardRoom, running
from tests.support.shown import Shown, changed, only, private

TODAY = date(2026, 11, 21)
"""Playing the first legal move wins Tens in 22 moves."""

TOMORROW = date(2026, 11, 22)
"""Playing the first legal move loses Tens after six."""

EASY_DIMES = 4
"""A deal of Dimes that is won by a short search."""


@cache
def easy_win() -> list[str]:
    """Moves that win the easy deal of Dimes."""
    from engine.solver import solve  # noqa: PLC0415 - takes a second with Numba, which few tests need

    return list(map(str, solve(Game.new("dimes", EASY_DIMES).position, 500_000).moves))


@pytest.fixture
async def day(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CardRoom]:
    """A running bot at ten o'clock. Without lists of winnable deals, each day plays the first candidate of its key."""
    monkeypatch.setattr("bot.model.daily.deals.winnable_deals", lambda *_: ())
    async with running(CardRoom(path, url=url, moment="2026-11-21 10:00")) as opened:
        yield opened


async def begin(room: CardRoom, game: str | None = "tens", who: simcord.MemberActor | None = None) -> Shown:
    """Begin or continue today's attempt, and return the private answer."""
    message = only(await room.say("daily", who, **({} if game is None else {"game": game})))
    assert message.ephemeral
    return message


async def play_on(room: CardRoom, who: simcord.MemberActor | None = None, *, seconds: float = 5, most: int = 99) -> int:
    """Play first legal moves, `seconds` apart, to the end or `most` times; wait until the result counts and shows.

    Return the number of moves played.
    """
    who = who or room.alice
    played = 0
    while (game := (await room.game(who)).game).status is Status.PLAYING and played < most:
        room.advance_clock(seconds)
        await room.games.play(who.id, str(game.legal_moves()[0]), room.env.backend.snowflake())
        played += 1
    await wait_until_drawn(room)
    await room.env.settle()  # the bot edits messages in the background
    return played


async def wait_until_drawn(room: CardRoom) -> None:
    """Wait until the cards of challenges show a change that a test made without an interaction.

    SimCord waits for the bot's own tasks only.
    """
    while room.client.state.cards._drawing:  # noqa: SLF001 - nobody else waits for that
        await asyncio.sleep(0.001)


async def play_tens(room: CardRoom, deal: int, who: simcord.MemberActor | None = None, *, seconds: float = 5) -> Shown:
    """Play first legal moves of a deal to its end, and return the board."""
    await room.say("start", who, game="tens", deal=str(deal))
    await play_on(room, who, seconds=seconds)
    return only(await room.say("show", who))


async def finish(room: CardRoom, game: str = "tens", who: simcord.MemberActor | None = None) -> None:
    """Play today's attempt from beginning to end; give up games other than Tens after some moves."""
    await begin(room, game, who)
    await play_on(room, who, most=99 if game == "tens" else 3)
    if (await room.game(who)).game.status is Status.PLAYING:
        await give_up(room, who)


async def give_up(room: CardRoom, who: simcord.MemberActor | None = None) -> Shown:
    """Give up the current game, confirm if the bot asks, and return the final board."""
    answer = only(await room.say("give-up", who))
    is_asked = "Give up your ranked attempt?" in answer.text
    return changed(await room.press(answer, "Give up", who)) if is_asked else answer


async def results(room: CardRoom, who: simcord.MemberActor | None = None) -> list[Result]:
    return await room.services.leaderboards.results(room.turn(who))


async def prove(
    room: CardRoom, day: date, variant: str, *, candidate: int, moves: str = "1+2", method: Method | None = None
) -> ProofState:
    """Store a proof that these moves win a candidate of a future day."""
    (daily,) = (
        daily
        for daily in await room.services.dailies.draw(room.services.turns.background(), day)
        if daily.variant == variant
    )
    proof = ProofState(day, variant, daily.commitment, method or METHODS[variant], candidate, moves)
    assert await ProofStore().put(Turns(room.database).background(), proof, "a process of a test")
    return proof


async def deals(room: CardRoom, day: date = TODAY) -> list[str]:
    dailies = await room.services.dailies.of(room.services.turns.background(), day)
    assert set(dailies) == set(games_of(day))
    return [str(dailies[game].deal) for game in games_of(day)]


def all_sent(room: CardRoom) -> str:
    """Everything that the bot has sent to Discord, including file names and text files."""
    sent = [json.dumps([entry.path, entry.params, entry.json], default=str) for entry in room.env.http_requests]
    for messages in room.env.backend.messages.values():
        for stored in messages.values():
            message = Shown(room.env, stored)
            sent += [message.text, json.dumps(message.components, default=str)]
            for attachment in message.attachments:
                content = room.env.backend.cdn.get(attachment.url) or b""
                sent += [attachment.filename, attachment.description or "", content.decode("latin-1")]
    return "\n".join(sent)


async def record(database: Database, user_id: int, name: str | None, *counted: Result) -> None:
    """Store results as if this user had achieved them."""

    async def job(connection: Connection) -> None:
        if name is not None:
            await name_player(connection, user_id, name)
        for result in counted:
            assert await record_result(connection, user_id, 900, result)

    await database.write(job)


async def board(room: CardRoom, who: simcord.MemberActor | None = None, **options: str) -> tuple[Shown, list[str]]:
    message = only(await room.say("leaderboard", who, **options))
    assert message.ephemeral
    return message, message.lines


def ranks(shown: Iterable[str]) -> list[int]:
    found = [re.match(r"(🥇 |🥈 |🥉 |)\*\*(\d+)\.\*\* ", line) for line in shown]
    assert all((match[1] != "") is (int(match[2]) <= 3) for match in found if match)
    return [int(match[2]) for match in found if match]


@asynccontextmanager
async def second_process(room: CardRoom) -> AsyncIterator[Services]:
    database = await open_database(room.url)
    services = Services(database, clock=room.now)
    try:
        yield services
    finally:
        services.pictures.close()
        await database.close()


async def pass_minutes(room: CardRoom, minutes: float = 1) -> None:
    """Advance the clock minute by minute, so that the bot's background tasks run."""
    for _ in range(int(minutes)):
        await room.pass_time(61)


def daily_buttons(message: simcord.ResponseMessage) -> set[str]:
    """The labels of the buttons that start a ranked daily."""
    return {
        label
        for label, button in Shown.of(message).buttons.items()
        if button["custom_id"].startswith("solitaire:daily:")
    }


async def switch_on(room: CardRoom, who: simcord.MemberActor | None = None) -> str:
    who = who or room.alice
    return private(await who.slash(room.channel, "solitaire-admin announce", channel=room.channel, hour=0))


@pytest.fixture
async def on(day: CardRoom) -> CardRoom:
    """A server with announcements switched on."""
    assert "I'll post the dailies in <#" in await switch_on(day)
    return day


def announcements(room: CardRoom) -> list[Shown]:
    return [message for message in room.messages() if is_announcement(message.text)]


def is_announcement(text: str) -> bool:
    return "Today's table" in text or "Everyone gets these cards" in text


async def midnight(room: CardRoom, day_: str = "2026-11-22") -> list[Shown]:
    room.set_clock(f"{day_} 00:00")
    await pass_minutes(room)
    return announcements(room)


def reminders(room: CardRoom) -> list[Shown]:
    return [message for message in room.all_messages() if "Your streak ends" in message.content]


async def fill_every_table(room: CardRoom, who: simcord.MemberActor) -> None:
    """Create a row in every table that can have one for this user."""
    await room.prefer(who, four_colour=False)
    await room.services.reminders.change(room.turn(who), Reminder(18, "de"))
    await room.post(await room.say("challenge", who, game="diplomat"), who)
    await room.say("start", who, game="tens", deal="13")
    await play_on(room, who, seconds=0)
    await room.say("show", who)
    await finish(room, "dimes", who)
    await room.say("start", who, game="tens", deal="8")
    await room.say("give-up", who)
    await begin(room, "tens", who)
    await play_on(room, who, most=2)


async def privacy(room: CardRoom, who: simcord.MemberActor | None = None) -> Shown:
    message = only(await room.say("privacy", who))
    assert message.ephemeral
    return message
