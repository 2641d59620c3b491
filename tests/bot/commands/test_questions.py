"""The question before a move that spoils the game."""

from __future__ import annotations

import pytest

from engine import Game, Move, PatienceError
from tests.bot.card_room import CardRoom, enabled, only, private, public, text

WARNING = "This leaves {left} cards for ten piles."


@pytest.fixture(autouse=True)
def _warns_of_every_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warn of each draw, as the rules do of certain moves near the end of Grounds for Divorce."""

    def warning(_: Game, move: Move) -> PatienceError | None:
        return PatienceError(WARNING, left=9) if str(move) == "draw" else None

    monkeypatch.setattr(Game, "warning", warning)


async def test_a_move_that_spoils_the_game_asks_first_and_in_private(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    for asked in (await room.say("draw"), await room.say("move", move="draw")):
        assert private(asked) == "This leaves 9 cards for ten piles."
        assert enabled(only(asked)) == {"Play it anyway", "Don't play it"}
    assert (await room.game()).version == 1


async def test_the_button_of_the_stock_asks_too(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    asked = await room.press(board, "Deal")
    assert private(asked) == "This leaves 9 cards for ten piles."
    assert (await room.game()).version == 1


async def test_play_it_anyway_plays_it_in_public(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    answer = await room.press(only(await room.say("draw")), "Play it anyway")
    assert "**44** in stock" in text(answer.followups[0])
    assert not answer.followups[0].ephemeral
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_do_not_play_it_leaves_everything_as_it_is(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    answer = await room.press(only(await room.say("draw")), "Don't play it")
    assert answer.response is not None
    assert answer.response.content == "Nothing has changed."
    assert answer.response.components == []
    assert (await room.game()).version == 1


async def test_pressed_twice_at_once_it_plays_once(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = only(await room.say("draw"))
    async with room.at_once():
        answers = [await room.press(asked, "Play it anyway") for _ in range(2)]
    assert sum(len(answer.followups) for answer in answers) == 1
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_delivered_twice_it_plays_once(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = only(await room.say("draw"))
    async with room.at_once(times=2):
        await room.press(asked, "Play it anyway")
    await room.deliver(room.last_interaction)
    assert (await room.game()).game.save() == "grounds-for-divorce|8||1|draw"


async def test_it_plays_nothing_once_the_game_has_moved_on(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = only(await room.say("draw"))
    moved = str((await room.game()).game.legal_moves()[0])
    public(await room.say("move", move=moved))
    answer = await room.press(asked, "Play it anyway")
    assert answer.response is not None
    assert "has gone on since" in answer.response.content
    assert answer.followups == []
    assert await room.saved() == f"grounds-for-divorce|8||1|{moved}"


async def test_it_plays_nothing_in_the_next_game(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = only(await room.say("draw"))
    await room.say("give-up")
    await room.start("dimes", 8)
    answer = await room.press(asked, "Play it anyway")
    assert answer.followups == []
    assert await room.saved() == "dimes|8||0|"


async def test_it_still_plays_after_a_restart(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 8)
    asked = only(await room.say("draw"))
    await room.restart()
    answer = await room.press(asked, "Play it anyway")
    assert len(answer.followups) == 1
    assert await room.saved() == "grounds-for-divorce|8||1|draw"
