"""Choosing moves in a board's selects."""

from __future__ import annotations

import pytest
import simcord

from engine import VARIANTS, Game, Move, PatienceError
from tests.support.card_room import (
    CardRoom,
    buttons,
    changed,
    choices,
    moves_made,
    offered_moves,
    private,
    public,
    text,
)


@pytest.mark.parametrize("game", [name for name in VARIANTS if name != "tens"])
async def test_a_move_can_be_chosen_in_the_list(room: CardRoom, game: str) -> None:
    board = await room.start(game, 1)
    label, (_, move) = next(iter(choices(board).items()))
    redrawn = changed(await room.choose(board, label))
    assert redrawn.id == board.id
    assert moves_made(redrawn) == 1
    assert (await room.saved()).endswith(f"|1|{move}")


async def test_every_legal_move_without_a_button_can_be_chosen(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    listed = [str(move) for move in (await room.game()).game.listed_moves()]
    assert offered_moves(board) == [move for move in listed if move != "draw"]


async def test_too_many_moves_for_one_select_take_a_source_and_a_target(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    before = await room.saved()
    assert offered_moves(board) == []
    board = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    assert await room.saved() == before
    assert set(offered_moves(board)) == {
        str(move) for move in (await room.game()).game.legal_moves() if str(move).startswith("3>")
    }
    changed(await room.choose(board, "7♣–5♣ · pile 3 → pile 2 (8♦)"))
    assert (await room.saved()).endswith(" 3>2*3")


async def test_the_sources_together_offer_every_move(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    offered = [value for label, (_, value) in choices(board).items() if "→" in label]
    for source in [label for label in choices(board) if "→" not in label]:
        board = changed(await room.choose(board, source))
        offered += offered_moves(board)
        if "Cancel" in buttons(board):
            board = changed(await room.press(board, "Cancel"))
        else:
            board = changed(await room.choose(board, "Another card"))
    listed = [str(move) for move in (await room.game()).game.listed_moves()]
    assert sorted([*offered, "draw"]) == sorted(listed)


async def test_another_source_can_be_chosen_instead(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    board = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    board = changed(await room.choose(board, "Another card"))
    board = changed(await room.choose(board, "9♣–8♣ or fewer · pile 8"))
    assert {move.split(">")[0] for move in offered_moves(board)} == {"8"}


async def test_a_source_chosen_before_a_restart_takes_a_target_after_it(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    await room.restart()
    board = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    await room.restart()
    changed(await room.choose(board, "7♣–5♣ · pile 3 → pile 2 (8♦)"))
    assert (await room.saved()).endswith(" 3>2*3")


@pytest.mark.parametrize("restarts", [False, True])
async def test_choosing_a_target_plays_nothing_if_the_game_has_changed_elsewhere(
    room: CardRoom, *, restarts: bool
) -> None:
    board = await room.start_with_forty_moves()
    picked = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    with room.refusing():
        await room.say("move", move="8>1*2")
    if restarts:
        await room.restart()
    before = await room.saved()
    redrawn = changed(await room.choose(picked, "7♣–5♣ · pile 3 → pile 2 (8♦)"))
    assert await room.saved() == before
    assert moves_made(redrawn) == len(before.split("|")[-1].split())
    assert "9♣–8♣ or fewer · pile 8" not in choices(redrawn)


@pytest.mark.parametrize("restarts", [False, True])
async def test_choosing_a_source_on_an_old_board_shows_the_newest_board(room: CardRoom, *, restarts: bool) -> None:
    old = await room.start_with_forty_moves()
    with room.refusing():
        await room.say("move", move="8>1*2")
    if restarts:
        await room.restart()
    newest = changed(await room.choose(old, "7♣–5♣ or fewer · pile 3"))
    assert offered_moves(newest) == []
    assert "9♣–8♣ or fewer · pile 8" not in choices(newest)


async def test_a_choice_on_an_earlier_games_board_is_refused_in_private(room: CardRoom) -> None:
    with room.refusing():
        old = await room.start("diplomat", 8)
        await room.say("give-up")
        await room.start("diplomat", 8)
    await room.restart()
    assert "old game" in private(await room.choose(old, "8♠ · pile 7 → pile 6 (9♣)"))
    assert await room.saved() == "diplomat|8||0|"


async def test_other_users_cannot_choose_moves(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    source = private(await room.choose(board, "7♣–5♣ or fewer · pile 3", room.bob))
    assert "somebody else's game" in source
    assert offered_moves(board) == []
    board = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    before, shown = await room.saved(), text(board)
    assert private(await room.choose(board, "7♣–5♣ · pile 3 → pile 2 (8♦)", room.bob)) == source
    assert (await room.saved(), text(board)) == (before, shown)


async def test_making_a_choice_twice_at_once_plays_it_once(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    async with room.at_once(times=2):
        answers = [await room.choose(board, "8♠ · pile 7 → pile 6 (9♣)") for _ in range(2)]
    await room.deliver(*room.held)
    assert {moves_made(changed(answer)) for answer in answers} == {1}
    assert await room.saved() == "diplomat|8||1|7>6"


async def test_of_two_choices_made_at_once_one_is_played(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    async with room.at_once():
        for label in list(choices(board))[:2]:
            await room.choose(board, label)
    assert (await room.game()).version == 2
    assert moves_made(board) == 1


async def test_a_target_that_overtakes_its_source_is_played_and_the_source_does_nothing(room: CardRoom) -> None:
    board = await room.start_with_forty_moves()
    async with room.at_once(times=0):
        await room.choose(board, "9♣–8♣ or fewer · pile 8")
    (source,) = room.held
    board = changed(await room.choose(board, "7♣–5♣ or fewer · pile 3"))
    async with room.at_once(times=0):
        await room.choose(board, "7♣–5♣ · pile 3 → pile 2 (8♦)")
    room.held.insert(0, source)
    await room.deliver(*reversed(room.held))
    assert (await room.saved()).endswith(" 3>2*3")
    assert moves_made(board) == len((await room.game()).game.moves)


async def test_a_value_that_was_never_offered_is_refused_in_private(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    for value in ("1>2*9", "from 1", "nonsense", "x" * 100):
        async with room.at_once(times=0):
            answer = await room.choose(board, next(iter(choices(board))))
        (payload,) = room.held
        await room.deliver({**payload, "data": {**payload["data"], "values": [value]}})
        assert "reference" not in private(answer).lower()
    assert await room.saved() == "diplomat|8||0|"


async def test_choosing_a_move_that_spoils_the_game_asks_first(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    def warning(_: Game, move: Move) -> PatienceError:
        return PatienceError("{move} spoils it.", move=move)

    monkeypatch.setattr(Game, "warning", warning)
    board = await room.start("diplomat", 8)
    asked = changed(await room.choose(board, "8♠ · pile 7 → pile 6 (9♣)"))
    assert "7>6 spoils it." in text(asked)
    assert await room.saved() == "diplomat|8||0|"
    await room.press(asked, "Move anyway")
    assert await room.saved() == "diplomat|8||1|7>6"


async def test_a_finished_game_offers_no_moves(room: CardRoom) -> None:
    await room.start("diplomat", 8)
    assert choices(public(await room.say("give-up"))) == {}


async def test_a_redrawn_select_accepts_the_same_choice_again(room: CardRoom) -> None:
    """Discord sends nothing for a choice that a select with the same custom id already shows."""

    def select(message: simcord.ResponseMessage) -> str:
        return next(
            str(row["components"][0]["custom_id"]) for row in message.components if "options" in row["components"][0]
        )

    board = await room.start("diplomat", 8)
    seen = {select(board)}
    for label in ("Menu", "Close menu"):
        board = changed(await room.press(board, label))
        seen.add(select(board))
    assert len(seen) == 3
