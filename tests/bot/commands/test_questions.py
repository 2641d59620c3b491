"""The questions that a board asks: where cards should go, and whether to play a move that spoils the game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import Game, Move, PatienceError
from tests.support.card_room import CardRoom, changed, enabled, private, public, text

WARNING = "This leaves {left} cards for ten piles."
SAID = "This leaves 9 cards for ten piles."


@pytest.fixture(autouse=True)
def _warns_of_every_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warn before every draw, as Grounds for Divorce does before some moves near its end."""

    def warning(_: Game, move: Move) -> PatienceError | None:
        return PatienceError(WARNING, left=9) if str(move) == "draw" else None

    monkeypatch.setattr(Game, "warning", warning)


async def test_a_tap_asks_in_a_sentence_until_the_next_press(room: CardRoom) -> None:
    board = await room.start("diplomat", 3)
    await room.play("2>f")
    board = public(await room.say("show"))
    asked = changed(await room.press(board, "4"))
    assert re.search(r"Where should .+ go: pile 2 \(.+\) or pile 3 \(.+\)\?", text(asked))
    assert {"pile 2 (J♠︎)", "pile 3 (J♣︎)", "Cancel"} <= enabled(asked)
    played = changed(await room.press(asked, "7"))
    assert "Where should" not in text(played)
    assert [str(move) for move in (await room.game()).game.moves][1:] != ["4>2"]


async def test_a_command_that_spoils_the_game_asks_first(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked_by: dict[str, dict[str, Any]] = {"draw": {}, "move": {"move": "draw"}}
    for command, options in asked_by.items():
        asked = public(await room.say(command, **options))
        assert SAID in text(asked)
        assert {"Move anyway", "Cancel"} <= enabled(asked)
    assert (await room.game()).version == 1


async def test_the_draw_button_asks_on_its_board(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    asked = changed(await room.press(board, "Deal"))
    assert asked.id == board.id
    assert SAID in text(asked)
    assert (await room.game()).version == 1


async def test_play_it_anyway_plays_the_move_in_the_same_message(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    asked = changed(await room.press(board, "Deal"))
    played = changed(await room.press(asked, "Move anyway"))
    assert played.id == board.id
    assert "**44** in stock" in text(played)
    assert SAID not in text(played)
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_dont_play_it_brings_the_board_back(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    asked = changed(await room.press(board, "Deal"))
    back = changed(await room.press(asked, "Cancel"))
    assert SAID not in text(back)
    assert "Deal" in enabled(back)
    assert (await room.game()).version == 1


async def test_confirming_twice_at_once_plays_once(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = public(await room.say("draw"))
    async with room.at_once():
        for _ in range(2):
            await room.press(asked, "Move anyway")
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_a_confirmation_delivered_twice_plays_once(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = public(await room.say("draw"))
    async with room.at_once(times=2):
        await room.press(asked, "Move anyway")
    await room.deliver(room.last_interaction)
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_a_confirmation_plays_nothing_once_the_game_has_moved_on(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    with room.refusing():
        asked = public(await room.say("draw"))
        moved = str((await room.game()).game.legal_moves()[0])
        public(await room.say("move", move=moved))
    assert SAID not in text(changed(await room.press(asked, "Move anyway")))
    assert await room.saved() == f"grounds-for-divorce|8||1|{moved}"


async def test_a_confirmation_plays_nothing_in_the_next_game(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    with room.refusing():
        asked = public(await room.say("draw"))
        await room.say("give-up")
        await room.start("dimes", 8)
    assert "This is an old game" in private(await room.press(asked, "Move anyway"))
    assert await room.saved() == "dimes|8||0|"


async def test_a_confirmation_still_works_after_a_restart(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = public(await room.say("draw"))
    await room.restart()
    changed(await room.press(asked, "Move anyway"))
    assert await room.saved() == "grounds-for-divorce|8||1|draw"


async def test_other_users_cannot_confirm(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = public(await room.say("draw"))
    assert "somebody else's game" in private(await room.press(asked, "Move anyway", room.bob))
    assert (await room.game()).version == 1
