"""Games with cells, a stock without end and cards that come back, played by presses from the deal to the replay."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.game import NewGame
from tests.engine.scratch_games import SCRATCH_GAMES
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.shown import Shown

pytestmark = pytest.mark.usefixtures("scratch_games")


async def deal(room: CardRoom, game: str) -> Shown:
    await room.games.start(room.alice.id, NewGame(game, 8, {}), room.env.backend.snowflake())
    return public(await room.say("show"))


def pressable(board: Shown, *actions: Action) -> list[str]:
    """The custom ids of the enabled buttons for these actions."""
    ids = [str(button["custom_id"]) for button in board.buttons.values() if not button.get("disabled")]
    return [each for each in ids if CustomId.parse(each).action in actions]


@pytest.mark.parametrize("game", SCRATCH_GAMES)
async def test_every_press_plays_or_asks_and_a_replay_shows_all(room: CardRoom, game: str) -> None:
    board = await deal(room, game)
    random = Random(game)
    moves = 0
    while moves < 15 and (taps := pressable(board, Action.TAP, Action.DRAW)):
        board = changed(await room.alice.click(board, custom_id=random.choice(taps)))
        if asked := pressable(board, Action.MOVE):
            board = changed(await room.alice.click(board, custom_id=asked[0]))
        moves += 1
        assert board.moves_made == moves
    board = changed(await room.press(board, "Undo"))
    assert board.moves_made == moves - 1
    shown = only(await room.say("replay"))
    with Image.open(io.BytesIO(room.file(shown))) as replay:
        assert getattr(replay, "n_frames", 0) == moves


async def test_the_stocks_button_turns_the_waste_over_and_says_so(room: CardRoom) -> None:
    await deal(room, "klondike")
    await room.play(*["draw"] * 24)
    board = public(await room.say("show"))
    assert "Turn over" in board.enabled
    board = changed(await room.press(board, "Turn over"))
    assert "**24** in stock" in board.text
    assert {"Draw", "Undo"} <= board.enabled


async def test_a_refusal_about_cells_is_private_and_changes_nothing(room: CardRoom) -> None:
    await deal(room, "two-cells")
    await room.play("1>c", "2>c")
    assert private(await room.say("move", move="3>c")) == "Every cell is taken."
    assert len((await room.game()).game.moves) == 2
