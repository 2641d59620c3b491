"""Choosing moves in a board's selects."""

import pytest

from engine import VARIANTS
from tests.support.card_room import CardRoom, changed

SOURCE = "7♣–5♣ or fewer · pile 3"
TARGET = "7♣–5♣ · pile 3 → pile 2 (8♦)"
OTHER_SOURCE = "9♣–8♣ or fewer · pile 8"
"""Choices on the board with forty moves."""


@pytest.mark.parametrize("game", [name for name in VARIANTS if name != "tens"])
async def test_a_move_can_be_chosen_in_the_list(room: CardRoom, game: str) -> None:
    board = await room.start(game, 1)
    label, (_, move) = next(iter(board.choices.items()))
    redrawn = changed(await room.choose(board, label))
    assert redrawn.id == board.id
    assert redrawn.moves_made == 1
    assert (await room.saved()).endswith(f"|1|{move}")


@pytest.mark.parametrize("restarts", [False, True])
async def test_with_too_many_moves_for_one_select_the_player_chooses_a_source_and_a_target(
    room: CardRoom, *, restarts: bool
) -> None:
    board = await room.start_with_forty_moves()
    before = await room.saved()
    assert board.offered_moves == []
    if restarts:
        await room.restart()
    board = changed(await room.choose(board, SOURCE))
    assert await room.saved() == before
    legal = map(str, (await room.game()).game.legal_moves())
    assert set(board.offered_moves) == {move for move in legal if move.startswith("3>")}
    if restarts:
        await room.restart()
    changed(await room.choose(board, TARGET))
    assert (await room.saved()).endswith(" 3>2*3")


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("is_narrowed", [False, True])
async def test_a_choice_on_an_old_board_plays_nothing_and_shows_the_newest_board(
    room: CardRoom, *, is_narrowed: bool, restarts: bool
) -> None:
    board = await room.start_with_forty_moves()
    if is_narrowed:
        board = changed(await room.choose(board, SOURCE))
    await room.play("8>1*2")
    if restarts:
        await room.restart()
    before = await room.saved()
    newest = changed(await room.choose(board, TARGET if is_narrowed else SOURCE))
    assert await room.saved() == before
    assert newest.moves_made == len((await room.game()).game.moves)
    assert newest.offered_moves == []
    assert OTHER_SOURCE not in newest.choices


async def test_a_target_that_overtakes_its_source_is_played_and_the_source_does_nothing(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    async with room.at_once(times=0):
        await room.choose(board, OTHER_SOURCE)
    (source,) = room.held
    board = changed(await room.choose(board, SOURCE))
    async with room.at_once(times=0):
        await room.choose(board, TARGET)
    room.held.insert(0, source)
    await room.deliver(*reversed(room.held))
    assert (await room.saved()).endswith(" 3>2*3")
    assert board.moves_made == len((await room.game()).game.moves)


async def test_a_redrawn_select_accepts_the_same_choice_again(room: CardRoom) -> None:
    """Discord sends nothing for a choice that a select with the same custom id already shows."""
    board = await room.start("diplomat", 8)
    seen = {select for select, _ in board.sent_choices.values()}
    for label in ("Menu", "Close menu"):
        board = changed(await room.press(board, label))
        seen |= {select for select, _ in board.sent_choices.values()}
    assert len(seen) == 3
