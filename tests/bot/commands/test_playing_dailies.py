"""`/solitaire daily`: the one ranked attempt at each of the day's deals."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import simcord

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES, candidate_deal
from bot.model.errors import UnfinishedAttemptError
from bot.store import Connection
from engine import Game, Status
from engine.solver import solve
from tests.support.card_room import CardRoom, buttons, changed, enabled, only, private, public, readable, text
from tests.support.contests import practice
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    all_sent,
    begin,
    day,
    deals,
    finish,
    give_up,
    play_on,
    prove,
    results,
)
from tests.support.kinds import ask
from tests.support.turns import turn_of

__all__ = ["day"]

AFTER_TOMORROW = TOMORROW + ONE_DAY

EASY_DIMES = 4
"""A deal of Dimes that is won by a short search."""


async def test_a_daily_is_begun_and_continued(day: CardRoom) -> None:
    begun = await begin(day)
    assert "Tens · daily for Nov 21, 2026" in text(begun)
    assert "Ranked attempt\n" in text(begun)
    await play_on(day, most=1)
    gone_on = await begin(day)
    assert "**2** of 52 discarded" in text(gone_on)
    assert (await day.game()).version == 2


async def test_the_cards_of_an_attempt_cannot_be_practised_by_their_number(day: CardRoom) -> None:
    await begin(day, "dimes")
    deal = str((await day.game()).game.deal)
    shared = public(await day.say("start", day.bob, game="forty-thieves", deal=deal))
    for game in ("forty-thieves", "diplomat", "dimes"):
        assert "these very cards" in private(await day.say("start", game=game, deal=deal))
    menu = changed(await day.press(shared, "Menu", day.bob))
    more = changed(await day.press(menu, "More", day.bob))
    posted = await day.post(await day.press(more, "Challenge"))
    answer = await day.press(posted, "Play")
    assert any("these very cards" in text(each) for each in answer.followups)
    menu = changed(await day.press(menu, "Back", day.bob))
    offer = await day.post(await day.press(menu, "Share", day.bob), day.bob)
    assert "these very cards" in private(await day.press(offer, "Play it too"))
    await give_up(day)
    public(await day.say("start", game="forty-thieves", deal=deal))


async def test_everyone_plays_the_same_deal(day: CardRoom) -> None:
    await begin(day)
    await begin(day, who=day.bob)
    assert (await day.game()).game == (await day.game(day.bob)).game


async def test_a_second_attempt_is_refused_with_the_result(day: CardRoom) -> None:
    await finish(day)
    before = await day.saved()
    page = await begin(day)
    assert readable(page.embeds[0].title or "") == "Tens · daily for Nov 21, 2026"
    assert readable(page.embeds[0].description or "").splitlines() == [
        "🏆 52 of 52 discarded · 1:50",
        "Next daily <t:1795305600:R>.",
    ]
    assert list(buttons(page)) == ["Leaderboard", "Share", "Play again, unranked", "Another daily"]
    assert "won **Tens" in text(await day.post(await day.press(page, "Share")))
    assert await day.saved() == before
    opened = only(await day.press(page, "Leaderboard"))
    assert opened.ephemeral
    assert "alice** (you) · 52/52" in text(opened)


async def test_the_deal_can_be_replayed_unranked_only_after_the_attempt(day: CardRoom) -> None:
    await finish(day)
    page = await begin(day)
    with pytest.raises(UnfinishedAttemptError):
        await day.services.games.start(turn_of(day.services, day.bob.id, 7, name="bob"), practice("tens", TODAY))
    assert await day.games.find(day.bob.id) is None
    again = only(await day.press(page, "Play again, unranked"))
    assert again.ephemeral
    assert "Ranked attempt" not in text(again)
    assert "Unranked practice" in text(again)
    replayed = await day.game()
    assert not replayed.is_ranked
    assert replayed.game.steps == ()
    assert str(replayed.game.deal) in await deals(day)
    await play_on(day)
    await day.say("undo")
    assert len(await results(day)) == 1


async def test_only_the_player_sees_the_boards_of_a_daily(day: CardRoom) -> None:
    board = await begin(day)
    for command in ("show", "undo", "give-up"):
        only_seen = await day.say(command)
        assert only(only_seen).ephemeral, command
    assert (await give_up(day)).ephemeral
    for command in ("show", "replay"):
        only_seen = await day.say(command)
        assert only(only_seen).ephemeral, command
    await day.press(await begin(day), "Play again, unranked")
    for command in ("show", "replay", "give-up", "show"):
        assert only(await day.say(command)).ephemeral, command
    assert board.ephemeral


async def test_the_board_says_whether_the_deal_can_be_won(day: CardRoom) -> None:
    await prove(day, TOMORROW, "tens", candidate=2)
    day.set_clock("2026-11-22 08:00")
    assert "winnable · started" in text(await begin(day))
    await play_on(day, most=1)
    await day.restart()
    assert "winnable at the start" in text(await give_up(day))
    assert "not proven winnable" in text(await begin(day, "dimes"))


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
            for variant in GAMES:
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
    assert "Share" not in enabled(shown)
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
    shown = changed(await day.press(await begin(day), "Menu"))
    assert "Share" not in buttons(shown)
    assert "have a result to share yet" in private(await day.say("share"))
    game = await day.game()
    async with day.at_once():
        await day.press(shown, "Rules")
    (pressed,) = day.held
    old = CustomId(Action.SHARE, game.id, game.version)
    for custom_id in (old, CustomId(Action.SHARE, game.id, argument=f"tens,{TODAY}")):
        record = day.env.backend.new_interaction(3, day.channel.id, day.alice.id, day.env.guild.id)
        sent = {"id": str(record.id), "token": record.token, "data": {**pressed["data"], "custom_id": str(custom_id)}}
        before = {message.id for message in day.messages()}
        await day.deliver({**pressed, **sent})
        (answer,) = (message for message in day.messages() if message.id not in before)
        assert answer.ephemeral
        assert "Finish your ranked attempt first" in answer.content


async def test_a_dailys_menu_has_no_share_button(day: CardRoom) -> None:
    """Nor has an unranked one, whose deal others still play. A result has a share button of its own."""
    await finish(day)
    over = changed(await day.press(only(await day.say("show")), "Menu"))
    assert [[part["label"] for part in row["components"]] for row in over.components] == [
        ["Leaderboard", "Share", "Another daily", "Play again, unranked", "Close menu"],
        ["Rules", "Replay", "Statistics", "Settings"],
        ["New deal", "All games"],
    ]
    again = only(await day.press(await begin(day), "Play again, unranked"))
    assert "Share" not in buttons(changed(await day.press(again, "Menu")))
    ordinary = only(await day.say("start", day.bob, game="dimes", deal="8"))
    assert "Share" in buttons(changed(await day.press(ordinary, "Menu", day.bob)))


async def test_a_finished_attempt_offers_a_new_game(day: CardRoom) -> None:
    await finish(day)
    menu = changed(await day.press(only(await day.say("show")), "Menu"))
    await day.press(menu, "New deal")
    current = await day.game()
    assert (current.contest, current.is_ranked, current.game.variant.name) == (None, False, "tens")


async def test_an_unreadable_game_does_not_block_the_daily(day: CardRoom) -> None:
    await finish(day)
    await day.start("dimes", 8)
    await day.database.write(unreadable)
    await day.restart()
    assert "won **Tens" in text(await day.post(await day.say("share")))
    assert "52 of 52 discarded" in text(await begin(day))
    assert "**Tens**\n-# 🏆 1:50" in text(await begin(day, None))
    assert "Diplomat · daily" in text(await begin(day, "diplomat"))


async def unreadable(connection: Connection) -> None:
    await connection.execute("UPDATE games SET saved = 'nonsense' WHERE is_current = 1")


async def test_a_finished_attempt_cannot_be_undone(day: CardRoom) -> None:
    await begin(day)
    await give_up(day)
    over = only(await day.say("show"))
    assert list(buttons(over)) == ["Leaderboard", "Share", "Another daily", "Play again, unranked", "Menu"]
    assert enabled(over) == set(buttons(over))
    assert "Your ranked attempt is over" in text(over)
    assert "`/solitaire" not in text(over)
    for command in ("undo", "give-up", "home", "draw", "redo"):
        assert "This ranked attempt is over." in private(await day.say(command)), command
    assert (await day.game()).game.status is Status.GIVEN_UP


async def test_giving_up_an_attempt_asks_first(day: CardRoom) -> None:
    menu = changed(await day.press(await begin(day), "Menu"))
    for asked in (only(await day.say("give-up")), only(await day.press(menu, "Give up"))):
        assert asked.ephemeral
        assert text(asked).startswith("Give up your ranked attempt? You can't undo this.")
    assert text(changed(await day.press(asked, "Keep playing"))) == "OK, nothing changed."
    assert (await day.game()).game.status is Status.PLAYING
    assert await results(day) == []
    await play_on(day, most=1)
    assert "It will count with 2 of 52 discarded." in text(only(await day.say("give-up")))


async def test_an_old_confirmation_does_not_give_up_an_attempt_that_went_on(day: CardRoom) -> None:
    await begin(day)
    asked = only(await day.say("give-up"))
    await play_on(day, most=1)
    again = changed(await day.press(asked, "Give up"))
    assert "Your game has changed since, so let me ask again." in again.content
    assert "with 2 of 52 discarded." in readable(again.content)
    assert (await day.game()).game.status is Status.PLAYING
    assert "You gave up" in text(changed(await day.press(again, "Give up")))


async def test_a_confirmation_asked_long_ago_asks_again(day: CardRoom) -> None:
    await begin(day)
    asked = only(await day.say("give-up"))
    await day.env.advance_time(3600)
    again = changed(await day.press(asked, "Give up"))
    assert "Some time has passed, so let me ask again." in again.content
    assert (await day.game()).game.status is Status.PLAYING
    assert "You gave up" in text(changed(await day.press(again, "Give up")))


async def test_giving_up_an_attempt_before_its_first_move_is_asked_too(day: CardRoom) -> None:
    """It would end the only attempt."""
    await begin(day)
    assert "Give up your ranked attempt?" in text(only(await day.say("give-up")))


async def test_an_attempt_too_late_to_count_is_given_up_without_asking(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-23 00:01")
    assert "It ended too late, so it doesn't count." in text(only(await day.say("give-up")))


async def test_an_attempt_shows_the_moves_that_rank_it_wherever_it_shows_any(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    for label in ("Draw", "Undo +1", "Redo +1", "Hint +5"):
        board = changed(await day.press(board, label))
    assert "**8** moves" in text(board)
    await day.restart()
    assert "**8** moves" in text(only(await day.say("show")))
    await begin(day, "tens")
    assert "8 moves · Ranked attempt" in readable(text(only(await day.say("games"))))
    await begin(day, "dimes")
    over = await give_up(day)
    assert "**8** moves" in text(over)
    assert "8 moves" in readable(text(only(await day.say("daily", game="dimes"))))
    assert "8 moves" in readable(only(await day.say("replay")).content)


async def win_easy_dimes(room: CardRoom) -> int:
    """Win the easy deal of Dimes, and return the number of moves."""
    moves = solve(Game.new("dimes", EASY_DIMES).position, 500_000).moves
    for move in moves:
        await room.games.play(room.alice.id, str(move), room.env.backend.snowflake())
    assert (await room.game()).game.status is Status.WON
    return len(moves)


async def test_a_win_names_the_moves_that_rank_it(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    await begin(day, "dimes")
    await day.say("hint")
    moves = await win_easy_dimes(day)
    won = readable(text(only(await day.say("show"))))
    assert f"{moves + 5}** moves" in won
    assert f"{moves}** moves" not in won


async def test_the_fewest_moves_are_those_of_a_game_without_a_price_for_hints(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    await begin(day, "dimes")
    await day.say("hint")
    moves = await win_easy_dimes(day)
    assert "Fewest moves" not in text(only(await day.say("stats")))
    await day.say("start", game="dimes", deal=str(EASY_DIMES))
    await win_easy_dimes(day)
    assert "in fewer moves" not in text(only(await day.say("show")))
    board = only(await day.say("start", game="dimes", deal=str(EASY_DIMES)))
    await win_easy_dimes(day)
    assert "in fewer moves" not in text(only(await day.say("show")))
    assert f"Your best: {moves} moves" in readable(text(board))
    assert f"Fewest moves: {moves}" in readable(text(only(await day.say("stats"))))


async def test_a_ranked_win_sets_no_record_of_fewest_moves(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    await day.say("start", game="dimes", deal=str(EASY_DIMES))
    await win_easy_dimes(day)
    await ask(day.url, "UPDATE games SET effort = 999")  # as if it had taken so many moves
    board = await begin(day, "dimes")
    assert "Your best:" in text(board)
    assert "999 moves" not in readable(text(board))
    await win_easy_dimes(day)
    assert "in fewer moves" not in text(only(await day.say("show")))


async def test_buttons_name_their_price_where_they_have_one(day: CardRoom) -> None:
    def prices(board: simcord.ResponseMessage) -> set[str]:
        return {label for label in buttons(board) if " +" in label}

    assert prices(await begin(day, "tens")) == set()
    assert prices(only(await day.say("start", game="dimes", deal="8"))) == set()
    board = await begin(day, "dimes")
    assert prices(board) == {"Undo +1", "Hint +5"}
    await day.games.play(day.alice.id, "draw", day.env.backend.snowflake())
    board = changed(await day.press(only(await day.say("show")), "Undo +1"))
    assert prices(board) == {"Undo +1", "Redo +1", "Hint +5"}
    await day.press(board, "Hint +5")
    again = only(await day.say("show"))
    assert prices(again) == {"Undo +1", "Redo +1"}
    assert "**7** moves" in text(changed(await day.press(again, "Hint")))
    day.set_clock("2026-11-23 00:01")
    assert prices(only(await day.say("show"))) == set()


async def test_the_first_board_of_an_attempt_says_what_help_costs(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    assert "Ranked attempt · undo +1 move, hint +5" in readable(text(board))
    assert "hint +5" not in text(changed(await day.press(board, "Draw")))
    assert "hint +5" not in text(await begin(day))


async def test_the_board_shows_refused_moves_if_they_affect_the_rank(day: CardRoom) -> None:
    assert "illegal" not in text(await begin(day))
    first, second = (await day.game()).game.view().piles[:2]
    for move in ("1+2", f"{first[-1]} + {second[-1]}"):
        await day.say("move", move=move)
    assert "**2** illegal moves" in text(await begin(day))
    await finish(day)
    assert "· 2 illegal moves ·" in text(only(await day.say("daily", game="tens")))
