"""The end of a game: what it means, its picture, and what to do next."""

from io import BytesIO
from unittest.mock import AsyncMock

import pytest
from PIL import Image

from bot.messages.daily import attempt_lines
from bot.messages.style import Style
from bot.model.daily.ranking import Result
from bot.model.game import UserGame
from bot.store import StoreError
from engine import Game, Status
from tests.support.card_room import CardRoom, changed, only, public, readable
from tests.support.contests import day_played
from tests.support.daily_room import TODAY, TOMORROW, begin, finish, give_up, play_tens, prove, record

WON, LOST, SOONER_LOST = 13, 18, 1
"""Deals of Tens that playing the first legal move wins, and loses, one with fewer cards discarded."""


async def test_a_win_tells_the_time_the_record_and_the_streak(day: CardRoom) -> None:
    told = (await play_tens(day, WON)).text
    assert "You won!" in told
    assert "1:50" in told
    assert "in a row" not in told
    told = (await play_tens(day, WON, seconds=7)).text
    assert "2:34 · 🔥 2 wins at Tens in a row" in told
    assert "Your best: 1:50" in told
    assert "**New record!** Your fastest win at Tens." in (await play_tens(day, WON, seconds=3)).text
    assert "You're the only one who has won this deal so far." in only(await day.say("show")).text
    assert "2 players have won this deal." in (await play_tens(day, WON, day.bob)).text


async def test_a_win_comes_with_a_picture_to_keep(day: CardRoom) -> None:
    board = await play_tens(day, WON)
    (attachment,) = board.attachments
    assert readable(attachment.description or "") == "Tens · 52 of 52 discarded · 22 moves"
    assert Image.open(BytesIO(day.file(board))).size == (800, 560)
    assert list(board.buttons) == ["New deal", "Challenge", "Share", "Replay", "Menu"]
    assert len(changed(await day.press(board, "Menu")).attachments) == 1


async def test_a_loss_tells_the_best_so_far_and_offers_to_go_on(day: CardRoom) -> None:
    board = await play_tens(day, LOST)
    assert "No moves left" in board.text
    assert "so far" not in board.text
    assert list(board.buttons) == ["Undo", "Analyse", "Same deal", "New deal", "Menu"]
    best = (await day.game()).game.cards_home
    board = await play_tens(day, SOONER_LOST)
    assert f"Your best so far: {best} of 52 discarded." in board.text
    await play_tens(day, WON)
    board = await play_tens(day, LOST)
    assert "best so far" not in board.text
    again = public(await day.press(board, "Same deal"))
    assert "deal 18" in again.text
    assert (await day.game()).game.status is Status.PLAYING


async def test_the_end_of_an_attempt_tells_its_result_and_which_dailies_are_open(day: CardRoom) -> None:
    await record(day.database, 7, None, Result("tens", 52, 0, 999, day=TODAY, server_id=None))
    await finish(day)
    board = only(await day.say("show"))
    assert "alice · Tens, daily" in board.text
    assert board.title == "🏆 Won in 1:50"
    badge, small_print = board.lines
    assert badge.endswith("**New badge:** First win at Tens")
    assert small_print == "-# 5 more dailies today"
    assert list(board.buttons) == ["Share", "Leaderboard", "Replay", "Menu", "Next: Diplomat"]
    assert len(board.attachments) == 1
    await day.press(board, "Next: Diplomat")
    assert (await day.game()).is_ranked
    await give_up(day)
    for game in ("grounds-for-divorce", "dimes", "cast-out-nines", "klondike"):
        await finish(day, game)
    over = only(await day.say("show"))
    assert over.lines[-1] == "-# New ones <t:1795305600:R>"
    assert list(over.buttons) == ["Share", "Leaderboard", "Replay", "Menu"]
    day.set_clock("2026-11-22 10:00")
    await finish(day)
    assert "🔥 **2 days in a row**" in only(await day.say("show")).lines


async def test_the_end_of_yesterdays_attempt_names_todays_open_dailies(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-22 10:00")
    over = await give_up(day)
    assert "alice · Tens · daily for Nov 21, 2026" in over.text
    assert "-# 6 more dailies today" in over.text
    await day.press(over, "Next: Diplomat")
    assert day_played(await day.game()) == TOMORROW


async def test_the_end_of_an_attempt_tells_how_others_did_and_par(day: CardRoom) -> None:
    await prove(day, TOMORROW, "dimes", candidate=1, moves=" ".join(["draw"] * 186))
    day.set_clock("2026-11-22 10:00")
    alice = day.alice.id
    for user, home, moves in ((alice, 104, 204), (7, 104, 150), (8, 104, 204), (9, 50, 99), (10, 40, 99)):
        result = Result("dimes", home, moves, 60 if user == 8 else 90, day=TOMORROW, server_id=None)
        await record(day.database, user, None, result)
    (summary,) = (await day.services.dailies.attempts(day.turn(), TOMORROW, None)).values()
    attempt = UserGame(1, alice, 1, Game.new("dimes", 8), 0, 0)
    assert [readable(line) for line in attempt_lines(summary, attempt, Style())] == [
        "**50 points**",
        "better than 40%",
        "par 186 · 1:30",
    ]


async def test_the_end_of_an_attempt_names_the_place_in_the_server(day: CardRoom) -> None:
    guild = day.channel.guild
    assert guild is not None
    for user, seconds in ((7, 60), (8, 999), (9, 999)):
        here = Result("tens", 52, 0, seconds, day=TODAY, server_id=guild.id)
        await record(day.database, user, None, here)
    await finish(day)
    assert "🥈 2nd of 4 here · better than 50%" in only(await day.say("show")).lines


async def test_a_free_win_is_shared_as_a_win(day: CardRoom) -> None:
    shared = await day.post(await day.press(await play_tens(day, WON), "Share"))
    assert [line for line in shared.text.splitlines() if line] == [
        "🏆 **alice** won **Tens · deal 13**",
        "22 moves · 1:50",
        "Play it too",
        "Challenge",
    ]
    assert len(shared.attachments) == 1
    await day.press(shared, "Play it too", day.bob)
    assert await day.saved(day.bob) == "tens|13||0|"


async def test_a_lost_game_is_shared_as_far_as_it_got(day: CardRoom) -> None:
    shared = await day.share(await play_tens(day, LOST))
    assert shared.text.splitlines()[:2] == [
        "🏁 **alice** played **Tens · deal 18**",
        "10 of 52 discarded · 5 moves · 0:25",
    ]
    assert not shared.attachments


async def test_only_the_end_of_a_game_is_looked_up_and_a_failure_leaves_the_board(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = AsyncMock(side_effect=StoreError("down"))
    monkeypatch.setattr(room.services.endings, "of", look_up)
    board = await room.start("tens", WON)
    while (await room.game()).game.status is Status.PLAYING:
        assert look_up.call_count == 0
        board = changed(await room.play_first(board))
    assert "You won!" in board.text
    assert look_up.call_count == 1
