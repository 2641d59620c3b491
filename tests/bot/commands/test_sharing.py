"""`/solitaire share`: a public result without spoilers."""

import pytest

from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import (
    EASY_DIMES,
    TODAY,
    TOMORROW,
    begin,
    daily_buttons,
    easy_win,
    finish,
    give_up,
    play_on,
    prove,
    record,
)


async def test_a_shared_result_says_how_the_game_went(day: CardRoom) -> None:
    for user, home, seconds in ((7, 52, 60), (8, 40, 60), (9, 12, 60), (10, 2, 60)):
        await record(day.database, user, None, Result("tens", home, 0, seconds, day=TODAY, server_id=None))
    await finish(day)
    shared = await day.post(await day.say("share"))
    assert [line for line in shared.text.splitlines() if line] == [
        "🏆 **alice** won **Tens** · daily, Nov 21",
        "52 of 52 · 1:50",
        "Play Tens",
    ]
    assert not shared.embeds
    assert not shared.attachments


async def test_a_shared_daily_shows_its_course_in_ten_squares(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=4)
    await day.say("undo")
    await give_up(day)
    shared = await day.post(await day.say("share"))
    assert shared.text.splitlines()[:3] == [
        "🏳️ **alice** gave up **Dimes** · daily, Nov 21",
        "🟨⬛⬛⬛⬛⬛⬛⬛⬛⬛",
        "9 of 104 home · 0:20",
    ]
    await day.prefer(view="words")
    spoken = (await day.post(await day.say("share"))).text
    assert "Of ten parts, 0 went straight, 1 had undos, 0 had hints, and 9 are left." in spoken


async def test_a_shared_win_is_compared_with_par(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    moves = easy_win()
    await prove(day, TOMORROW, "dimes", candidate=1, moves=" ".join(moves))
    day.set_clock("2026-11-22 10:00")
    await begin(day, "dimes")
    await day.play(moves[0])
    await day.say("hint")
    await day.play(*moves[1:])
    shared = (await day.post(await day.say("share"))).text.splitlines()
    assert shared[:2] == ["🏆 **alice** won **Dimes** · daily, Nov 22", "🟥🟩🟩🟩🟩🟩🟩🟩🟩🟩"]
    assert shared[2].startswith(f"{len(moves) + 5} moves, 5 over par · ")


async def test_what_is_posted_is_what_its_player_was_shown(day: CardRoom) -> None:
    await finish(day)
    await day.prefer(hidden_player=True)
    shown = only(await day.say("share"))
    assert shown.ephemeral
    assert list(shown.buttons) == ["Post it", "Not now"]
    sent = [entry.json for entry in day.env.http_requests if "callback" in entry.path and entry.json]
    assert sent[-1]["data"]["allowed_mentions"] == {"parse": []}
    await record(day.database, 7, None, Result("tens", 52, 0, 1, day=TODAY, server_id=None))
    before = shown.content
    assert "**\u2068alice\u2069**" in before
    await day.press(shown, "Post it")
    (posted,) = day.posts()
    assert posted.content == before
    declined = only(await day.say("share"))
    await day.press(declined, "Not now")
    assert day.is_gone(declined)
    assert len(day.posts()) == 1


async def test_after_a_restart_the_result_is_not_posted(day: CardRoom) -> None:
    await finish(day)
    answer = await day.say("share")
    await day.restart()
    assert "so I posted nothing" in private(await day.press(only(answer), "Post it"))
    assert day.posts() == []


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
        assert title == f"🏆 **\u2068{written}\u2069** won **Tens** · daily, Nov\u00a021"


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
    await day.start("dimes", 8)
    assert "**Dimes** · daily, Nov 22" in (await day.post(await day.say("share"))).text
    assert "**Tens** · daily, Nov 22" in (await day.post(await day.say("share", game="tens"))).text
    assert "have a result to share yet" in private(await day.say("share", game="diplomat"))


async def test_the_button_shares_the_result_but_not_the_table(day: CardRoom) -> None:
    board = await begin(day)
    assert "Share" not in (await day.open_more(board)).enabled
    await play_on(day)
    shared = await day.share(only(await day.say("show")))
    assert "won **Tens" in shared.text
    assert list(shared.buttons) == ["Play Tens"]


async def test_who_sees_a_shared_daily_can_play_it_too(day: CardRoom) -> None:
    await finish(day)
    shared = await day.post(await day.say("share"))
    board = only(await day.press(shared, "Play Tens", day.bob))
    assert board.ephemeral
    assert (await day.game(day.bob)).is_ranked
    day.set_clock("2026-11-22 12:00")
    offered = only(await day.press(shared, "Play Tens"))
    assert "That daily is over" in offered.text
    assert len(daily_buttons(offered)) == 6


async def test_nothing_is_shared_in_a_direct_message_where_nobody_else_would_see_it(day: CardRoom) -> None:
    await finish(day)
    assert "Only you can see what I post here" in private(await day.alice.user.slash("solitaire share"))
    board = public(await day.alice.user.slash("solitaire start", game="tens", deal="8"))
    menu = changed(await day.alice.user.click(board, custom_id=board.buttons["Menu"]["custom_id"]))
    menu = changed(await day.alice.user.click(menu, label="More"))
    assert "Only you can see what I post here" in private(await day.alice.user.click(menu, label="Share"))


@pytest.mark.parametrize("is_daily", [True, False])
async def test_a_draft_is_not_posted_once_its_player_has_deleted_their_data(day: CardRoom, *, is_daily: bool) -> None:
    if is_daily:
        await finish(day)
        draft = only(await day.say("share"))
    else:
        menu = await day.open_more(await day.start("tens"))
        draft = only(await day.press(menu, "Share"))
    await day.services.privacy.delete(day.turn())
    before = len(day.posts())
    await day.press(draft, "Post it")
    assert len(day.posts()) == before


async def test_a_draft_of_an_ended_game_can_still_be_posted_after_another_game_was_started(day: CardRoom) -> None:
    await day.start("tens", 8)
    await play_on(day, most=4)
    menu = changed(await day.press(await give_up(day), "Menu"))
    draft = only(await day.press(menu, "Share"))
    await day.start("dimes", 8)
    await day.press(draft, "Post it")
    assert "Tens" in day.posts()[-1].text
