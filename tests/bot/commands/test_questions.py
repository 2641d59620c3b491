"""The questions that a board asks: where cards should go, and whether to play a move that spoils the game."""

import pytest

from engine import Game, Move, PatienceError
from tests.support.card_room import CardRoom, changed, public
from tests.support.shown import Shown

WARNING = "This leaves {left} cards for ten piles."
SAID = "This leaves 9 cards for ten piles."


@pytest.fixture(autouse=True)
def _warns_of_every_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warn before every draw, as Grounds for Divorce does before some moves near its end."""

    def warning(_: Game, move: Move) -> PatienceError | None:
        return PatienceError(WARNING, left=9) if str(move) == "draw" else None

    monkeypatch.setattr(Game, "warning", warning)


async def ask_to_deal(room: CardRoom) -> Shown:
    board = await room.start("grounds-for-divorce", 8)
    asked = changed(await room.press(board, "Deal"))
    assert asked.id == board.id
    return asked


async def test_a_tap_asks_until_a_lit_target_is_pressed(room: CardRoom) -> None:
    await room.start("diplomat", 3)
    await room.play("2>f")
    board = public(await room.say("show"))
    asked = changed(await room.press(board, "4"))
    assert "Where to?" in asked.text
    assert asked.enabled == {"To 2", "To 3", "Leave ?", "Draw", "Undo", "Hint", "Menu"}
    for leaving in ("Undo", "Leave"):
        left = changed(await room.press(asked, leaving))
        assert "Where to?" not in left.text
        assert [str(move) for move in (await room.game()).game.moves] == ["2>f"]
        assert left.enabled == board.enabled
        asked = changed(await room.press(left, "4"))
    changed(await room.press(asked, "To 2"))
    assert [str(move) for move in (await room.game()).game.moves] == ["2>f", "4>2"]


async def test_only_a_users_first_question_explains_how_to_leave_it(room: CardRoom) -> None:
    await room.start("diplomat", 3)
    await room.play("2>f")
    asked = changed(await room.press(public(await room.say("show")), "4"))
    assert "again to leave it." in asked.text
    left = changed(await room.press(asked, "Leave"))
    await room.restart()
    assert "again to leave it." not in changed(await room.press(left, "4")).text


async def test_the_question_is_asked_and_answered_on_the_board(room: CardRoom) -> None:
    asked = await ask_to_deal(room)
    assert SAID in asked.text
    back = changed(await room.press(asked, "Cancel"))
    assert SAID not in back.text
    assert (await room.game()).version == 1
    asked = changed(await room.press(back, "Deal"))
    await room.restart()
    played = changed(await room.press(asked, "Move anyway"))
    assert played.id == asked.id
    assert "**44** in stock" in played.text
    assert SAID not in played.text
    assert await room.saved() == "grounds-for-divorce|8||1|draw"


async def test_a_confirmation_plays_nothing_once_the_game_has_moved_on(room: CardRoom) -> None:
    asked = await ask_to_deal(room)
    await room.play_legal()
    before = await room.saved()
    assert SAID not in changed(await room.press(asked, "Move anyway")).text
    assert await room.saved() == before
