"""The Discord on loopback, in another process."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.app.client import SolitaireClient
from bot.services import Services
from bot.store import open_database
from tests.support.environment import environment
from tests.support.wire.discord_server import WAIT_SECONDS
from tests.support.wire.loopback import connector_options


@contextmanager
def terminated(program: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Terminate a program at the end of the block, even if it fails."""
    with program:
        try:
            yield program
        finally:
            program.terminate()


async def test_a_bot_plays_on_a_discord_in_another_process(tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    command = [sys.executable, "-m", "tests.support.wire", "--certificate", str(certificate)]
    with terminated(subprocess.Popen(command, env=environment(tmp_path), stdout=subprocess.PIPE)) as program:  # noqa: ASYNC220, S603
        assert program.stdout is not None
        told = json.loads(await asyncio.to_thread(program.stdout.readline))
        database = await open_database(tmp_path / "patience.sqlite3")
        services = Services(database)
        connector = aiohttp.TCPConnector(limit=0, **connector_options(told["port"], certificate.read_bytes()))
        client = SolitaireClient(services, connector=connector)
        running = asyncio.create_task(client.start(told["token"]))
        async with aiohttp.ClientSession(f"http://127.0.0.1:{told['control']}") as control:

            async def ask(path: str, **body: Any) -> dict[str, Any]:
                async with control.post(path, json=body) as response:
                    answered: dict[str, Any] = await response.json()
                    return answered

            async with asyncio.timeout(WAIT_SECONDS):
                while not await connected(control):
                    await asyncio.sleep(0.05)
            started = await ask("/say", person="alice", command="start", options={"game": "dimes", "deal": "8"})
            assert started["seconds"] > 0
            await ask("/fail", status=403)
            await ask("/say", person="alice", command="draw")
            pressed = await ask("/press", person="alice", message=started["message"]["id"], label="Menu")
            assert "**1** move" in pressed["message"]["content"].replace(
                "\xa0", " "
            )  # without emoji it is the text view
        await client.close()
        await running
        services.pictures.close()
        await database.close()
    assert program.returncode == 0


async def connected(control: aiohttp.ClientSession) -> bool:
    async with control.get("/state") as response:
        state = await response.json()
        return state["shards"] == [0] and bool(state["commands"])
