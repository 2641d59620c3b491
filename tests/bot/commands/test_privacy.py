"""`/solitaire privacy`: what is kept of a user is exported and hidden."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
import simcord

from tests.bot.card_room import CardRoom, changed, only, text
from tests.bot.daily_room import (
    board,
    day,
    deals,
    finish,
    live_a_little,
    privacy,
    tables,
)

__all__ = ["day"]


async def export(room: CardRoom, who: simcord.MemberActor | None = None) -> dict[str, Any]:
    answer = only(await room.press(await privacy(room, who), "Export my data", who))
    assert answer.ephemeral
    assert answer.attachments[0].filename == "patience.json"
    return dict(json.loads(room.file(answer)))


async def test_it_says_what_is_kept_and_why(day: CardRoom) -> None:
    told = text(await privacy(day))
    for kept in ("games", "daily attempts", "name", "settings", "board", "fingerprint"):
        assert kept in told


async def test_the_export_has_all_rows_of_the_user_and_none_of_another(day: CardRoom) -> None:
    await live_a_little(day, day.alice)
    await live_a_little(day, day.bob)
    exported = await export(day)
    stored = tables(day.path)
    of_alice = {
        name: [row for row in rows if row.get("user_id") == day.alice.id]
        for name, rows in stored.items()
        if rows and "user_id" in rows[0]
    }
    kept = {
        "games": "games",
        "results": "daily_results",
        "standings": "standings",
        "boards": "live_board",
        "players": "name_on_leaderboards",
        "preferences": "settings",
        "fences": "",
    }
    assert set(of_alice) == set(kept)
    for table in ("games", "results", "standings"):
        assert len(exported[kept[table]]) == len(of_alice[table]) > 0, table
    assert {game["id"] for game in exported["games"]} == {row["id"] for row in of_alice["games"]}
    assert {game["transcript"] for game in exported["games"]} == {row["transcript"] for row in of_alice["games"]}
    assert exported["settings"] == {row["name"]: row["value"] for row in of_alice["preferences"]}
    assert exported["live_board"] == {k: v for k, v in of_alice["boards"][0].items() if k != "user_id"}
    assert exported["name_on_leaderboards"] == "alice"
    assert exported["user_id"] == day.alice.id
    written = json.dumps(exported)
    assert "bob" not in written
    assert str(day.bob.id) not in written
    for game in stored["games"]:
        assert (str(game["id"]) in written) is (game["user_id"] == day.alice.id)


async def test_the_deal_of_a_running_daily_is_left_out_until_it_is_over(day: CardRoom) -> None:
    await finish(day)
    assert [deal for deal in await deals(day) if deal in json.dumps(await export(day))] == []
    day.turn_to("2026-11-22 23:59:59")
    assert [deal for deal in await deals(day) if deal in json.dumps(await export(day))] == []
    day.turn_to("2026-11-23 00:00")
    assert str((await day.game()).game.deal) in json.dumps(await export(day))


async def test_who_has_nothing_exports_nothing(day: CardRoom) -> None:
    exported = await export(day)
    assert exported["user_id"] == day.alice.id
    assert not any(value for name, value in exported.items() if name not in ("user_id", "exported_at"))


async def test_a_large_export_is_packed(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.privacy.LARGEST_EXPORT", 100)
    await finish(day)
    answer = only(await day.press(await privacy(day), "Export my data"))
    assert answer.attachments[0].filename == "patience.json.gz"
    assert json.loads(gzip.decompress(day.file(answer)))["name_on_leaderboards"] == "alice"


async def test_hiding_is_switched_there_too(day: CardRoom) -> None:
    await finish(day)
    page = changed(await day.press(await privacy(day), "Hidden on leaderboards"))
    assert "hidden player" in str((await board(day, day.bob))[1])
    changed(await day.press(page, "Hidden on leaderboards"))
    assert "alice" in str((await board(day, day.bob))[1])
