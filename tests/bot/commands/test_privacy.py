"""`/solitaire privacy`: exporting and hiding a user's data."""

import gzip
import json
from typing import Any

import pytest
import simcord

from bot.store.privacy import TABLES, UNREAD
from tests.support.card_room import CardRoom, only
from tests.support.chain import CHAIN
from tests.support.daily_room import TODAY, board, deals, fill_every_table, finish, midnight, privacy, switch_on
from tests.support.kinds import columns, on_both, tables

pytestmark = on_both


async def export(room: CardRoom, who: simcord.MemberActor | None = None) -> dict[str, Any]:
    answer = only(await room.press(await privacy(room, who), "Export my data", who))
    assert answer.ephemeral
    assert answer.attachments[0].filename == "patience.json"
    return dict(json.loads(room.file(answer)))


async def test_the_export_names_nobody_else_in_the_users_servers_and_leaderboards(day: CardRoom) -> None:
    await switch_on(day)
    for who in (day.alice, day.bob):
        await fill_every_table(day, who)
    await finish(day, "diplomat", day.bob)
    await day.say("start", day.bob, game="dimes", deal="987654321")
    await day.say("draw", day.bob)
    await midnight(day)
    for where in ("here", "world"):
        await day.say("leaderboard", where=where)
    exported = json.dumps(await export(day))
    stored = await tables(day.url)
    of_bob = {
        str(row[name])
        for rows in stored.values()
        for row in rows
        if row.get("user_id") == day.bob.id
        for name in ("user_id", "id", "game_id", "message_id", "drawn_by")
        if row.get(name)
    }
    assert len(of_bob) > 5
    secret = {str(row["value"]) for row in stored["installation"]} | {row["seed"] for row in stored["chains"]}
    others = of_bob | secret | {"bob", "987654321", "diplomat"}
    assert [each for each in others if each in exported] == []
    assert json.loads(exported)["anchors_of_daily_keys"] == {"2020-01-01": CHAIN.anchor}


OF_NO_USER = {
    "spent_attempts": "a fingerprint does not say whose it is",
    "interactions": "an id does not say who sent it",
    "blocks": "of the host, though the export names the user's",
    **dict.fromkeys(("challenges", "announcements"), "of a server"),
    **dict.fromkeys(("dailies", "proofs", "leaderboards"), "of everyone"),
    **dict.fromkeys(("installation", "chains", "claims", "schema_version"), "of the installation"),
}
"""The tables of no user, which a deletion leaves as they are."""


async def test_every_table_is_exported_or_names_no_user(day: CardRoom) -> None:
    schema = await columns(day.url)
    assert set(schema) == {*TABLES, *UNREAD, *OF_NO_USER}
    assert {table for table, names in schema.items() if "user_id" in names} == {*TABLES, *UNREAD}
    assert [name for table in OF_NO_USER for name in schema[table] if "user" in name or "player" in name] == []


async def test_the_export_has_every_column_of_every_row_of_the_user(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    exported = await export(day)
    schema, stored = await columns(day.url), await tables(day.url)
    of_alice = {table: [row for row in stored[table] if row["user_id"] == day.alice.id] for table in TABLES}
    for table in TABLES:
        rows = of_alice[table]
        assert rows, table
        members = exported[table]
        assert len(members) == len(rows), table
        for member in members:
            assert member.keys() >= schema[table] - {"user_id"}, table
    assert {game["id"] for game in exported["games"]} == {row["id"] for row in of_alice["games"]}
    assert {game["transcript"] for game in exported["games"]} == {row["transcript"] for row in of_alice["games"]}
    settings = {row["name"]: row["value"] for row in of_alice["preferences"]}
    assert {each["name"]: each["value"] for each in exported["preferences"]} == settings
    assert exported["boards"] == [{k: v for k, v in of_alice["boards"][0].items() if k != "user_id"}]
    due_at = "2026-11-21T18:00:00+00:00"
    assert exported["reminders"] == [{"hour": 18, "language": "de", "due_at": due_at, "refused": None}]
    assert exported["players"] == [{"name": "alice"}]
    assert exported["user_id"] == day.alice.id
    ended = {game["contest_key"]: game["ended_at"] for game in exported["games"] if game["variant"] == "dimes"}
    assert ended == {f"{TODAY}/dimes": "2026-11-21T10:00:15+00:00"}
    assert [game["status"] for game in exported["games"] if game["ended_at"] is None] == ["playing"]


async def test_the_export_omits_the_deal_of_a_daily_until_it_is_over(day: CardRoom) -> None:
    await finish(day)
    assert [deal for deal in await deals(day) if deal in json.dumps(await export(day))] == []
    day.set_clock("2026-11-22 23:59:59")
    assert [deal for deal in await deals(day) if deal in json.dumps(await export(day))] == []
    day.set_clock("2026-11-23 00:00")
    assert str((await day.game()).game.deal) in json.dumps(await export(day))


async def test_the_export_has_one_line_per_member_and_no_needless_space(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    day.env.http_requests.clear()
    answer = only(await day.press(await privacy(day), "Export my data"))
    deferred = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert deferred[-1] == {"type": 5, "data": {"flags": 64}}
    content = day.file(answer).decode()
    assert "\n " not in content
    exported = json.loads(content)
    rows = [line.partition("[")[2] or line for line in content.splitlines()]
    for part in ("games", "results", "totals", "entries"):
        assert exported[part]
        for member in exported[part]:
            assert any(line.startswith(json.dumps(member, ensure_ascii=False)) for line in rows), member


async def test_a_user_without_data_gets_an_empty_export(day: CardRoom) -> None:
    exported = await export(day)
    assert {name for name, value in exported.items() if value} == {"user_id", "exported_at", "anchors_of_daily_keys"}


async def test_a_large_export_is_compressed(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.privacy.LARGEST_EXPORT", 100)
    await finish(day)
    answer = only(await day.press(await privacy(day), "Export my data"))
    assert answer.attachments[0].filename == "patience.json.gz"
    assert json.loads(gzip.decompress(day.file(answer)))["players"] == [{"name": "alice"}]


async def test_the_privacy_page_says_what_is_kept_and_leads_to_the_settings(day: CardRoom) -> None:
    await finish(day)
    page = await privacy(day)
    for kept in ("games", "daily attempts", "name", "settings", "board", "fingerprint"):
        assert kept in page.text
    await day.press(only(await day.press(page, "Settings")), "Hidden on leaderboards")
    assert "hidden player" in str((await board(day, day.bob, game="tens"))[1])
