"""Three processes with a shard each share a database, and one of them is killed while people play."""

from __future__ import annotations

import asyncio
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.store import Announcement, AnnouncementStore, DailyStore, open_database
from tests.support.chain import CHAIN
from tests.support.kinds import on_postgresql
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.loopback import Authority
from tests.support.wire.players import Player, answered

PROCESSES = 3
PLAYERS = 4


def announced(wire: DiscordServer) -> list[int]:
    """The channels of all announcements of dailies."""
    return sorted(
        message.channel_id
        for message in wire.world.messages.values()
        if any("Dailies for" in str(embed.get("title")) for embed in message.embeds)
    )


async def have_announced(url: str, wire: DiscordServer) -> None:
    """Make today's announcements due in all servers."""
    database = await open_database(url)
    await DailyStore(database).begin_chain(CHAIN)
    store, yesterday = AnnouncementStore(database), datetime.now(UTC).date() - timedelta(days=1)
    for guild in wire.world.guilds:
        await store.put(Announcement(guild.id, guild.channel_id, "en"), yesterday)
    await database.close()


@on_postgresql
async def test_players_lose_nothing_when_one_of_three_processes_is_killed(
    authority: Authority, tmp_path: Path, url: str
) -> None:
    wire = DiscordServer(authority, shards=PROCESSES, servers=2 * PROCESSES, max_concurrency=2)
    wire.give_emoji()
    await have_announced(url, wire)
    async with wire.open():
        bots = [process(wire, tmp_path / f"patience-{number}", url) for number in range(PROCESSES)]
        for bot in bots:
            bot.start()
        try:
            await wire.ready()
            await play_and_kill(wire, bots)
        finally:
            statuses = [await asyncio.to_thread(bot.end) for bot in bots]
    assert statuses == [0] * PROCESSES
    assert announced(wire) == sorted(guild.channel_id for guild in wire.world.guilds)
    assert wire.gateway.refused_identifications == 0
    assert wire.rest.registrations == 1
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
    players = [Player(each, seed) for seed, each in enumerate(places)]
    await asyncio.gather(*(player.start() for player in players))
    for _ in range(3):
        await asyncio.gather(*(player.draw_everywhere() for player in players))
    playing = [asyncio.create_task(player.play_on()) for player in players]
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
            await player.show(each[server])
    await until(lambda: len(announced(wire)) >= 2 * PROCESSES)
