"""Three processes with a shard each share a database, and some are killed while people play."""

import asyncio
import json
import random
import re
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from bot.model.announcement import Announcement
from bot.model.game import UserGame
from bot.model.transcripts import replay
from bot.store import DailyStore, GameStore, Turns, open_database
from engine import Status
from tests.support.chain import CHAIN
from tests.support.kinds import ask, on_postgresql
from tests.support.turns import announce, open_games, stored_game
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import WAIT_SECONDS, DiscordServer, until
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.loopback import Authority
from tests.support.wire.objects import Message
from tests.support.wire.people import Person
from tests.support.wire.players import Player, answered

PROCESSES = 3
PLAYERS = 4


def announced(wire: DiscordServer) -> list[int]:
    return sorted(message.channel_id for message in wire.world.messages.values() if "Today's table" in message.text)


async def have_announced(url: str, wire: DiscordServer) -> None:
    """Make today's announcements due in all servers."""
    database = await open_database(url)
    await DailyStore().begin_chain(Turns(database).background(), CHAIN)
    yesterday = round(time.time()) - 24 * 60 * 60
    for guild in wire.world.guilds:
        await announce(database, Announcement(guild.id, guild.channel_id, "en"), yesterday)
    await database.close()


@on_postgresql
async def test_players_lose_nothing_when_one_of_three_processes_is_killed(
    authority: Authority, tmp_path: Path, url: str
) -> None:
    wire = DiscordServer(authority, shards=PROCESSES, servers=2 * PROCESSES, max_concurrency=2)
    wire.give_emoji()
    await have_announced(url, wire)
    async with serving(wire, tmp_path, url) as bots:
        await play_and_kill(wire, bots)
    assert announced(wire) == sorted(guild.channel_id for guild in wire.world.guilds)


@on_postgresql
async def test_a_challenge_survives_the_kill_of_each_process_and_tells_its_deal_to_nobody(
    authority: Authority, tmp_path: Path, url: str
) -> None:
    wire = DiscordServer(authority, shards=PROCESSES, servers=PROCESSES, max_concurrency=PROCESSES)
    wire.give_emoji()
    async with serving(wire, tmp_path, url) as bots:
        people = [wire.person(name, server=number) for number, name in enumerate(("alice", "bob", "carol"))]
        for person in people:
            await insist(person, partial(person.command, "start", game="dimes", deal="8"))
            await insist(person, partial(person.command, "draw"))
        draft = (await insist(people[0], lambda: people[0].command("challenge", game="tens"))).shown
        await insist(people[0], lambda: people[0].component(draft, "Post it"))
        await until(lambda: len(cards(wire)) == 1)
        (card,) = cards(wire)
        here = [wire.elsewhere(person, 0) for person in people]
        for person in here:
            play = person.component(wire.world.message(card.id), "Play")
            await person.deliver(play)  # twice: Discord may deliver a press again
            await person.send(play)
        async with asyncio.timeout(WAIT_SECONDS):
            while len(begun := await attempts(url)) < len(here):  # a press is answered before its game is stored
                await asyncio.sleep(0.05)
        (deal,) = {attempt.game.deal for attempt in begun}
        playing = [asyncio.create_task(play_attempt(person, url)) for person in people]
        for bot in bots:
            await asyncio.sleep(0.3)
            bot.end(signal.SIGKILL)
            bot.start()
            await wire.ready()
        await asyncio.gather(*playing)
        ended = await attempts(url)
        assert sorted(game.user_id for game in ended) == sorted(person.user.id for person in people)
        assert {game.game.deal for game in ended} == {deal}
        for game in ended:
            outcome = replay("tens", deal, game.transcript or "")
            assert outcome.game.moves == game.game.moves
            assert outcome.game.status is not Status.PLAYING
        # The process that stored the last move may have been killed before it drew the card: the next press does that.
        await insist(here[0], lambda: here[0].component(wire.world.message(card.id), "Play"))
        await until(lambda: wire.world.message(card.id).text.count("· 52/52") == len(people))
        assert all(person.user.name.title() in wire.world.message(card.id).text for person in people)
        rematches = [person.component(wire.world.message(card.id), "Rematch (players)") for person in here]
        await asyncio.gather(*(person.deliver(press) for person, press in zip(here, rematches, strict=True)))
        await until(lambda: not any(press.is_open for press in rematches) and len(cards(wire)) > 1)
    assert len(cards(wire)) == 2, "one rematch, whoever presses"
    public = [json.dumps(message.payload()) for message in wire.world.messages.values() if not message.is_private]
    assert not any(re.search(rf"(deal|Deal|#) ?{deal}\b", each) for each in public)
    database = await open_database(url)
    for person in people:
        assert [each.variant for each in await GameStore().shelved(database, person.user.id)] == ["dimes"]
    await database.close()


def cards(wire: DiscordServer) -> list[Message]:
    messages = wire.world.messages.values()
    return [message for message in messages if "Challenge ·" in message.text and not message.is_private]


async def insist(person: Person, make: Callable[[], Interaction]) -> Interaction:
    """Do something again until it is answered, as people do."""
    while True:
        try:
            return await person.send(make())
        except UnansweredError:
            await asyncio.sleep(0.1)


async def play_attempt(person: Person, url: str) -> None:
    """Play first legal moves to the end; after a kill, look at the board first."""
    database = await open_database(url)
    games = open_games(database)
    while True:
        current = await games.find(person.user.id)
        assert current is not None
        if current.game.status is not Status.PLAYING:
            break
        await asyncio.sleep(0.2)
        with suppress(UnansweredError):
            await person.say("move", move=str(current.game.legal_moves()[0]))
    await database.close()


async def attempts(url: str) -> list[UserGame]:
    database = await open_database(url)
    try:
        ids = [game_id for (game_id,) in await ask(url, "SELECT id FROM games WHERE contest_kind = 'challenge'")]
        found = [await stored_game(database, game_id) for game_id in ids]
        return [game for game in found if game is not None]
    finally:
        await database.close()


@asynccontextmanager
async def serving(wire: DiscordServer, folder: Path, url: str) -> AsyncIterator[list[BotProcess]]:
    """Run three processes with a shard each; none of them may fail."""
    async with wire.open():
        bots = [process(wire, folder / f"patience-{number}", url) for number in range(PROCESSES)]
        for bot in bots:
            bot.start()
        try:
            await wire.ready()
            yield bots
        finally:
            statuses = [await asyncio.to_thread(bot.end) for bot in bots]
    assert statuses == [0] * PROCESSES
    assert not any("Traceback" in bot.log.read_text() for bot in bots)


def process(wire: DiscordServer, folder: Path, url: str) -> BotProcess:
    """The bot whose number ends the name of its folder."""
    folder.mkdir()
    count = str(PROCESSES)
    own = {"SHARD_COUNT": count, "PROCESS_COUNT": count, "POD_NAME": folder.name}
    return BotProcess(wire, folder, DATABASE_URL=url, LOG_LEVEL="WARNING", **own)


async def play_and_kill(wire: DiscordServer, bots: list[BotProcess]) -> None:
    """Let people play, each on all shards, while one process is killed and started again."""
    people = [wire.person(f"player {number}") for number in range(PLAYERS)]
    places = [[wire.elsewhere(person, server) for server in range(PROCESSES)] for person in people]
    players = [Player(each, random.Random(seed)) for seed, each in enumerate(places)]
    await asyncio.gather(*(player.start() for player in players))
    for _ in range(3):
        await asyncio.gather(*(player.draw_everywhere() for player in players))
    playing = [asyncio.create_task(player.play()) for player in players]
    await answered(players, 40)
    bots[1].end(signal.SIGKILL)
    await until(lambda: len(wire.gateway.connections) == PROCESSES - 1)
    await answered(players, 20)  # by the others
    bots[1].start()
    await wire.ready()
    await answered(players, 40)
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}, ended
    await until(lambda: not any(interaction.is_open for interaction in wire.world.interactions.values()))
    for server in range(PROCESSES):
        for player, each in zip(players, places, strict=True):
            assert await player.show(each[server])
    assert [player.wrong for player in players] == [[]] * PLAYERS
    await until(lambda: len(announced(wire)) >= 2 * PROCESSES)
