"""`/solitaire daily`: the one ranked attempt at each of the day's deals."""

import logging
from typing import Any

import pytest

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES, candidate_deal, games_of
from bot.model.errors import UnfinishedAttemptError
from engine import Status
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.contests import practice
from tests.support.daily_room import (
    EASY_DIMES,
    TODAY,
    TOMORROW,
    all_sent,
    begin,
    deals,
    easy_win,
    finish,
    give_up,
    play_on,
    prove,
    results,
)
from tests.support.forging import press
from tests.support.kinds import ask
from tests.support.shown import Shown
from tests.support.turns import turn_of

AFTER_TOMORROW = TOMORROW + ONE_DAY


async def test_a_daily_is_the_same_deal_for_everyone_and_is_continued(day: CardRoom) -> None:
    begun = await begin(day)
    assert "Tens · daily for Nov 21, 2026" in begun.text
    assert "Ranked attempt\n" in begun.text
    await begin(day, who=day.bob)
    assert (await day.game()).game == (await day.game(day.bob)).game
    await play_on(day, most=1)
    assert "**2** of 52 discarded" in (await begin(day)).text


async def test_the_cards_of_an_attempt_cannot_be_practised_by_their_number(day: CardRoom) -> None:
    await begin(day, "dimes")
    deal = str((await day.game()).game.deal)
    board = public(await day.say("start", day.bob, game="forty-thieves", deal=deal))
    for game in ("forty-thieves", "diplomat", "dimes"):
        assert "these very cards" in private(await day.say("start", game=game, deal=deal))
    shared = await day.share(board, day.bob)
    assert "these very cards" in private(await day.press(shared, "Play it too"))
    posted = await day.post(await day.press(shared, "Challenge"))
    (refused,) = (await day.press(posted, "Play")).followups
    assert "these very cards" in Shown.of(refused).text
    await give_up(day)
    public(await day.say("start", game="forty-thieves", deal=deal))


async def test_a_second_attempt_is_refused_with_the_result_and_may_be_played_unranked(day: CardRoom) -> None:
    await finish(day)
    before = await day.saved()
    page = await begin(day)
    assert "Tens, daily" in page.text
    assert page.title == "🏆 Won in 1:50"
    assert page.lines == ["-# 5 more dailies today"]
    assert list(page.buttons) == ["Share", "Leaderboard", "Play again, unranked", "Next: Diplomat"]
    assert "won **Tens" in (await day.post(await day.press(page, "Share"))).text
    assert await day.saved() == before
    opened = only(await day.press(page, "Leaderboard"))
    assert opened.ephemeral
    assert "alice** (you) · 52/52" in opened.text
    with pytest.raises(UnfinishedAttemptError):  # Bob has not played it
        await day.services.games.start(turn_of(day.services, day.bob.id, 7, name="bob"), practice("tens", TODAY))
    again = only(await day.press(page, "Play again, unranked"))
    assert again.ephemeral
    assert "Unranked practice" in again.text
    assert not (await day.game()).is_ranked
    assert str((await day.game()).game.deal) in await deals(day)
    await play_on(day)
    assert len(await results(day)) == 1


async def test_only_the_player_sees_the_boards_of_a_daily(day: CardRoom) -> None:
    seen = [await begin(day)]
    seen += [only(await day.say(command)) for command in ("show", "undo", "give-up")]
    seen.append(await give_up(day))
    seen += [only(await day.say(command)) for command in ("show", "replay")]
    await day.press(await begin(day), "Play again, unranked")
    seen += [only(await day.say(command)) for command in ("show", "replay", "give-up", "show")]
    assert [message.text for message in seen if not message.ephemeral] == []


async def test_the_board_says_whether_the_deal_can_be_won(day: CardRoom) -> None:
    await prove(day, TOMORROW, "tens", candidate=2)
    day.set_clock("2026-11-22 08:00")
    assert "winnable · started" in (await begin(day)).text
    await play_on(day, most=1)
    await day.restart()
    assert "winnable at the start" in (await give_up(day)).text
    assert "not proven winnable" in (await begin(day, "dimes")).text


async def test_neither_hint_nor_analysis_contradicts_that_the_deal_can_be_won(day: CardRoom) -> None:
    await prove(day, TOMORROW, "dimes", candidate=2)
    day.set_clock("2026-11-22 08:00")
    day.solver.finds_nothing()
    assert "winnable · started" in (await begin(day, "dimes")).text
    assert "The deal can be won (proven), but I haven't found out how." in only(await day.say("hint")).text
    await day.play("draw")
    assert "I haven't found a sure win from here." in only(await day.say("hint")).text
    assert "winnable at the start" in (await give_up(day)).text
    day.set_clock("2026-11-24 08:00")
    assert "This deal can be won (proven)." in only(await day.say("analyse")).text


@pytest.mark.parametrize("is_proven", [False, True])
async def test_the_deal_is_revealed_nowhere(
    day: CardRoom, caplog: pytest.LogCaptureFixture, *, is_proven: bool
) -> None:
    """Neither messages nor logs contain it; the libraries log from INFO on only.

    Nor the moves that win it, nor anything of the days to come.
    """
    caplog.set_level(logging.DEBUG)
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "simcord"):
        caplog.set_level(logging.INFO, library)
    winning = {variant: f"{number}>1 {number}>2" for number, variant in enumerate(GAMES, 101)}
    if is_proven:
        for ahead in (TOMORROW, AFTER_TOMORROW):
            for variant in games_of(ahead):
                await prove(day, ahead, variant, candidate=3, moves=winning[variant])
        day.set_clock(f"{TOMORROW} 10:00")
    numbers = await deals(day, TOMORROW if is_proven else TODAY)
    dailies = await day.services.dailies.draw(day.services.turns.background(), AFTER_TOMORROW)
    secret = [*numbers, *winning.values(), *(each.key for each in dailies), *(each.commitment for each in dailies)]
    secret += [str(candidate_deal(each.key, number)) for each in dailies for number in (1, 2, 3)]
    for view in ("text", "emoji", "picture"):
        await day.prefer(view=view)
        await begin(day)
    shown = await begin(day)
    for label in ("Menu", "Rules", "Menu", "More", "Statistics", "Menu", "More", "Settings"):
        answer = await day.press(shown, label)
        shown = changed(answer) if label in ("Menu", "More") else shown
    assert "Share" not in shown.buttons
    for command in ("show", "move", "move", "undo", "redo", "replay", "stats", "fair", "leaderboard", "privacy"):
        options: dict[str, Any] = {"move": str((await day.game()).game.legal_moves()[0])} if command == "move" else {}
        await day.say(command, **options)
    await day.complete("")
    await day.say("move", move="nonsense")
    await day.say("share")
    exported = only(await day.press(only(await day.say("privacy")), "Export my data"))
    assert b"transcript" in day.file(exported)
    await begin(day, "dimes")
    await day.say("games")
    await begin(day)
    await give_up(day)
    for command in ("show", "share", "replay", "stats", "fair", "undo"):
        await day.say(command)
    await day.press(await begin(day), "Play again, unranked")
    for command in ("show", "share", "replay", "stats", "rules"):
        await day.say(command)
    await day.press(only(await day.say("privacy")), "Export my data")
    told = all_sent(day) + caplog.text + str([record.__dict__ for record in caplog.records])
    assert f"daily for Nov {22 if is_proven else 21}" in told
    assert [each for each in secret if each in told] == []


async def test_an_unfinished_attempt_cannot_be_shared_even_with_an_old_button(day: CardRoom) -> None:
    assert "have a result to share yet" in private(await day.say("share"))
    assert "Share" not in (await day.open_more(await begin(day))).buttons
    assert "have a result to share yet" in private(await day.say("share"))
    assert "have a result to share yet" in private(await day.say("share", game="tens"))
    game = await day.game()
    for argument in ("", f"tens,{TODAY}"):
        _, answer = await press(day, str(CustomId(Action.SHARE, game.id, game.version, argument)))
        assert "Finish your ranked attempt first" in answer.text


async def test_a_finished_attempt_stays_finished_and_offers_what_comes_next(day: CardRoom) -> None:
    """Its menu cannot share the table, and neither can that of an unranked game: others still play the deal."""
    await begin(day)
    await give_up(day)
    over = only(await day.say("show"))
    assert list(over.buttons) == ["Share", "Leaderboard", "Replay", "Menu", "Next: Diplomat"]
    assert over.enabled == set(over.buttons) - {"Replay"}
    assert "🏳️ Gave up at 0 of 52" in over.text
    assert "`/solitaire" not in over.text
    for command in ("undo", "give-up", "home", "draw", "redo"):
        assert "This ranked attempt is over." in private(await day.say(command)), command
    menu = changed(await day.press(over, "Menu"))
    assert list(menu.buttons) == [
        *("Share", "Leaderboard", "Replay", "Close menu", "Next: Diplomat"),
        *("Rules", "Today", "Help", "New deal", "All games"),
        *("Settings", "Statistics"),
        "Play again, unranked",
    ]
    await day.press(menu, "New deal")
    current = await day.game()
    assert (current.contest, current.game.variant.name) == (None, "tens")
    again = only(await day.press(await begin(day), "Play again, unranked"))
    assert "Share" not in (await day.open_more(again)).buttons


async def test_an_unreadable_game_does_not_block_the_daily(day: CardRoom) -> None:
    await finish(day)
    await day.start("dimes", 8)
    await ask(day.url, "UPDATE games SET saved = 'nonsense' WHERE is_current = 1")
    await day.restart()
    assert "won **Tens" in (await day.post(await day.say("share"))).text
    assert "🏆 Won in 1:50" in (await begin(day)).text
    assert "**Tens**\n-# 🏆 1:50" in (await begin(day, None)).text
    assert "Diplomat · daily for" in (await begin(day, "diplomat")).text


async def test_giving_up_an_attempt_asks_first(day: CardRoom) -> None:
    menu = await day.open_more(await begin(day))
    asked = changed(await day.press(menu, "Give up"))
    assert asked.id == menu.id
    assert "Give up your ranked attempt? You can't undo this." in asked.text
    assert "Give up your" not in changed(await day.press(asked, "Cancel")).text
    asked = only(await day.say("give-up"))
    assert asked.ephemeral
    assert "Give up your ranked attempt? You can't undo this." in asked.text
    assert (await day.game()).game.status is Status.PLAYING
    assert await results(day) == []
    await play_on(day, most=1)
    assert "It will count with 2 of 52 discarded." in only(await day.say("give-up")).text


async def test_a_question_asked_before_a_move_gives_up_nothing(day: CardRoom) -> None:
    await begin(day)
    asked = only(await day.say("give-up"))
    await play_on(day, most=1)
    await day.press(asked, "Give up")
    assert (await day.game()).game.status is Status.PLAYING
    assert "Gave up at 2 of 52" in (await give_up(day)).text


async def test_an_attempt_shows_the_moves_that_rank_it_wherever_it_shows_any(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    for label in ("Draw", "Undo +1", "Redo", "Hint +5"):
        board = changed(await day.press(board, label))
    assert "**8** moves" in board.text
    await day.restart()
    assert "**8** moves" in only(await day.say("show")).text
    await begin(day, "tens")
    assert "8 moves · Ranked attempt" in only(await day.say("games")).text
    await begin(day, "dimes")
    over = await give_up(day)
    assert "8 moves" in over.text
    assert "8 moves" in only(await day.say("daily", game="dimes")).text
    assert "8 moves" in only(await day.say("replay")).text


async def win_easy_dimes(room: CardRoom) -> int:
    await room.play(*easy_win())
    assert (await room.game()).game.status is Status.WON
    return len(easy_win())


async def test_a_ranked_win_names_its_counted_moves_and_is_left_out_of_the_fewest_moves(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    await begin(day, "dimes")
    await day.say("hint")
    moves = await win_easy_dimes(day)
    won = only(await day.say("show")).text
    assert f"Won in {moves + 5} moves" in won
    assert "Fewest moves" not in only(await day.say("stats")).text
    await day.say("start", game="dimes", deal=str(EASY_DIMES))
    await win_easy_dimes(day)
    assert "in fewer moves" not in only(await day.say("show")).text
    board = only(await day.say("start", game="dimes", deal=str(EASY_DIMES)))
    await win_easy_dimes(day)
    assert "in fewer moves" not in only(await day.say("show")).text
    assert f"Your best: {moves} moves" in board.text
    assert f"Fewest moves: {moves}" in only(await day.say("stats")).text


async def test_buttons_name_their_price_where_they_have_one(day: CardRoom) -> None:
    def prices(board: Shown) -> set[str]:
        return {label for label in board.buttons if " +" in label}

    assert prices(await begin(day, "tens")) == set()
    assert prices(only(await day.say("start", game="dimes", deal="8"))) == set()
    board = await begin(day, "dimes")
    assert prices(board) == {"Undo +1", "Hint +5"}
    await day.games.play(day.alice.id, "draw", day.env.backend.snowflake())
    board = changed(await day.press(only(await day.say("show")), "Undo +1"))
    assert prices(board) == {"Undo +1", "Hint +5"}
    await day.press(board, "Hint +5")
    again = only(await day.say("show"))
    assert prices(again) == {"Undo +1"}
    assert "**7** moves" in changed(await day.press(again, "Hint")).text
    day.set_clock("2026-11-23 00:01")
    assert prices(only(await day.say("show"))) == set()


async def test_the_first_board_of_an_attempt_says_what_help_costs(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    assert "Ranked attempt · undo +1 move, hint +5" in board.text
    assert "hint +5" not in changed(await day.press(board, "Draw")).text
    assert "hint +5" not in (await begin(day)).text


async def test_the_board_shows_refused_moves_if_they_affect_the_rank(day: CardRoom) -> None:
    assert "illegal" not in (await begin(day)).text
    first, second = (await day.game()).game.view().piles[:2]
    for move in ("1+2", f"{first[-1]} + {second[-1]}"):
        await day.say("move", move=move)
    assert "**2** illegal moves" in (await begin(day)).text
    await finish(day)
    assert "2 illegal moves" in only(await day.say("daily", game="tens")).text
