"""*Win now*: plays the rest of a game in one step once that wins."""

from dataclasses import replace

import pytest

from bot.model.contest import Contest
from bot.model.game import UserGame
from bot.model.transcripts import replay
from engine import Game, finishing_moves, parse_move
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin, results
from tests.support.shown import Shown

WINNABLE = 13
"""A deal of Tens."""


FORTY_THIEVES = 22
"""A deal of Forty Thieves."""

TO_A_PLAIN_WIN = """
4>7 draw w>f draw draw draw draw draw draw w>f 10>f draw draw w>f 1>f 1>3 draw w>f w>f draw w>f 9>f draw w>f w>f 5>f
5>1 6>1 draw w>f draw w>f 5>f w>8 draw draw draw draw draw w>4 draw draw draw w>7 draw w>5 draw draw draw w>f draw
draw w>f w>2 draw draw w>8 draw draw draw w>f 6>2 draw w>5 draw draw draw w>f w>f draw w>f 3>f 3>f 7>f 7>f 7>f draw
draw draw draw w>f 5>f 5>f 5>f 10>5 10>f 10>f 1>f w>f 2>f 2>f 2>f 9>10 9>6 9>f 10>f 7>9 7>10 7>f 8>7 8>10 7>10 draw
draw draw w>f 4>f 4>f draw 4>7 4>9 2>4 7>2 8>7 8>f draw w>9 8>9 8>f 3>f 3>7 3>9 1>3 1>8 3>8 1>7 2>1 2>3 2>f 1>3 6>1
6>2 1>2 draw w>f 3>f 3>f draw w>f 6>f draw w>1 2>3 2>1 3>1 w>2 w>3 w>6 draw w>1 4>1 w>4 w>f draw w>f 7>f 7>f 7>f 1>7
1>9 7>9 w>7 draw w>3 2>3 9>2 9>1 2>1 w>2 draw w>5 draw w>10 w>10 w>f 1>f 1>f 9>f 9>f 9>f 9>f 4>f 7>10 w>10 w>4 w>7 w>1
w>2 4>1 w>4"""
"""The moves from this deal to where plain play wins, though nine cards are in the stock."""


async def play_until_nearly_won(room: CardRoom) -> Shown:
    while not finishing_moves((await room.game()).game.position):
        await room.play_legal()
    return only(await room.say("show"))


@pytest.mark.parametrize("is_pressed", [True, False])
async def test_a_game_is_finished_in_one_step_once_the_win_is_certain(room: CardRoom, *, is_pressed: bool) -> None:
    board = await room.start("tens", WINNABLE)
    assert "Win now" not in board.buttons
    board = await play_until_nearly_won(room)
    steps = len((await room.game()).game.steps)
    assert "Win now" in board.enabled
    won = changed(await room.press(board, "Win now")) if is_pressed else public(await room.say("finish"))
    assert "You won" in won.text
    assert len((await room.game()).game.steps) == steps + 1


async def test_too_early_the_command_says_why_not_and_changes_nothing(room: CardRoom) -> None:
    await room.start("dimes", 8)
    before = await room.saved()
    assert "simple moves alone don't win" in private(await room.say("finish"))
    assert await room.saved() == before
    await room.say("give-up")
    assert "gave up this game" in private(await room.say("finish"))


async def test_an_unranked_game_is_finished_as_soon_as_plain_play_wins(room: CardRoom) -> None:
    await room.start("forty-thieves", FORTY_THIEVES)
    *moves, last = TO_A_PLAIN_WIN.split()
    await room.play(*moves)
    assert "Win now" not in public(await room.say("show")).buttons
    board = public(await room.say("move", move=last))
    assert "**9** in stock" in board.text
    won = changed(await room.press(board, "Win now"))
    assert "You won" in won.text
    assert (await room.game()).game.steps[:-1] == tuple((move,) for move in map(parse_move, (*moves, last)))


async def test_the_button_is_never_where_a_second_press_on_another_would_hit_it(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    used = set()
    while "Win now" not in board.buttons:
        board = changed(await room.press(board, "Hint"))
        used |= set() if "Big cards" in board.buttons else places(board)  # it goes with the third move
        board = changed(await room.press(board, "Play it"))
        undone = changed(await room.press(board, "Undo"))
        used |= set() if "Big cards" in undone.buttons else places(undone)
        board = changed(await room.press(undone, "Redo"))
    assert not places(board, "Win now") & used


def places(board: Shown, *labels: str) -> set[tuple[int, int]]:
    """The row and column of each button that can be pressed, or of those with these labels."""
    wanted = [board.buttons[label]["custom_id"] for label in labels or board.enabled]
    return {
        (row, column)
        for row, line in enumerate(board.components)
        for column, part in enumerate(line["components"])
        if part["custom_id"] in wanted
    }


def test_a_ranked_attempt_is_finished_only_once_no_card_is_hidden() -> None:
    game = Game.new("forty-thieves", FORTY_THIEVES)
    for move in TO_A_PLAIN_WIN.split():
        game.play(move)
    unranked = UserGame(1, 1, 1, game, started_at=0, changed_at=0)
    assert unranked.can_finish
    assert not replace(unranked, transcript="", contest=Contest("daily", "1", ends_at=9)).can_finish


async def test_finishing_counts_in_a_ranked_attempt(day: CardRoom) -> None:
    await begin(day, "tens")
    await play_until_nearly_won(day)
    await day.say("finish")
    (result,) = await results(day)
    assert result.is_won
    current = await day.game()
    assert replay("tens", current.game.deal, current.transcript or "").game == current.game
