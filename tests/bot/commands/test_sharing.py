"""`/solitaire share`: a result for all to see, which spoils nothing."""

from __future__ import annotations

import re
from datetime import timedelta

from bot.daily.ranking import Result
from tests.bot.card_room import CardRoom, changed, enabled, only, private, public
from tests.bot.daily_room import TODAY, begin, day, finish, play_on, record

__all__ = ["day"]

SQUARES = "⬛🟥🟧🟨🟩"


async def test_a_result_is_posted_for_all(day: CardRoom) -> None:
    await record(day.database, 7, "carol", Result(TODAY, "tens", None, 52, 0, 60))
    await finish(day)
    shared = public(await day.say("share"))
    title, progress, here, world = shared.content.splitlines()
    assert title == "**Tens · daily of Nov 21, 2026**"
    assert re.fullmatch(f"[{SQUARES}]{{10}} 52 of 52 home · 0 refused · 0:01:50", progress)
    assert progress.count("🟩") == 1
    assert here == "this server: rank 1 of 1"
    assert world == "the world: rank 2 of 2"
    assert not shared.embeds
    assert not shared.attachments


async def test_nothing_of_the_deal_is_in_it(day: CardRoom) -> None:
    await finish(day, "dimes")
    deal = str((await day.game()).game.deal)
    shared = public(await day.say("share")).content
    assert deal not in shared
    assert not set("♣♦♥♠🂠🃏") & set(shared)


async def test_the_stages_show_the_way_that_counted(day: CardRoom) -> None:
    """Not what was taken back: with two moves that bring nothing home there is only black."""
    await begin(day, "cast-out-nines")
    await day.say("give-up")
    assert "⬛" * 10 + " 0 of 104 home · 0 moves" in public(await day.say("share")).content


async def test_in_another_server_only_the_world_is_told(day: CardRoom) -> None:
    await finish(day, "dimes", day.bob)
    shared = only(await day.bob_elsewhere.slash(day.elsewhere, "solitaire share"))
    assert not shared.ephemeral
    assert "this server" not in shared.content
    assert "the world: rank 1 of 1" in shared.content


async def test_it_is_the_game_that_is_named_or_the_one_just_finished(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    assert "Dimes ·" in public(await day.say("share")).content
    assert "Tens ·" in public(await day.say("share", game="tens")).content
    assert "no result to share" in private(await day.say("share", game="diplomat"))


async def test_yesterday_s_result_can_be_shared_and_has_its_day(day: CardRoom) -> None:
    await finish(day)
    day.turn_to("2026-11-22 12:00")
    await day.say("start", game="dimes", deal="8")
    assert "Tens · daily of Nov 21, 2026" in public(await day.say("share")).content


async def test_there_is_nothing_to_share_before_the_end(day: CardRoom) -> None:
    assert "no result to share yet" in private(await day.say("share"))
    await begin(day)
    await play_on(day, most=2)
    assert "no result to share yet" in private(await day.say("share"))
    assert "no result to share yet" in private(await day.say("share", game="tens"))


async def test_the_button_shares_the_result_but_not_the_table(day: CardRoom) -> None:
    await begin(day)
    opened = changed(await day.press(only(await day.say("show")), "Menu"))
    assert "Share" not in enabled(opened)
    await play_on(day)
    over = changed(await day.press(only(await day.say("show")), "Menu"))
    shared = public(await day.press(over, "Share"))
    assert "52 of 52 home" in shared.content
    assert not shared.embeds
    assert not shared.components


async def test_equals_share_their_rank(day: CardRoom) -> None:
    await finish(day)
    result = Result(TODAY, "tens", day.env.guild.id, 52, 0, 110)
    await record(day.database, 7, "carol", result)
    await record(day.database, 8, "dave", Result(TODAY - timedelta(days=1), "tens", None, 52, 0, 1))
    shared = public(await day.say("share")).content
    assert "this server: rank 1 of 2" in shared
    assert "the world: rank 1 of 2" in shared


async def test_a_hidden_player_may_share_all_the_same(day: CardRoom) -> None:
    await day.prefer(hidden_player=True)
    await finish(day)
    assert "rank 1 of 1" in public(await day.say("share")).content


async def test_pings_are_off(day: CardRoom) -> None:
    await finish(day)
    await day.say("share")
    sent = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert sent[-1]["data"]["allowed_mentions"] == {"parse": []}
