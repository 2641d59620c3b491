"""The analysis: how long a game could be won."""

from functools import partial

import pytest
import simcord

from bot.model.errors import StaleBoardError
from bot.model.solutions import Reached
from engine import DRAW, Solution, Status, Verdict
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin, give_up
from tests.support.shown import Shown

WINNABLE, HOPELESS = 13, 8
"""Deals of Tens."""

UNKNOWN = 987654321
"""A deal of Dimes that the bot does not know to be winnable."""


def answer_text(answer: simcord.InteractionResult) -> str:
    message = only(answer)
    assert message.ephemeral
    return message.text


def let_solver_win_until(room: CardRoom, last: int, *, unknown: range = range(0)) -> None:
    """Make the solver win up to the move `last`, never by drawing, and know nothing at the moves in `unknown`."""

    async def solve(reached: Reached, _: int) -> Solution:
        count = len(reached.moves)
        room.solver.asked.append(reached)
        if count in unknown:
            return Solution()
        if count > last:
            return Solution(Verdict.IMPOSSIBLE)
        other = next(move for move in reached.position().legal_moves() if move != DRAW)
        return Solution(Verdict.WON, (other,))

    vars(room.solver)["solve"] = solve  # each room has a solver of its own


async def give_up_dimes(room: CardRoom, moves: int = 60) -> Shown:
    await room.start("dimes", UNKNOWN)
    await room.play(*["draw"] * moves)
    return public(await room.say("give-up"))


@pytest.mark.parametrize("last", [1, 17, 34, 58])
async def test_the_analysis_says_how_long_the_game_could_be_won_and_how(room: CardRoom, last: int) -> None:
    let_solver_win_until(room, last)
    await give_up_dimes(room)
    told = answer_text(await room.say("analyse"))
    assert f"It was winnable up to move {last} (proven). Move {last + 1} lost it (also proven)." in told
    assert f"Move {last + 1}: what you played" in told
    assert f"Move {last + 1}: what would have won" in told
    assert len(room.solver.asked) < 12


async def test_an_unwinnable_deal_is_reported_as_unwinnable_and_its_hints_offer_no_analysis(room: CardRoom) -> None:
    await room.start("tens", HOPELESS)
    hinted = public(await room.say("hint"))
    assert "This deal is impossible to win (proven)." in hinted.text
    assert "Analyse" not in hinted.buttons
    await room.say("give-up")
    assert "This deal is impossible to win (proven)." in answer_text(await room.say("analyse"))


async def test_a_game_that_was_given_up_while_winnable_is_reported_as_such(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    menu = changed(await room.press(public(await room.say("give-up")), "Menu"))
    page = only(await room.press(menu, "Analyse"))
    assert "It was still winnable when it ended" in page.text
    assert "Move 1: what would have won" in page.text
    assert page.enabled == {"Watch a win", "Undo all moves"}


async def test_the_winning_line_can_be_watched_also_after_a_restart(room: CardRoom) -> None:
    let_solver_win_until(room, 17)
    await give_up_dimes(room)
    page = only(await room.say("move", move="analyse"))
    assert "Move 18: what you played" in page.text
    assert page.enabled == {"Watch a win", "Undo to move 17"}
    for _ in range(2):
        assert only(await room.press(page, "Watch a win")).attachments[0].filename == "replay.gif"
        await room.restart()


@pytest.mark.parametrize("last", [0, 17])
async def test_a_player_can_go_back_to_where_the_game_was_still_winnable_and_play_on(room: CardRoom, last: int) -> None:
    let_solver_win_until(room, last)
    await give_up_dimes(room)
    page = only(await room.say("analyse"))
    board = public(await room.press(page, f"Undo to move {last}" if last else "Undo all moves"))
    assert "Menu" in board.buttons
    game = (await room.game()).game
    assert game.status is Status.PLAYING
    assert len(game.moves) == last
    for _ in range(60 - last):
        await room.games.redo(room.alice.id, room.env.backend.snowflake())
    assert len((await room.game()).game.moves) == 60


async def test_a_finished_ranked_attempt_cannot_be_resumed(day: CardRoom) -> None:
    let_solver_win_until(day, 1)
    await begin(day, "dimes")
    await day.play("draw", "draw")
    await give_up(day)
    day.set_clock("2026-11-23 00:00")
    assert set(only(await day.say("analyse")).buttons) == {"Watch a win"}


async def test_the_winning_line_ends_when_the_game_goes_on(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    menu = changed(await room.press(public(await room.say("give-up")), "Menu"))
    page = only(await room.press(menu, "Analyse"))
    await room.say("move", move="undo")
    assert "moved on since" in private(await room.press(page, "Watch a win"))
    await room.say("give-up")
    assert "moved on since" in private(await room.press(page, "Watch a win"))


async def test_a_won_game_needs_no_search(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    await room.play_to_the_end()
    assert "You won this one" in answer_text(await room.say("analyse"))
    assert room.solver.asked == []


async def test_the_analysis_makes_no_claim_about_positions_it_could_not_solve(room: CardRoom) -> None:
    await give_up_dimes(room)
    let_solver_win_until(room, 99, unknown=range(61))
    told = answer_text(await room.say("analyse"))
    assert "I couldn't find a win from any point" in told
    assert "There may still have been one." in told
    let_solver_win_until(room, -1, unknown=range(31))
    told = answer_text(await room.say("analyse"))
    assert "I couldn't find a win" in told
    assert "It was lost by move 31 (proven)." in told
    let_solver_win_until(room, 20, unknown=range(21, 61))
    told = answer_text(await room.say("analyse"))
    assert "It was winnable up to move 20 (proven)." in told
    assert "I couldn't find out whether you could still have won when you gave up." in told
    let_solver_win_until(room, 20, unknown=range(18))
    assert "up to move 20 (proven)." in answer_text(await room.say("analyse"))


async def test_the_analysis_does_not_blame_the_last_possible_move(room: CardRoom) -> None:
    await room.start("tens", HOPELESS)
    await room.play_to_the_end()
    let_solver_win_until(room, -1, unknown=range(len((await room.game()).game.moves)))
    told = answer_text(await room.say("analyse"))
    assert "I couldn't find a win" in told
    assert "lost" not in told


@pytest.mark.parametrize(
    ("ended", "doubt"),
    [
        ("playing", "I couldn't find out whether you can still win from here."),
        ("given up", "I couldn't find out whether you could still have won when you gave up."),
        ("lost", "I couldn't find out which move lost the game."),
    ],
)
async def test_the_analysis_names_what_it_could_not_find_out(room: CardRoom, ended: str, doubt: str) -> None:
    let_solver_win_until(room, 0, unknown=range(1, 1000))
    if ended == "lost":
        await room.start("tens", HOPELESS)
        await room.play_to_the_end()
    else:
        await room.start("dimes", UNKNOWN)
        await room.play("draw", "draw")
    if ended == "given up":
        await room.say("give-up")
    told = answer_text(await room.say("analyse"))
    assert f"(proven). {doubt}" in told


async def test_the_analysis_does_not_contradict_the_proof_on_the_board(room: CardRoom) -> None:
    let_solver_win_until(room, -1, unknown=range(1000))
    assert "winnable · started" in (await room.start("dimes", 8)).text
    await room.play("draw")
    await room.say("give-up")
    page = only(await room.say("analyse"))
    assert "This deal can be won (proven)." in page.text
    await room.press(page, "Undo all moves")
    assert not (await room.game()).game.moves


async def test_the_analysis_of_a_listed_deal_shows_a_win_from_the_start_if_it_finds_no_other(room: CardRoom) -> None:
    """The solver is out of luck until it is given all the positions that it may search."""

    async def solve(reached: Reached, budget: int) -> Solution:
        is_found = not reached.moves and budget > 10_000_000
        other = next(move for move in reached.position().legal_moves() if move != DRAW)
        return Solution(Verdict.WON, (other,)) if is_found else Solution()

    vars(room.solver)["solve"] = solve
    room.services.solving.analysis_seconds = 0.0
    await room.start("dimes", 8)
    await room.play("draw", "draw")
    await room.say("give-up")
    page = only(await room.say("analyse"))
    assert "Watch a win" in page.buttons
    assert "This deal can be won (proven)." in page.text
    assert "Move 1: what would have won" in page.text


async def test_a_game_in_progress_can_be_analysed(room: CardRoom) -> None:
    assert "/solitaire start" in private(await room.say("analyse"))
    board = await room.start("tens", WINNABLE)
    page = only(await room.say("analyse"))
    assert "This game can still be won (proven)." in page.text
    assert not page.buttons
    assert "Analyse" not in changed(await room.press(board, "Menu")).buttons


async def test_a_hint_in_a_lost_game_leads_back_to_where_it_was_winnable_until_the_game_goes_on(room: CardRoom) -> None:
    let_solver_win_until(room, 17)
    await room.start("dimes", UNKNOWN)
    assert "Analyse" not in public(await room.say("hint")).buttons
    await room.play(*["draw"] * 59)
    old = only(await room.press(public(await room.say("hint")), "Analyse"))
    board = public(await room.say("draw"))
    assert "moved on since" in private(await room.press(old, "Undo to move 17"))
    assert [message.id for message in room.live_boards()] == [board.id]
    page = only(await room.press(public(await room.say("hint")), "Analyse"))
    assert "It was winnable up to move 17 (proven)." in page.text
    assert set(page.buttons) == {"Undo to move 17"}
    await room.press(page, "Undo to move 17")
    assert len((await room.game()).game.moves) == 17


async def test_a_ranked_attempt_in_progress_is_neither_analysed_nor_taken_back(day: CardRoom) -> None:
    let_solver_win_until(day, 1)
    await begin(day, "dimes")
    await day.play("draw", "draw")
    assert "Others can still play this deal. You can analyse it <t:" in private(await day.say("analyse"))
    assert "Analyse" not in only(await day.say("hint")).buttons
    current = await day.game()
    with pytest.raises(StaleBoardError):
        await day.games.go_back(day.alice.id, 0, day.env.backend.snowflake(), board=current.board)
    assert await day.game() == current


async def test_a_daily_is_analysed_only_once_nobody_can_play_the_deal_for_a_rank(day: CardRoom) -> None:
    await begin(day, "dimes")
    over = await give_up(day)
    assert "Analyse" not in changed(await day.press(over, "Menu")).buttons
    practice = only(await day.press(over, "Play again, unranked"))
    assert "Analyse" not in practice.buttons
    assert "Analyse" not in only(await day.say("give-up")).buttons
    day.set_clock("2026-11-22 23:59")
    assert "Others can still play this deal" in private(await day.say("analyse"))
    assert day.solver.asked == []
    day.set_clock("2026-11-23 00:00")
    assert "Analyse" in changed(await day.press(only(await day.say("show")), "Menu")).buttons
    only(await day.say("analyse"))
    assert day.solver.asked


async def test_a_slow_analysis_shows_a_placeholder_and_stops_when_the_game_changes(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    await room.say("give-up")
    room.solver.meanwhile = partial(room.until_it_says, "Thinking …")
    told = answer_text(await room.say("analyse"))
    assert "It was still winnable when it ended" in told
    assert "Thinking …" not in told
    await room.start("tens", WINNABLE)
    await room.say("give-up")
    room.solver.meanwhile = lambda: room.games.undo(room.alice.id, room.env.backend.snowflake())
    assert "Your game has moved on since" in answer_text(await room.say("analyse"))
    assert room.solver.cancelled == 1
