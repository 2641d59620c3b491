"""Log lines name their interaction and contain no secrets."""

import json
import logging
from datetime import UTC, datetime

import pytest

from bot.monitoring import logs
from tests.support.card_room import CardRoom
from tests.support.shown import only

# It has the form of a bot's token, but never was one.
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.GabcDE." + "x" * 38
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzOnNlY3JldA"  # noqa: S105 # pragma: allowlist secret


@pytest.mark.parametrize(
    "secret",
    [
        f"https://discord.com/api/v10/interactions/123456/{INTERACTION_TOKEN}/callback",
        f"https://discord.com/api/v10/webhooks/123456/{INTERACTION_TOKEN}/messages/@original",
        f"https://discord.com/api/v10/webhooks/123456/{INTERACTION_TOKEN}?wait=true",
        f"Bot {TOKEN}",
        f"token={TOKEN}, and more",
    ],
)
def test_tokens_are_not_logged(secret: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("INFO")
    log = logging.getLogger("bot.test")
    log.info("%s", secret)
    log.error("failed", exc_info=RuntimeError(secret))
    written = capsys.readouterr().err
    assert TOKEN not in written
    assert INTERACTION_TOKEN not in written
    assert written.count("…") == 2


def test_ids_of_games_and_ordinary_words_are_logged_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("INFO")
    logging.getLogger("bot.test").info("game 1456074443980800009 of /data/patience.sqlite3 at discord.com")
    assert "game 1456074443980800009 of /data/patience.sqlite3 at discord.com" in capsys.readouterr().err


def test_ids_that_libraries_or_errors_mention_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("INFO")
    channel = "https://discord.com/api/v10/channels/1456074443980800009/messages"
    logging.getLogger("discord.http").warning("We are being rate limited. %s %s responded with 429.", "POST", channel)
    logging.getLogger("bot.test").error("failed", exc_info=KeyError(1456074443980800009))
    written = capsys.readouterr().err
    assert "1456074443980800009" not in written
    assert "POST https://discord.com/api/v10/channels/…/messages responded with 429." in written
    assert "KeyError: …" in written


def test_libraries_log_no_payloads_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("DEBUG")
    for name in ("discord.gateway", "aiosqlite", "aiohttp.client", "simcord"):
        logging.getLogger(name).debug("a payload")
    logging.getLogger("bot.test").debug("ours")
    written = capsys.readouterr().err
    assert "a payload" not in written
    assert "ours" in written


async def test_every_line_of_an_interaction_names_it(room: CardRoom, capsys: pytest.CaptureFixture[str]) -> None:
    await room.start("dimes", 8)
    logs.configure_logging("DEBUG")
    await room.say("move", move="nonsense")
    typed = room.last_interaction["id"]
    board = only(await room.say("show"))
    await room.press(board, "Draw")
    pressed = room.last_interaction["id"]
    lines = [line for line in capsys.readouterr().err.splitlines() if " bot." in line]
    assert any(f"interaction={typed} command move: refused after" in line for line in lines)
    assert any(f"interaction={pressed} press draw: ok after" in line for line in lines)


def test_each_line_has_the_time_with_its_zone_and_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("INFO", process="bot-1")
    logging.getLogger("bot.test").info("it works")
    day, time, *rest = capsys.readouterr().err.split()
    assert datetime.fromisoformat(f"{day} {time}").tzinfo is not None
    assert rest == ["INFO", "bot.test", "process=bot-1", "interaction=-", "it", "works"]


def test_a_log_in_json_has_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("INFO", "json", process="bot-0")
    logs.interaction_id.set(7)
    logging.getLogger("bot.test").error("it %s", "failed", exc_info=ValueError("two\nlines"))
    logs.interaction_id.set(None)
    (line,) = capsys.readouterr().err.splitlines()
    written = json.loads(line)
    assert datetime.fromisoformat(written["time"]).tzinfo == UTC
    assert (written["level"], written["logger"], written["interaction"]) == ("ERROR", "bot.test", "7")
    assert written["process"] == "bot-0"
    assert written["message"].startswith("it failed\nValueError")
