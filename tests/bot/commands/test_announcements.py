"""`/solitaire-admin announce`: announces each new day's dailies once, in the channel that a server chose."""

from __future__ import annotations

import re
from datetime import date, timedelta

import discord
import pytest
import simcord

from bot.app.announcer import Announcer
from bot.model.announcement import Announcement, AnnouncementClaim
from bot.model.daily.chain import Chain
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES
from bot.model.daily.ranking import Result
from bot.model.local_hour import LocalHour
from bot.store import AnnouncementStore, Connection, DailyStore, Turns
from tests.support.card_room import CardRoom, buttons, changed, only, readable, text
from tests.support.chain import CHAIN
from tests.support.contests import day_played
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    announcements,
    daily_buttons,
    day,
    finish,
    midnight,
    on,
    pass_minutes,
    prove,
    record,
    second_process,
    switch_on,
)
from tests.support.kinds import on_both

pytestmark = on_both

__all__ = ["day", "on"]

CHANNEL_MESSAGES = "/channels/*/messages"


async def test_an_announcement_names_nobody_who_has_no_points(on: CardRoom) -> None:
    played = Result("tens", 0, 0, 3, day=date(2026, 11, 22), server_id=on.env.guild.id)
    await record(on.database, 7, "carol", played)
    (message,) = await midnight(on, "2026-11-23")
    assert "Nobody scored. Today is your chance!" in text(message)
    assert "Nobody scored that week." in text(message)
    assert "🥇" not in text(message)


async def test_the_dailies_are_announced_once_after_midnight_and_not_before(on: CardRoom) -> None:
    on.set_clock("2026-11-21 23:57")
    await pass_minutes(on, 2)
    assert announcements(on) == []
    (message,) = await midnight(on)
    assert not message.ephemeral
    assert "Dailies for Nov 22, 2026" in text(message)
    assert "Today's pick: **Diplomat**" in text(message)
    assert "Nobody played. Today is your chance!" in text(message)
    assert len(daily_buttons(message)) == 5
    await pass_minutes(on, 10)
    assert len(announcements(on)) == 1
    assert len(await midnight(on, "2026-11-23")) == 2


async def test_the_podium_shows_yesterdays_results_in_this_server(on: CardRoom) -> None:
    server = on.env.guild.id
    await finish(on)
    for user, name, home, server_id in (
        (1, "*star*", 40, server),
        (2, "twin", 40, server),
        (3, "fourth", 30, server),
        (4, "stranger", 52, server + 1),
        (5, "outsider", 52, None),
    ):
        await record(on.database, user, name, Result("tens", home, 0, 60, day=TODAY, server_id=server_id))
    await record(on.database, 6, "early", Result("tens", 52, 0, 1, day=TODAY.replace(day=20), server_id=server))
    (message,) = await midnight(on)
    field, *_ = message.embeds[0].fields
    assert readable(field.name or "") == "Top players on Nov 21, 2026 in this server"
    assert readable(field.value or "").splitlines() == [
        "🥇 alice · 200 points · 1:50",
        "🥈 \\*star\\* · 76 points · 1:00",
        "🥈 twin · 76 points · 1:00",
    ]


async def test_the_first_announcement_of_a_week_has_the_cup_of_the_week_before(on: CardRoom) -> None:
    server, monday = on.env.guild.id, TODAY - 5 * ONE_DAY
    await record(on.database, 1, "old", Result("tens", 52, 0, 90, day=monday - ONE_DAY, server_id=server))
    await record(on.database, 2, "slow", Result("dimes", 104, 300, 900, day=monday - ONE_DAY, server_id=server))
    await record(
        on.database,
        3,
        "*star*",
        *(Result("tens", 52, 0, 60, day=monday + n * ONE_DAY, server_id=server) for n in range(3)),
    )
    await record(on.database, 4, "late", Result("dimes", 104, 310, 950, day=TODAY, server_id=server))
    await record(on.database, 5, "stranger", Result("tens", 52, 0, 1, day=TODAY, server_id=server + 1))
    (sunday,) = await midnight(on)
    assert "Cup of the week" not in text(sunday)
    _, announced = await midnight(on, "2026-11-23")
    _, cup, *_ = announced.embeds[0].fields
    assert readable(cup.name or "") == "🏆 Cup of the week, Nov 16 – 22"
    assert readable(cup.value or "").splitlines() == [
        "🥇 \\*star\\* · 600 points · 3:00",
        "🥈 late · 200 points · 15:50",
        "🔥 Longest streak: \\*star\\* · 3 days in a row",
        "⚡ Fastest Tens ever in this server: \\*star\\* · 1:00 · 0 mistakes",
    ]
    *_, tuesday = await midnight(on, "2026-11-24")
    assert "Cup of the week" not in text(tuesday)


async def test_a_cup_waits_for_a_bot_that_was_down_on_monday(on: CardRoom) -> None:
    await record(on.database, 1, "star", Result("tens", 52, 0, 60, day=TODAY, server_id=on.env.guild.id))
    await midnight(on)
    on.set_clock("2026-11-25 05:00")
    await on.restart()
    await pass_minutes(on)
    *_, wednesday = announcements(on)
    assert "Cup of the week, Nov 16" in text(wednesday)


async def test_a_week_without_players_has_no_cup(on: CardRoom) -> None:
    await midnight(on)
    _, monday = await midnight(on, "2026-11-23")
    assert "Cup of the week" not in text(monday)


async def test_a_hidden_player_is_not_named_on_the_podium(on: CardRoom) -> None:
    await finish(on)
    await on.prefer(hidden_player=True)
    (message,) = await midnight(on)
    assert "🥇 hidden player · 200 points" in text(message)
    assert "alice" not in text(message)


async def test_the_announcement_says_which_deals_can_be_won(on: CardRoom) -> None:
    for variant in ("tens", "diplomat", "dimes"):
        await prove(on, TOMORROW, variant, candidate=1)
    (announced,) = await midnight(on)
    assert "Not proven winnable (may be impossible): Grounds for Divorce, Cast Out Nines." in text(announced)
    for variant in GAMES:
        await prove(on, TOMORROW + ONE_DAY, variant, candidate=1)
    *_, announced = await midnight(on, "2026-11-23")
    assert "All of them are proven winnable." in text(announced)
    assert "Not proven" not in text(announced)


async def test_the_announcements_buttons_start_the_dailies(on: CardRoom) -> None:
    (message,) = await midnight(on)
    board = only(await on.press(message, "Tens", on.bob))
    assert board.ephemeral
    assert "Tens · daily for Nov 22, 2026" in text(board)
    assert day_played(await on.game(on.bob)) == TOMORROW
    assert "Diplomat · daily" in text(only(await on.press(message, "Diplomat")))


async def test_a_bot_that_was_down_at_midnight_announces_when_it_is_back(on: CardRoom) -> None:
    on.set_clock("2026-11-22 05:00")
    await on.restart()
    await pass_minutes(on)
    assert len(announcements(on)) == 1


async def test_a_restart_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    for _ in range(2):
        await on.restart()
        await pass_minutes(on, 2)
    assert len(announcements(on)) == 1


async def test_a_clock_that_steps_back_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-21 23:58")
    await pass_minutes(on, 5)
    assert len(announcements(on)) == 1


async def test_two_processes_announce_once(on: CardRoom) -> None:
    async with second_process(on) as other:
        on.set_clock("2026-11-22 00:00")
        on.sync_clocks()
        second = Announcer(on.client, other)
        await second.announce()
        await pass_minutes(on, 3)
        await second.announce()
    assert len(announcements(on)) == 1


@pytest.mark.parametrize("has_announced", [False, True])
async def test_the_claim_of_a_dead_process_is_taken_over_after_a_minute(on: CardRoom, *, has_announced: bool) -> None:
    """The process died after claiming the day, before or after sending its message."""
    on.set_clock("2026-11-22 00:00")
    if has_announced:
        await pass_minutes(on)
        await on.database.write(_forget_announced)
    else:
        assert await on.services.announcements.claim(on.turn(), on.env.guild.id, TOMORROW) == AnnouncementClaim(
            since=None
        )
    count = len(announcements(on))
    async with second_process(on) as other:
        second = Announcer(on.client, other)
        on.advance_clock(59)
        on.sync_clocks()
        await second.announce()
        assert len(announcements(on)) == count
        on.advance_clock(61)
        on.sync_clocks()
        await second.announce()
        await second.announce()
        assert await other.announcements.due(other.turns.background()) == []
    assert len(announcements(on)) == 1


async def test_a_claim_reports_when_the_claim_it_replaces_began(on: CardRoom) -> None:
    store, turn, server = AnnouncementStore(), on.turn(), on.env.guild.id
    first = 1_795_305_600  # the midnight before TOMORROW
    assert await store.claim(turn, server, TODAY, first - 1) is None
    assert await store.claim(turn, server + 1, TOMORROW, first) is None
    assert await store.claim(turn, server, TOMORROW, first) == AnnouncementClaim(since=None)
    assert await store.claim(turn, server, TOMORROW, first + 59) is None
    assert await store.claim(turn, server, TOMORROW, first + 60) == AnnouncementClaim(since=first)
    assert await store.claim(turn, server, TOMORROW, first + 130) == AnnouncementClaim(since=first + 60)
    next_day = TOMORROW + timedelta(days=1)
    assert await store.claim(turn, server, next_day, first + 86400) == AnnouncementClaim(since=None)
    await store.announced(turn, server, next_day, "anchor", first + 86400)
    assert await store.claim(turn, server, next_day, first + 90000) is None


@pytest.mark.parametrize(("seconds", "count"), [(59, 1), (61, 2)])
async def test_the_history_is_searched_from_one_minute_before_the_claim(on: CardRoom, seconds: int, count: int) -> None:
    """Discord's clock may be behind ours, and message ids carry Discord's time."""
    await midnight(on)
    await on.database.write(_forget_announced)
    (sent,) = announcements(on)
    claimed_at = 1000 * (int(discord.utils.snowflake_time(sent.id).timestamp()) + seconds)

    async def claim_then(connection: Connection) -> None:
        await connection.execute(
            "UPDATE claims SET claimed_at = :at WHERE name LIKE 'announce in %'", {"at": claimed_at}
        )

    await on.database.write(claim_then)
    await pass_minutes(on, 4)
    assert len(announcements(on)) == count


async def test_an_announcement_is_found_among_many_messages(on: CardRoom) -> None:
    """The search covers up to a hundred messages."""
    await midnight(on)
    await on.database.write(_forget_announced)
    for _ in range(40):
        await on.alice.send(on.channel, "Good night!")
    await pass_minutes(on, 3)
    assert len(announcements(on)) == 1
    assert await on.services.announcements.due(on.turn()) == []


async def _forget_announced(connection: Connection) -> None:
    await connection.execute("UPDATE announcements SET announced = NULL, due_at = due_at - 86400")


async def test_without_a_channel_the_command_says_where_dailies_are_announced_and_asks(on: CardRoom) -> None:
    asked = only(await on.alice.slash(on.channel, "solitaire-admin announce"))
    assert f"I post the dailies in <#{on.channel.id}>" in text(asked)
    assert list(buttons(asked)) == ["Stop posting"]
    assert len(await midnight(on)) == 1
    stopped = text(changed(await on.press(asked, "Stop posting")))
    assert "Daily posts are off. Use `/solitaire-admin announce` to start again." in stopped
    assert len(await midnight(on, "2026-11-23")) == 1
    asked = only(await on.alice.slash(on.channel, "solitaire-admin announce"))
    assert "I don't post the dailies in this server" in text(asked)
    assert list(buttons(asked)) == ["Post here"]
    assert "I'll post the dailies in" in text(changed(await on.press(asked, "Post here")))
    assert len(await midnight(on, "2026-11-24")) == 2


async def test_posts_that_were_stopped_stay_off_when_discord_repeats_the_command(day: CardRoom) -> None:
    await switch_on(day)
    repeated = day.last_interaction
    asked = only(await day.alice.slash(day.channel, "solitaire-admin announce"))
    await day.press(asked, "Stop posting")
    await day.deliver(repeated)
    assert await midnight(day) == []


async def test_choosing_another_channel_replaces_the_first(on: CardRoom) -> None:
    guild = on.channel.guild
    assert guild is not None
    other = guild.create_text_channel("dailies")
    await on.alice.slash(on.channel, "solitaire-admin announce", channel=other)
    assert await midnight(on) == []
    assert len(on.env.backend.messages[other.id]) == 1


async def test_members_who_may_not_manage_the_server_are_refused_even_if_they_see_the_command(day: CardRoom) -> None:
    (command,) = (each for each in await day.client.tree.fetch_commands() if each.name == "solitaire-admin")
    day.env.guild.set_command_permissions(command, {day.bob: True})
    assert "You need the Manage Server permission" in await switch_on(day, day.bob)
    assert await midnight(day) == []


async def test_the_announcement_is_in_the_servers_language(on: CardRoom) -> None:
    await on.services.announcements.switch_on(
        on.turn(), Announcement(on.env.guild.id, on.channel.id, "de", LocalHour(0))
    )
    on.set_clock("2026-11-22 00:00")
    await pass_minutes(on)
    assert "Nov 22" not in text(on.messages()[-1])
    assert len(daily_buttons(on.messages()[-1])) == 5


def keys(message: simcord.ResponseMessage) -> dict[str, str]:
    """The public keys in a message, by their names."""
    fields = {readable(field.name or "").removeprefix("🔐 "): field.value or "" for field in message.embeds[0].fields}
    return {name: value.split("```")[1].strip() for name, value in fields.items() if re.match("Key|Anchor", name)}


async def test_the_first_announcement_shows_the_anchor_and_later_ones_the_last_key(on: CardRoom) -> None:
    anchor = {"Anchor of Jan 1, 2020": CHAIN.anchor}
    (first,) = await midnight(on)
    assert keys(first) == anchor
    *_, second = await midnight(on, "2026-11-23")
    assert keys(second) == anchor  # by Discord's clock, this announcement is the first sign that Nov 21 is over
    *_, third = await midnight(on, "2026-11-24")
    assert keys(third) == {"Key of Nov 21, 2026": CHAIN.key(TODAY)}
    assert not any("new chain" in text(message) for message in announcements(on))


async def test_a_new_chain_is_announced_as_such(on: CardRoom) -> None:
    await midnight(on)
    new = Chain(TOMORROW, "another seed")
    await DailyStore().begin_chain(Turns(on.database).background(), new, in_any_case=True)
    await on.restart()
    *_, message = await midnight(on, "2026-11-23")
    assert "⚠️ A new chain of keys began on Nov 22, 2026." in readable(text(message)).replace("**", "")
    assert keys(message) == {"Anchor of Nov 22, 2026": new.anchor}
    *_, message = await midnight(on, "2026-11-24")
    assert "new chain" not in text(message)
    assert keys(message) == {"Key of Nov 21, 2026": CHAIN.key(TODAY)}


async def test_no_key_is_told_because_only_the_clock_of_the_host_says_that_its_day_is_over(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-25 00:00")
    await Announcer(on.client, on.services).announce()
    assert len(announcements(on)) == 2
    assert await on.services.dailies.last_revealed(on.services.turns.background()) is None


async def test_nothing_is_announced_on_the_day_on_which_the_first_chain_is_begun(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are no dailies yet, but the anchor is public."""
    monkeypatch.setattr("bot.services.dailies.chain_of", lambda *_: None)
    monkeypatch.setattr("bot.messages.fairness_page.chain_of", lambda *_: None)
    await room.restart()
    for command in ("daily", "fair"):
        assert "My first dailies start" in text(only(await room.say(command)))
    assert keys(only(await room.say("fair"))) == {"Anchor of Jan 1, 2020": CHAIN.anchor}
    await Announcer(room.client, room.services).announce()
    assert announcements(room) == []
