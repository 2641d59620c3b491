"""`/solitaire share`: a public result without spoilers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.messages.ending import squares
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, buttons, changed, enabled, only, private, public, readable, text
from tests.support.daily_room import TODAY, begin, daily_buttons, day, finish, give_up, play_on, record, results

__all__ = ["day"]


async def test_a_shared_result_is_public(day: CardRoom) -> None:
    await record(day.database, 7, "carol", Result("tens", 52, 0, 60, day=TODAY, server_id=None))
    await finish(day)
    shared = public(await day.say("share"))
    assert [line for line in text(shared).splitlines() if line] == [
        "🏆 **alice** won **Tens · daily for Nov 21, 2026**!",
        "🟦🟦🟦🟦🟦🟦🟦🟦🟦🟦 🏆",
        "52 of 52 discarded · 0 mistakes · 1:50 · #1 of 1 in this server · #2 of 2 worldwide",
        "Play it too",
    ]
    (frame,) = shared.embeds
    assert frame.image.url
    assert not frame.description


async def test_name_and_date_do_not_wrap_or_reverse_the_text(day: CardRoom) -> None:
    user = day.alice.user._user  # noqa: SLF001 - SimCord has no other way to rename
    for name, written in (
        ("שלום", "שלום"),
        ("<@123>", "\\<@123>"),
        ("https://example.com", "https:\u200b//example.com"),
        ("**x**", "\\*\\*x\\*\\*"),
    ):
        user.global_name = name
        if name == "שלום":
            await finish(day)
        title = public(await day.say("share")).content.splitlines()[0]
        assert title == f"🏆 **\u2068{written}\u2069** won **Tens · daily for Nov\u00a021,\u00a02026**!"


async def test_a_shared_result_reveals_nothing_of_the_deal(day: CardRoom) -> None:
    await finish(day, "dimes")
    deal = str((await day.game()).game.deal)
    shared = readable(public(await day.say("share")).content)
    assert deal not in shared
    assert not set("♣♦♥♠🂠🃏") & set(shared)


@pytest.mark.parametrize(
    ("home", "pack", "full"),
    [(0, 52, 0), (4, 52, 1), (30, 52, 6), (50, 52, 9), (51, 52, 9), (103, 104, 9)],
)
def test_the_squares_show_the_share_of_cards_home(home: int, pack: int, full: int) -> None:
    assert squares(home, pack) == "🟦" * full + "⬜" * (10 - full)


async def test_another_server_sees_only_the_world_rank(day: CardRoom) -> None:
    await finish(day, "dimes", day.bob)
    shared = only(await day.bob_elsewhere.slash(day.elsewhere, "solitaire share"))
    assert not shared.ephemeral
    assert "this server" not in text(shared)
    assert "#1 of 1 worldwide" in text(shared)


async def test_share_posts_the_named_game_or_the_last_one_begun(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    assert "Dimes ·" in public(await day.say("share")).content
    assert "Tens ·" in public(await day.say("share", game="tens")).content
    assert "have a result to share yet" in private(await day.say("share", game="diplomat"))


@pytest.mark.parametrize("clock_is_set_back", [False, True])
async def test_the_newest_result_is_the_last_one_begun_on_the_newest_day(
    day: CardRoom, *, clock_is_set_back: bool
) -> None:
    """Neither the games' names nor their ends decide."""
    if not clock_is_set_back:
        await finish(day, "tens")
    day.set_clock("2026-11-22 08:00")
    await finish(day, "tens")
    await finish(day, "dimes")
    if clock_is_set_back:
        day.set_clock("2026-11-21 08:00")
        await finish(day, "tens")
    assert "**Dimes · daily for Nov 22, 2026**" in text(public(await day.say("share")))
    assert "**Tens · daily for Nov 22, 2026**" in text(public(await day.say("share", game="tens")))


async def test_yesterdays_result_can_be_shared_and_shows_its_day(day: CardRoom) -> None:
    await finish(day)
    day.set_clock("2026-11-22 12:00")
    await day.say("start", game="dimes", deal="8")
    assert "Tens · daily for Nov 21, 2026" in text(public(await day.say("share")))


async def test_an_unfinished_attempt_cannot_be_shared(day: CardRoom) -> None:
    assert "have a result to share yet" in private(await day.say("share"))
    await begin(day)
    await play_on(day, most=2)
    assert "have a result to share yet" in private(await day.say("share"))
    assert "have a result to share yet" in private(await day.say("share", game="tens"))


async def test_the_button_shares_the_result_but_not_the_table(day: CardRoom) -> None:
    await begin(day)
    opened = changed(await day.press(only(await day.say("show")), "Menu"))
    assert "Share" not in enabled(opened)
    await play_on(day)
    over = changed(await day.press(only(await day.say("show")), "Menu"))
    shared = public(await day.press(over, "Share"))
    assert "52 of 52 discarded" in text(shared)
    assert list(buttons(shared)) == ["Play it too"]


async def test_who_sees_a_shared_daily_can_play_it_too(day: CardRoom) -> None:
    await finish(day)
    shared = public(await day.say("share"))
    board = only(await day.press(shared, "Play it too", day.bob))
    assert board.ephemeral
    assert (await day.game(day.bob)).is_ranked
    day.set_clock("2026-11-22 12:00")
    offered = only(await day.press(shared, "Play it too"))
    assert "That daily is over" in text(offered)
    assert len(daily_buttons(offered)) == 5


async def test_equal_results_share_their_rank(day: CardRoom) -> None:
    await finish(day)
    result = Result("tens", 52, 0, 110, day=TODAY, server_id=day.env.guild.id)
    await record(day.database, 7, "carol", result)
    await record(day.database, 8, "dave", Result("tens", 52, 0, 1, day=TODAY - timedelta(days=1), server_id=None))
    shared = readable(public(await day.say("share")).content)
    assert "#1 of 2 in this server" in shared
    assert "#1 of 2 worldwide" in shared


async def test_a_shared_rank_is_that_of_the_moment(day: CardRoom) -> None:
    await finish(day)
    assert "#1 of 1 in this server" in text(only(await day.say("show")))
    await record(day.database, 7, "carol", Result("tens", 52, 0, 60, day=TODAY, server_id=None))
    assert "#2 of 2 worldwide" in text(public(await day.say("share")))


async def test_a_hidden_player_may_still_share(day: CardRoom) -> None:
    await day.prefer(hidden_player=True)
    await finish(day)
    shared = readable(public(await day.say("share")).content)
    assert "**alice**" in shared
    assert "#1 of 1" in shared


async def test_a_result_that_came_too_late_is_not_shared(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-23 00:00")
    await give_up(day)
    assert await results(day) == []
    assert "have a result to share yet" in private(await day.say("share"))


async def test_a_shared_result_pings_nobody(day: CardRoom) -> None:
    await finish(day)
    await day.say("share")
    sent = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert sent[-1]["data"]["allowed_mentions"] == {"parse": []}


async def test_nothing_is_shared_in_a_direct_message_where_nobody_else_would_see_it(day: CardRoom) -> None:
    await finish(day)
    assert "Only you can see what I post here" in private(await day.alice.user.slash("solitaire share"))
    board = public(await day.alice.user.slash("solitaire start", game="tens", deal="8"))
    menu = changed(await day.alice.user.click(board, custom_id=buttons(board)["Menu"]["custom_id"]))
    assert "Only you can see what I post here" in private(await day.alice.user.click(menu, label="Share"))
