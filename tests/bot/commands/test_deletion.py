"""Deleting everything that is kept about a user, with `/solitaire privacy`."""

import hashlib
import hmac
from typing import Any

import pytest
import simcord

from bot.model.daily.ranking import Result
from bot.store import PrivacyStore
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.chain import CHAIN
from tests.support.contests import day_played
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    begin,
    board,
    fill_every_table,
    finish,
    privacy,
    ranks,
    record,
)
from tests.support.forging import kept
from tests.support.kinds import ask, columns, on_both, tables
from tests.support.shown import Shown

pytestmark = on_both


async def traces(url: str, who: simcord.MemberActor) -> list[str]:
    """The tables and columns that contain a user's id or name."""
    return sorted(
        {
            f"{table}.{column}"
            for table, rows in (await tables(url)).items()
            for row in rows
            for column, value in row.items()
            if str(who.id) in str(value) or who.name in str(value)
        }
    )


async def ask_to_delete(room: CardRoom) -> Shown:
    return only(await room.press(await privacy(room), "Delete everything"))


async def test_a_slow_deletion_is_acknowledged_first(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill_every_table(day, day.alice)
    asked = await ask_to_delete(day)
    before = len(day.env.http_requests)
    answered: list[str] = []
    delete = PrivacyStore.delete

    async def noted(store: PrivacyStore, user_id: int, **named: Any) -> None:
        answered.extend(entry.path for entry in day.env.http_requests[before:])
        await delete(store, user_id, **named)

    monkeypatch.setattr(PrivacyStore, "delete", noted)
    done = changed(await day.press(asked, "Delete everything"))
    assert [path.rpartition("/")[2] for path in answered] == ["callback"]
    assert "is deleted" in done.text


async def test_the_ends_of_games_are_forgotten(day: CardRoom) -> None:
    await day.start("tens", 1)
    await day.play("4+12", "2+12")
    await day.start("tens", 8)
    current, endings = await day.game(), day.services.endings
    assert (await endings.so_far(day.turn(), current)).best_cards_home
    await day.delete_everything()
    assert (await endings.so_far(day.turn(), current)).best_cards_home is None


async def test_deleting_asks_first(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    before = await kept(day)
    asked = await ask_to_delete(day)
    for part in ("games", "challenges", "statistics", "badges", "settings", "places on all leaderboards"):
        assert f"your {part}" in asked.text
    assert "This can't be undone." in asked.text
    await day.press(asked, "Keep everything")
    assert await kept(day) == before
    asked = await ask_to_delete(day)
    assert "All your data is deleted" in changed(await day.press(asked, "Delete everything")).text


async def test_no_table_mentions_the_user_after_deletion(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    await fill_every_table(day, day.bob)
    await ask(  # as an older version does
        day.url,
        f"INSERT INTO standings VALUES ({day.alice.id}, 1, -2)",  # noqa: S608 - an id of the test
        f"INSERT INTO streaks VALUES ({day.alice.id}, 1, 739000, 2, 2, 2, 0)",  # noqa: S608 - an id of the test
    )
    shown = only(await day.say("show"))
    of_bob = await traces(day.url, day.bob)
    of_users = {table for table, names in (await columns(day.url)).items() if "user_id" in names}
    assert {trace.split(".")[0] for trace in await traces(day.url, day.alice)} == of_users
    for _ in range(2):
        assert "is deleted" in (await day.delete_everything()).text
    assert await traces(day.url, day.alice) == []
    assert await traces(day.url, day.bob) == of_bob
    games = (await tables(day.url))["games"]
    assert {game["user_id"] for game in games} == {day.bob.id}
    assert "You don't have a game yet" in private(await day.say("show"))
    assert "No finished games yet" in only(await day.say("stats")).text
    assert (await day.services.preferences.of(day.turn(), day.alice.id)).four_colour
    assert shown.id not in day.env.backend.messages[day.channel.id] or not shown.components


async def test_playing_on_during_a_deletion_leaves_no_trace(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    asked = await ask_to_delete(day)
    async with day.at_once():
        await day.say("show")
        await day.press(asked, "Delete everything")
        await day.say("show")
    assert await traces(day.url, day.alice) == []


async def test_ranks_close_up_after_a_deletion(day: CardRoom) -> None:
    await finish(day)
    for user in range(1, 12):
        result = Result("tens", 40, user, 60, day=TODAY, server_id=day.env.guild.id)
        await record(day.database, user, f"p{user}", result)
    assert ranks((await board(day, day.bob, game="tens"))[1]) == list(range(1, 11))
    await day.delete_everything()
    shown, after = await board(day, day.bob, game="tens")
    assert ranks(after) == list(range(1, 11))
    assert "p1 " in after[0]
    assert "11 players" in shown.text


async def test_deleting_does_not_allow_a_second_attempt(day: CardRoom) -> None:
    await finish(day)
    await begin(day, "dimes")
    await day.delete_everything()
    await day.start("dimes", 8)
    for game in ("tens", "dimes"):
        assert "You've already played this daily" in private(await day.say("daily", game=game))
    assert await day.saved() == "dimes|8||0|"
    assert "Diplomat · daily" in (await begin(day, "diplomat")).text
    day.set_clock("2026-11-22 08:00")
    await begin(day)
    assert day_played(await day.game()) == TOMORROW


async def test_fingerprints_reveal_nothing_without_the_seed_and_are_purged_with_later_dailies(day: CardRoom) -> None:
    """Without a seed, anyone could try all user ids."""
    await finish(day)
    await day.delete_everything()
    (spent,) = (await tables(day.url))["spent_attempts"]
    hashed = f"{day.alice.id}/daily {TODAY}/tens".encode()
    assert spent["fingerprint"] == hmac.new(CHAIN.seed.encode(), hashed, hashlib.sha256).hexdigest()
    assert spent["day"] == TODAY.toordinal() + 2
    for date, left in (("2026-11-22", 1), ("2026-11-30", 1), ("2026-12-01", 0)):
        day.set_clock(f"{date} 08:00")
        await day.say("fair")
        assert len((await tables(day.url))["spent_attempts"]) == left, date


@pytest.mark.parametrize("drawn", ["never", "before the deletion", "after the deletion"])
async def test_deleting_while_the_clock_is_ahead_does_not_allow_a_second_attempt(day: CardRoom, drawn: str) -> None:
    """The clock was two days ahead, with the daily over, but was corrected before its key was published.

    Drawing later dailies purges fingerprints, but they stay for longer than their daily runs.
    """
    await finish(day)
    day.set_clock("2026-11-23 10:00")
    if drawn == "before the deletion":
        await day.say("fair")
    await day.delete_everything()
    if drawn == "after the deletion":
        await day.say("fair")
    day.set_clock("2026-11-21 12:00")
    assert "You've already played this daily" in private(await day.say("daily", game="tens"))
    assert await day.games.find(day.alice.id) is None
    assert (await begin(day, "dimes")).ephemeral


async def test_an_attempt_leaves_no_fingerprint_once_its_key_is_published(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    day.set_clock("2026-11-22 08:00")
    await day.services.dailies.reveal_due(day.services.turns.background(), TODAY, day.now())
    await day.delete_everything()
    assert (await tables(day.url))["spent_attempts"] == []
