"""`/solitaire share`: a public result without spoilers."""

from __future__ import annotations

import pytest

from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, buttons, changed, enabled, only, private, public, readable, text
from tests.support.daily_room import TODAY, begin, daily_buttons, day, finish, give_up, play_on, record, results

__all__ = ["day"]


async def test_a_shared_result_says_how_the_game_went(day: CardRoom) -> None:
    for user, home, seconds in ((7, 52, 60), (8, 40, 60), (9, 12, 60), (10, 2, 60)):
        await record(day.database, user, None, Result("tens", home, 0, seconds, day=TODAY, server_id=None))
    await finish(day)
    shared = await day.post(await day.say("share"))
    assert [line for line in shared.text.splitlines() if line] == [
        "🏆 **alice** won **Tens · daily for Nov 21, 2026**!",
        "Better than 60% of 5 players",
        "`▂▂▃▄▄▅▅▆▆█` · 1:50",
        "Play it too",
    ]
    (frame,) = shared.embeds
    assert frame.image.url
    assert not frame.description


async def test_a_shared_result_without_a_win_has_a_picture_with_a_description(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=4)
    await give_up(day)
    shared = await day.post(await day.say("share"))
    assert "gave up at 8 of 52\n`▁▁▂▂▂▂▂▂▂▂` · 0:20" in shared.text
    (attachment,) = shared.attachments
    said = "8 of 52 discarded · 0:20. Cards cleared, in ten steps: 0, 0, 2, 2, 4, 4, 4, 6, 6, 8."
    assert readable(attachment.description or "") == said


async def test_what_is_posted_is_what_its_player_was_shown(day: CardRoom) -> None:
    await finish(day)
    shown = only(await day.say("share"))
    assert shown.ephemeral
    assert list(shown.buttons) == ["Post it", "Not now"]
    await record(day.database, 7, None, Result("tens", 52, 0, 1, day=TODAY, server_id=None))
    before = shown.content
    await day.press(shown, "Post it")
    (posted,) = (message for message in day.messages() if not message.ephemeral)
    assert posted.content == before
    assert posted.attachments


async def test_nothing_is_posted_by_those_who_would_rather_not(day: CardRoom) -> None:
    await finish(day)
    shown = only(await day.say("share"))
    assert "nothing changed" in text(changed(await day.press(shown, "Not now")))
    assert all(message.ephemeral for message in day.messages())


async def test_two_quick_presses_post_once(day: CardRoom) -> None:
    await finish(day)
    shown = only(await day.say("share"))
    async with day.at_once(times=2):
        await day.press(shown, "Post it")
    await day.deliver(*day.held)
    assert sum(not message.ephemeral for message in day.messages()) == 1


async def test_after_a_restart_the_result_is_shown_again_before_it_is_posted(day: CardRoom) -> None:
    await finish(day)
    answer = await day.say("share")
    await day.restart()
    shown = changed(await day.press(only(answer), "Post it"))
    assert "let me ask again" in text(shown)
    assert all(message.ephemeral for message in day.messages())
    await day.press(shown, "Post it")
    assert sum(not message.ephemeral for message in day.messages()) == 1


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
        title = (await day.post(await day.say("share"))).content.splitlines()[0]
        assert title == f"🏆 **\u2068{written}\u2069** won **Tens · daily for Nov\u00a021,\u00a02026**!"


async def test_a_shared_result_reveals_nothing_of_the_deal(day: CardRoom) -> None:
    await finish(day, "dimes")
    deal = str((await day.game()).game.deal)
    shared = (await day.post(await day.say("share"))).text
    assert deal not in shared
    assert not set("♣♦♥♠🂠🃏") & set(shared)


async def test_share_posts_the_named_game_or_the_last_one_begun(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    assert "Dimes ·" in (await day.post(await day.say("share"))).content
    assert "Tens ·" in (await day.post(await day.say("share", game="tens"))).content
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
    assert "**Dimes · daily for Nov 22, 2026**" in text(await day.post(await day.say("share")))
    assert "**Tens · daily for Nov 22, 2026**" in text(await day.post(await day.say("share", game="tens")))


async def test_yesterdays_result_can_be_shared_and_shows_its_day(day: CardRoom) -> None:
    await finish(day)
    day.set_clock("2026-11-22 12:00")
    await day.say("start", game="dimes", deal="8")
    assert "Tens · daily for Nov 21, 2026" in text(await day.post(await day.say("share")))


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
    shared = await day.post(await day.press(over, "Share"))
    assert "won **Tens" in text(shared)
    assert list(buttons(shared)) == ["Play it too"]


async def test_who_sees_a_shared_daily_can_play_it_too(day: CardRoom) -> None:
    await finish(day)
    shared = await day.post(await day.say("share"))
    board = only(await day.press(shared, "Play it too", day.bob))
    assert board.ephemeral
    assert (await day.game(day.bob)).is_ranked
    day.set_clock("2026-11-22 12:00")
    offered = only(await day.press(shared, "Play it too"))
    assert "That daily is over" in text(offered)
    assert len(daily_buttons(offered)) == 5


async def test_a_hidden_player_may_still_share(day: CardRoom) -> None:
    await day.prefer(hidden_player=True)
    await finish(day)
    shared = (await day.post(await day.say("share"))).text
    assert "**alice**" in shared


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


@pytest.mark.parametrize("is_daily", [True, False])
async def test_a_draft_is_not_posted_once_its_player_has_deleted_their_data(day: CardRoom, *, is_daily: bool) -> None:
    if is_daily:
        await finish(day)
        draft = only(await day.say("share"))
    else:
        board = await day.start("tens")
        draft = only(await day.press(changed(await day.press(board, "Menu")), "Share"))
    await day.services.privacy.delete(day.turn())
    public_before = sum(not message.ephemeral for message in day.messages())
    await day.press(draft, "Post it")
    assert sum(not message.ephemeral for message in day.messages()) == public_before
