"""The bot's process is killed while people play: no answered move is lost, and none counts twice."""

import asyncio
import itertools
import random
import signal
from pathlib import Path

from bot.app.connection import CLOSE_SECONDS
from tests.support.kinds import on_both
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.loopback import Authority
from tests.support.wire.players import Player, answered

KILLS = 8
PLAYERS = 8
MOST_ANSWERED = 80
"""The largest number of moves answered between two kills."""


@on_both
async def test_a_kill_at_any_moment_loses_no_answered_move(authority: Authority, tmp_path: Path, url: str) -> None:
    dice = random.Random(8)
    wire = DiscordServer(authority, identify_seconds=0)
    async with wire.open():
        bot = BotProcess(wire, tmp_path, DATABASE_URL=url, LOG_LEVEL="WARNING")
        bot.start()
        await wire.ready()
        players = [Player([wire.person(f"player {number}")], random.Random(number)) for number in range(PLAYERS)]
        await asyncio.gather(*(player.start() for player in players))
        for _ in range(KILLS):
            playing = [asyncio.create_task(player.play()) for player in players]
            await answered(players, dice.randint(1, MOST_ANSWERED))
            bot.end(signal.SIGKILL)
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert {type(error) for error in ended} == {asyncio.CancelledError}, ended
            await until(lambda: not wire.gateway.connections)
            bot.start()
            await wire.ready()
            assert all(await asyncio.gather(*(player.show() for player in players)))
            assert [player.wrong for player in players] == [[]] * PLAYERS
        assert await asyncio.to_thread(bot.end) == 0


@on_both
async def test_a_bot_that_is_stopped_answers_the_interactions_in_hand(
    authority: Authority, tmp_path: Path, url: str
) -> None:
    wire = DiscordServer(authority, identify_seconds=0)
    async with wire.open():
        bot = BotProcess(wire, tmp_path, DATABASE_URL=url)
        bot.start()
        await wire.ready()
        people = [wire.person(f"player {number}") for number in range(3)]
        for person in people:
            await person.say("start", game="dimes", deal="8")
        held = wire.faults.hold()
        drawn = [person.command("draw") for person in people]
        for interaction in drawn:
            await wire.deliver(interaction)
        answering = asyncio.gather(*(interaction.wait() for interaction in drawn))
        await until(lambda: held.waiting == len(drawn))
        ending = asyncio.create_task(asyncio.to_thread(bot.end, signal.SIGTERM))
        await asyncio.sleep(CLOSE_SECONDS + 0.5)  # a connection that is closed at once would be gone by then
        wire.faults.release()
        assert await ending == 0
        assert [interaction.shown.moves_made for interaction in await answering] == [1, 1, 1]
    log = bot.log.read_text()
    assert "Traceback" not in log
    assert not any(token in log for token in itertools.chain(wire.world.interactions, [wire.rest.token]))
