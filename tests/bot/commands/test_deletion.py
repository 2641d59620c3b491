"""Deleting everything that is kept about a user, with `/solitaire privacy`."""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta
from typing import Any

import pytest
import simcord

from bot.model.daily.ranking import Result
from bot.store import PrivacyStore
from tests.support.card_room import CardRoom, changed, only, private, text
from tests.support.chain import CHAIN
from tests.support.contests import day_played
from tests.support.daily_room import (
    TODAY,
    begin,
    board,
    day,
    fill_every_table,
    finish,
    privacy,
    ranks,
    record,
    results,
)
from tests.support.kinds import columns, on_both, tables

pytestmark = on_both

__all__ = ["day"]


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


async def delete(room: CardRoom, who: simcord.MemberActor | None = None) -> simcord.ResponseMessage:
    asked = only(await room.press(await privacy(room, who), "Delete everything", who))
    assert asked.ephemeral
    for kept in ("games", "challenges", "statistics", "badges", "settings", "places on all leaderboards"):
        assert f"your {kept}" in text(asked)
    return changed(await room.press(asked, "Delete everything", who))


async def test_a_slow_deletion_is_acknowledged_first(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill_every_table(day, day.alice)
    asked = only(await day.press(await privacy(day), "Delete everything"))
    before = len(day.env.http_requests)
    answered: list[str] = []
    delete = PrivacyStore.delete

    async def noted(store: PrivacyStore, user_id: int, **named: Any) -> None:
        answered.extend(entry.path for entry in day.env.http_requests[before:])
        await delete(store, user_id, **named)

    monkeypatch.setattr(PrivacyStore, "delete", noted)
    done = changed(await day.press(asked, "Delete everything"))
    assert [path.rpartition("/")[2] for path in answered] == ["callback"]
    assert "is deleted" in text(done)


async def test_the_ends_of_games_are_forgotten(day: CardRoom) -> None:
    await day.start("tens", 1)
    await day.play("4+12", "2+12")
    await day.start("tens", 8)
    current, endings = await day.game(), day.services.endings
    assert (await endings.so_far(day.turn(), current)).best_home
    await delete(day)
    assert (await endings.so_far(day.turn(), current)).best_home is None


async def test_deleting_asks_first(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    before = await tables(day.url)
    asked = only(await day.press(await privacy(day), "Delete everything"))
    assert "This can't be undone." in text(asked)
    changed(await day.press(asked, "Keep everything"))
    before.pop("interactions")
    after = await tables(day.url)
    after.pop("interactions")
    assert after == before


async def test_no_table_mentions_the_user_after_deletion(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    await fill_every_table(day, day.bob)
    of_bob = await traces(day.url, day.bob)
    of_users = {table for table, names in (await columns(day.url)).items() if "user_id" in names}
    assert {trace.split(".")[0] for trace in await traces(day.url, day.alice)} == of_users
    assert "is deleted" in text(await delete(day))
    assert await traces(day.url, day.alice) == []
    assert await traces(day.url, day.bob) == of_bob
    games = (await tables(day.url))["games"]
    assert {game["user_id"] for game in games} == {day.bob.id}


async def test_playing_on_during_a_deletion_leaves_no_trace(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    asked = only(await day.press(await privacy(day), "Delete everything"))
    async with day.at_once():
        await day.say("show")
        await day.press(asked, "Delete everything")
        await day.say("show")
    assert await traces(day.url, day.alice) == []


async def test_ranks_close_up_after_a_deletion(day: CardRoom) -> None:
    await finish(day)
    for user in range(1, 12):
        await record(
            day.database, user, f"p{user}", Result("tens", 40, user, 60, day=TODAY, server_id=day.env.guild.id)
        )
    assert ranks((await board(day, day.bob, game="tens"))[1]) == list(range(1, 11))
    await delete(day)
    shown, after = await board(day, day.bob, game="tens")
    assert ranks(after) == list(range(1, 11))
    assert "p1 " in after[0]
    assert "11 players" in text(shown) or "11 players" in (shown.embeds[0].footer.text or "")


async def test_settings_statistics_and_game_are_gone_at_once(day: CardRoom) -> None:
    await fill_every_table(day, day.alice)
    shown = only(await day.say("show"))
    await delete(day)
    assert "You don't have a game yet" in private(await day.say("show"))
    assert "No finished games yet" in text(only(await day.say("stats")))
    assert not (await day.services.preferences.of(day.turn(), day.alice.id)).four_colour
    assert shown.id not in day.env.backend.messages[day.channel.id] or not shown.components


async def test_deleting_does_not_allow_a_second_attempt(day: CardRoom) -> None:
    await finish(day)
    await begin(day, "dimes")
    await delete(day)
    for game in ("tens", "dimes"):
        assert "You've already played this daily" in private(await day.say("daily", game=game))
    assert await day.games.find(day.alice.id) is None
    assert "Diplomat · daily" in text(await begin(day, "diplomat"))
    day.set_clock("2026-11-22 08:00")
    await begin(day)
    assert day_played(await day.game()) == TODAY + timedelta(days=1)


async def test_a_refused_second_attempt_does_not_end_the_game_in_progress(day: CardRoom) -> None:
    await finish(day)
    await delete(day)
    await day.start("dimes", 8)
    assert "You've already played this daily" in text(await begin(day))
    assert await day.saved() == "dimes|8||0|"
    await day.play("draw")
    assert "You've already played this daily" in text(await begin(day))
    assert await day.saved() == "dimes|8||1|draw"


async def test_fingerprints_are_purged_when_a_later_days_dailies_are_drawn(day: CardRoom) -> None:
    await finish(day)
    await delete(day)
    (spent,) = (await tables(day.url))["spent_attempts"]
    assert spent["day"] == TODAY.toordinal() + 2
    for date, left in (("2026-11-22", 1), ("2026-11-30", 1), ("2026-12-01", 0)):
        day.set_clock(f"{date} 08:00")
        await day.say("fair")
        assert len((await tables(day.url))["spent_attempts"]) == left, date


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_deleting_while_the_clock_is_ahead_does_not_allow_a_second_attempt(
    day: CardRoom, *, is_drawn: bool
) -> None:
    """The clock was two days ahead, with the daily over, but was corrected before its key was published."""
    await finish(day)
    day.set_clock("2026-11-23 10:00")
    if is_drawn:
        await day.say("fair")
    await delete(day)
    day.set_clock("2026-11-21 12:00")
    assert "You've already played this daily" in private(await day.say("daily", game="tens"))
    assert await day.games.find(day.alice.id) is None
    assert (await begin(day, "dimes")).ephemeral


async def test_purging_fingerprints_while_the_clock_is_ahead_does_not_allow_a_second_attempt(day: CardRoom) -> None:
    """The clock was some days ahead; a fingerprint stays longer than its daily runs."""
    await finish(day)
    await delete(day)
    day.set_clock("2026-11-23 10:00")
    await day.say("fair")
    day.set_clock("2026-11-21 12:00")
    private(await day.say("daily", game="tens"))
    assert await day.games.find(day.alice.id) is None


async def test_an_attempt_leaves_no_fingerprint_once_its_key_is_published(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    day.set_clock("2026-11-22 08:00")
    await day.services.dailies.reveal_due(day.services.turns.background(), TODAY, day.now())
    await delete(day)
    assert (await tables(day.url))["spent_attempts"] == []


async def test_fingerprints_cannot_be_matched_without_the_seed(day: CardRoom) -> None:
    """Without a seed, anyone could try all user ids."""
    await finish(day)
    await delete(day)
    (spent,) = (await tables(day.url))["spent_attempts"]
    text_ = f"{day.alice.id}/daily {TODAY}/tens".encode()
    assert spent["fingerprint"] == hmac.new(CHAIN.seed.encode(), text_, hashlib.sha256).hexdigest()


async def test_a_press_deletes_only_the_pressing_users_data(day: CardRoom) -> None:
    """Bob forges a press on a message that only Alice sees."""
    await finish(day)
    asked = only(await day.press(await privacy(day), "Delete everything"))
    custom_id = asked.components[0]["components"][0]["custom_id"]
    async with day.at_once():
        await day.press(asked, "Keep everything")
    pressed = dict(day.held[0], id=str(day.env.backend.snowflake()))
    record_ = day.env.backend.new_interaction(3, day.channel.id, day.bob.id, day.env.guild.id)
    pressed |= {"id": str(record_.id), "token": record_.token}
    pressed["member"] = {**pressed["member"], "user": {**pressed["member"]["user"], "id": str(day.bob.id)}}
    pressed["data"] = {**pressed["data"], "custom_id": custom_id}
    await day.deliver(pressed)
    assert record_.responded
    assert len(await results(day)) == 1


async def test_deleting_twice_is_harmless(day: CardRoom) -> None:
    await finish(day)
    await delete(day)
    assert "is deleted" in text(await delete(day))


async def test_a_deletion_asked_long_ago_is_asked_again(day: CardRoom) -> None:
    await day.start("dimes", 8)
    asked = only(await day.press(await privacy(day), "Delete everything"))
    await day.env.advance_time(3600)
    again = changed(await day.press(asked, "Delete everything"))
    assert "Some time has passed, so let me ask again." in again.content
    assert await day.saved() == "dimes|8||0|"
    assert "All your data is deleted" in text(changed(await day.press(again, "Delete everything")))
