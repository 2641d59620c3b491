"""`/solitaire-admin announce`: announces each new day's dailies once, in the channel that a server chose."""

import textwrap
from datetime import date

import discord
import pytest

from bot.app.announcer import Announcer
from bot.language import find_language
from bot.messages.aloud import table_in_words
from bot.model.announcement import Announcement
from bot.model.daily.chain import Chain
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from bot.model.local_hour import LocalHour
from bot.store import DailyStore, Turns
from engine import Game
from tests.support.card_room import CardRoom, changed, only
from tests.support.chain import CHAIN
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    announcements,
    midnight,
    pass_minutes,
    record,
    second_process,
    switch_on,
)
from tests.support.kinds import ask, on_both
from tests.support.recording import fix_dailies
from tests.support.shown import Shown

pytestmark = on_both


COLUMNS = 45
"""About how many letters fit into a line of an embed on a phone."""


def best(message: Shown) -> list[str]:
    """The heading about yesterday and the line below it; empty if nobody played."""
    return [text for field in message.fields.items() for text in field]


def won(room: CardRoom, *days: date) -> list[Result]:
    return [Result("tens", 52, 0, 60, day=played, server_id=room.env.guild.id) for played in days]


async def record_points(room: CardRoom, *of_players: int, on: date = TODAY) -> None:
    """Store results at the pick of a day, for players 1, 2, 3 and so on."""
    pick = pick_of(on)
    for number, home in enumerate(of_players, 1):
        result = Result(pick, home, 0, 540 + number, day=on, server_id=room.env.guild.id)
        await record(room.database, number, f"player {number}", result)


async def test_the_dailies_are_announced_once_after_midnight_and_not_before(on: CardRoom) -> None:
    on.set_clock("2026-11-21 23:57")
    await pass_minutes(on, 2)
    assert announcements(on) == []
    (message,) = await midnight(on)
    assert not message.ephemeral
    assert message.title == "Cast Out Nines · hard · 15 min"
    assert message.lines == ["Today's table, the same for everyone."]
    assert best(message) == []
    assert list(message.buttons) == ["Play Cast Out Nines", "5 more dailies"]
    board = only(await on.press(message, "Play Cast Out Nines", on.bob))
    assert board.ephemeral
    assert "Cast Out Nines · daily for Nov 22, 2026" in board.text
    page = only(await on.press(message, "5 more dailies", on.bob))
    assert page.ephemeral
    assert "Tens" in page.text
    await pass_minutes(on, 10)
    assert len(announcements(on)) == 1
    assert len(await midnight(on, "2026-11-23")) == 2


async def test_the_post_names_yesterdays_best_three_of_this_server_and_says_how_many_played(on: CardRoom) -> None:
    await record_points(on, 40, 104, 104, 60)
    await record(on.database, 5, "stranger", Result("dimes", 104, 0, 60, day=TODAY, server_id=on.env.guild.id + 1))
    await record(on.database, 6, "outsider", Result("dimes", 104, 0, 60, day=TODAY, server_id=None))
    await record(on.database, 7, "warming up", *won(on, TODAY))
    await record_points(on, 104, on=TODAY - ONE_DAY)
    (message,) = await midnight(on)
    assert best(message) == [
        "Yesterday · 5 players",
        "🥇 **player 2** 200 · 🥈 **player 3** 200 · 🥉 **player 4** 57",
    ]


async def test_nobody_gets_a_medal_among_two_players_or_without_points(on: CardRoom) -> None:
    await record_points(on, 40, 0)
    (message,) = await midnight(on)
    assert best(message) == ["Yesterday · 2 players", "**player 1** 38"]
    await record(on.database, 1, "player 1", *won(on, TOMORROW))
    *_, message = await midnight(on, "2026-11-23")
    assert best(message) == ["Yesterday · 1 player", "Nobody has scored yet. Today is your chance!"]


async def test_the_post_says_for_how_many_days_in_a_row_somebody_here_has_played(on: CardRoom) -> None:
    """Players take turns. A day without dailies is passed over."""
    ago = {number: TODAY - number * ONE_DAY for number in range(8)}
    await fix_dailies(on.database, [ago[number] for number in (7, 6, 5, 4, 2, 1, 0)])
    await record(on.database, 1, "ann", *won(on, ago[7], ago[5], ago[2]))
    await record(on.database, 2, "ben", *won(on, ago[4], ago[0]))
    await record(on.database, 3, "cem", *won(on, ago[1]))
    elsewhere = Result("tens", 52, 0, 60, day=ago[6], server_id=on.env.guild.id + 1)
    await record(on.database, 4, "dot", elsewhere)
    (message,) = await midnight(on)
    assert "🔥 **5 days in a row** in this server" in message.text
    *_, message = await midnight(on, "2026-11-23")
    assert "in a row" not in message.text


async def test_the_first_post_of_a_week_names_the_winner_of_the_last_one(on: CardRoom) -> None:
    await record_points(on, 104, 104, 60)
    await record_points(on, 40, 104, on=TODAY - ONE_DAY)
    (sunday,) = await midnight(on)
    assert "Last week" not in sunday.text
    on.set_clock("2026-11-24 05:00")  # the bot was down on Monday
    await on.restart()
    await pass_minutes(on)
    *_, tuesday = announcements(on)
    assert "🏆 Last week: **player 2** · 400 points" in tuesday.text
    *_, wednesday = await midnight(on, "2026-11-25")
    assert "Last week" not in wednesday.text


async def test_the_fullest_post_takes_at_most_eight_lines_on_a_phone(on: CardRoom) -> None:
    await fix_dailies(on.database, [TODAY])
    for played in (TODAY, TOMORROW):
        await record_points(on, 104, 104, 60, on=played)
    await midnight(on)
    *_, monday = await midnight(on, "2026-11-23")
    embed = monday.text.split("Play Diplomat")[0]
    assert all(each in embed for each in ("in a row", "Last week", "Yesterday"))
    drawn = [part for line in embed.splitlines() for part in textwrap.wrap(line, COLUMNS)]
    assert len(drawn) <= 8


async def test_the_post_has_a_small_picture_of_the_table_with_a_description(on: CardRoom) -> None:
    (message,) = await midnight(on)
    (attachment,) = message.attachments
    assert attachment.filename == "table.png"
    assert len(on.file(message)) < 60_000
    pick = (await on.services.dailies.of(on.turn(), TOMORROW))["cast-out-nines"]
    peek = Game.new("cast-out-nines", pick.deal).view().peek()
    assert attachment.description == table_in_words(peek, find_language("en"))


async def test_where_the_bot_may_not_attach_files_the_post_has_no_picture(on: CardRoom) -> None:
    on.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="No", times=1)
    (message,) = await midnight(on)
    assert not message.attachments
    assert list(message.buttons) == ["Play Cast Out Nines", "5 more dailies"]


async def test_a_server_in_which_nobody_has_played_for_a_week_gets_a_post_on_mondays_until_somebody_plays(
    on: CardRoom,
) -> None:
    await record(on.database, 1, "ann", *won(on, TODAY))
    days = [TODAY + number * ONE_DAY for number in range(1, 25)]
    for today in days:
        if today == date(2026, 12, 9):
            await record(on.database, 2, "ben", *won(on, today - ONE_DAY))
        await midnight(on, str(today))
    posts = {discord.utils.snowflake_time(message.id).date(): message for message in announcements(on)}
    quiet = [today for today in days if date(2026, 11, 29) <= today < date(2026, 12, 9) and today.weekday()]
    assert sorted(posts) == [today for today in days if today not in quiet]
    said = [today for today, post in posts.items() if "Nobody played last week, so I post on Mondays." in post.text]
    assert said == [date(2026, 11, 30), date(2026, 12, 7)]
    assert list(posts[date(2026, 11, 30)].buttons) == ["Play Diplomat", "Today"]
    with_key = [today for today, post in posts.items() if "🔐" in post.text]
    assert with_key == [TOMORROW, date(2026, 12, 7)]


async def test_a_server_that_falls_quiet_in_the_middle_of_a_month_gets_no_second_key(on: CardRoom) -> None:
    await record(on.database, 1, "ann", *won(on, date(2026, 11, 29)))
    for today in [TOMORROW + number * ONE_DAY for number in range(16)]:
        await midnight(on, str(today))
    posts = {discord.utils.snowflake_time(message.id).date(): message for message in announcements(on)}
    assert "Nobody played last week" in posts[date(2026, 12, 7)].text
    with_key = [today for today, post in posts.items() if "🔐" in post.text]
    assert with_key == [TOMORROW, date(2026, 12, 1)]


async def test_a_server_that_has_just_asked_for_posts_has_a_week_to_begin(on: CardRoom) -> None:
    for number in range(1, 9):
        await midnight(on, str(TODAY + number * ONE_DAY))
    assert len(announcements(on)) == 7


async def test_without_a_channel_the_command_says_where_dailies_are_announced_and_asks(on: CardRoom) -> None:
    asked = only(await on.alice.slash(on.channel, "solitaire-admin announce"))
    assert f"I post the dailies in <#{on.channel.id}>" in asked.text
    assert list(asked.buttons) == ["Stop posting"]
    assert len(await midnight(on)) == 1
    stopped = changed(await on.press(asked, "Stop posting")).text
    assert "Daily posts are off. Use `/solitaire-admin announce` to start again." in stopped
    assert len(await midnight(on, "2026-11-23")) == 1
    asked = only(await on.alice.slash(on.channel, "solitaire-admin announce"))
    assert "I don't post the dailies in this server" in asked.text
    assert list(asked.buttons) == ["Post here"]
    assert "I'll post the dailies in" in changed(await on.press(asked, "Post here")).text
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


async def test_the_announcement_is_in_the_servers_language(on: CardRoom) -> None:
    await on.services.announcements.switch_on(
        on.turn(), Announcement(on.env.guild.id, on.channel.id, "de", LocalHour(0))
    )
    on.set_clock("2026-11-22 00:00")
    await pass_minutes(on)
    assert "Der Tisch von heute" in on.messages()[-1].text


async def test_the_first_post_shows_sixteen_digits_of_the_anchor_and_the_first_of_a_month_those_of_the_last_key(
    on: CardRoom,
) -> None:
    await record(on.database, 1, "ann", *won(on, date(2026, 11, 28)))
    (first,) = await midnight(on)
    assert f"🔐 First key, Jan 1, 2020: {CHAIN.anchor[:16]}" in first.text
    *_, second = await midnight(on, "2026-11-23")
    *_, third = await midnight(on, "2026-11-24")
    assert "🔐" not in second.text + third.text
    on.set_clock("2026-12-02 05:00")  # the bot was down on the first
    await pass_minutes(on)
    *_, december = announcements(on)
    assert f"🔐 Deal key of Nov 22, 2026: {CHAIN.key(TOMORROW)[:16]}" in december.text
    *_, next_day = await midnight(on, "2026-12-03")
    assert "🔐" not in next_day.text
    assert not any("new chain" in message.text for message in announcements(on))


async def test_a_new_chain_is_announced_as_such(on: CardRoom) -> None:
    await midnight(on)
    new = Chain(TOMORROW, "another seed")
    await DailyStore().begin_chain(Turns(on.database).background(), new, in_any_case=True)
    await on.restart()
    *_, message = await midnight(on, "2026-11-23")
    assert "⚠️ A new chain of keys began on Nov 22, 2026." in message.text.replace("**", "")
    assert f"🔐 First key, Nov 22, 2026: {new.anchor[:16]}" in message.text
    *_, message = await midnight(on, "2026-11-24")
    assert "new chain" not in message.text
    assert "🔐" not in message.text


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
        assert "My first dailies start" in only(await room.say(command)).text
    assert CHAIN.anchor in only(await room.say("fair")).text
    await Announcer(room.client, room.services).announce()
    assert announcements(room) == []


async def test_a_clock_that_steps_back_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-21 23:58")
    await pass_minutes(on, 5)
    assert len(announcements(on)) == 1


async def test_a_post_that_was_sent_but_not_recorded_is_sent_again_with_its_nonce(on: CardRoom) -> None:
    """Discord drops the second one, unlike SimCord."""
    await midnight(on)
    await ask(on.url, "UPDATE announcements SET announced = NULL, due_at = due_at - 86400")
    await pass_minutes(on, 2)
    sent = [request.json for request in on.env.http_requests if request.path == f"/channels/{on.channel.id}/messages"]
    first, second = [each["nonce"] for each in sent if each and "nonce" in each]
    assert first == second


async def test_a_process_posts_at_most_twenty_times_a_second(on: CardRoom) -> None:
    guild = on.channel.guild
    assert guild is not None
    channels = [guild.create_text_channel(f"dailies-{number}") for number in range(25)]
    for server_id, channel in enumerate(channels, 1):
        wanted = Announcement(server_id, channel.id, "en", LocalHour(0))
        await on.services.announcements.switch_on(on.turn(), wanted)
    on.set_clock("2026-11-22 00:00")
    await pass_minutes(on, 2)
    sent = [message.id for channel in channels for message in on.env.backend.messages[channel.id].values()]
    assert len(sent) == len(channels)
    moments = sorted(discord.utils.snowflake_time(number).timestamp() for number in sent)
    assert max(sum(0 <= moment - first < 1 for moment in moments) for first in moments) <= 20


async def test_one_process_posts_at_a_time(on: CardRoom) -> None:
    on.set_clock("2026-11-22 00:00")
    async with second_process(on) as other:
        claim = other.claim("announce", 600)
        assert await claim.make()
        await pass_minutes(on, 2)
        assert announcements(on) == []
        await claim.release()
        await pass_minutes(on)
        assert len(announcements(on)) == 1
