"""Reports to Sentry say which kind of error was raised where, and nothing about anyone."""

import asyncio
import logging
import subprocess
import sys
from pathlib import Path

import pytest
import sentry_sdk

from tests.support.card_room import CardRoom
from tests.support.environment import environment
from tests.support.reports import DSN, Sent
from tests.support.shown import private

SECRETS = ("Alice Secret", "123456789012345678", "MTIz.GabcDE.xyz", "the words that someone wrote")


def fail(name: str) -> None:
    local = f"{name} has {SECRETS[2]}"
    raise ValueError(f"{local!r} said {SECRETS[3]}")


def log_a_failure() -> None:
    log = logging.getLogger("bot.something")
    log.warning("not yet bad: %s", SECRETS[0])
    try:
        try:
            fail(SECRETS[0])
        except ValueError as error:
            raise RuntimeError(SECRETS[1]) from error
    except RuntimeError:
        log.exception("failed for %s in %s", SECRETS[0], SECRETS[1], extra={"user": SECRETS[0]})


def test_a_report_has_the_place_of_an_error_and_no_values(sent: Sent) -> None:
    sentry_sdk.set_user({"id": SECRETS[1], "username": SECRETS[0]})
    sentry_sdk.set_tag("who", SECRETS[0])
    sentry_sdk.set_context("game", {"text": SECRETS[3]})
    log_a_failure()
    (event,) = sent.events
    assert event["logentry"] == {"message": "failed for %s in %s"}
    assert event["level"] == "error"
    assert event["logger"] == "bot.something"
    assert [exception["type"] for exception in event["exception"]["values"]] == ["ValueError", "RuntimeError"]
    place = event["exception"]["values"][0]["stacktrace"]["frames"][-1]
    assert place["function"] == "fail"
    assert place["lineno"] > 0
    for secret in SECRETS:
        assert secret not in sent.content
    assert str(Path.cwd()) not in sent.content


def test_a_message_formatted_by_a_library_is_left_out(sent: Sent) -> None:
    logging.getLogger("asyncio").error(f"Task {SECRETS[0]} failed")  # noqa: G004 - as asyncio does
    (event,) = sent.events
    assert event["logger"] == "asyncio"
    assert SECRETS[0] not in sent.content


async def test_a_failed_turn_is_reported_without_its_player(
    sent: Sent, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start("tens", 8)

    async def fails(*_: object, **__: object) -> None:
        await asyncio.sleep(0)
        fail(SECRETS[0])

    monkeypatch.setattr(room.services.games, "play", fails)
    assert "something went wrong" in private(await room.say("move", move="4+8"))
    (event,) = sent.events
    assert event["exception"]["values"][-1]["type"] == "ValueError"
    for secret in (*SECRETS, str(room.alice.id), "alice", "4+8", str(room.last_interaction["id"])):
        assert secret not in sent.content


def test_without_the_extra_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "sentry_sdk.py").write_text("raise ModuleNotFoundError(name='sentry_sdk')")
    own = environment(tmp_path, SENTRY_DSN=DSN)
    own["PYTHONPATH"] = f"{tmp_path}:{own['PYTHONPATH']}"
    ended = subprocess.run(
        [sys.executable, "-m", "bot"], env=own, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (78, "Install the extra `sentry`, or leave SENTRY_DSN out.\n")
