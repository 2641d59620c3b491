"""Boards as pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.model.preferences import BoardView
from tests.bot.commands.test_settings import view_of
from tests.support.card_room import (
    CardRoom,
    changed,
    public,
)


@pytest.mark.parametrize("game", ["dimes", "tens"])
async def test_a_picture_is_one_file_that_describes_the_table_in_words(room: CardRoom, game: str) -> None:
    await room.prefer(view=BoardView.PICTURE)
    board = await room.start(game, 8)
    (picture,) = board.attachments
    assert picture.description is not None
    assert "Stock: " in picture.description
    assert "1: " in picture.description
    with Image.open(io.BytesIO(room.file(board))) as opened:
        assert opened.format == "PNG"
    before = room.file(board)
    board = changed(await room.play_first(board))
    assert room.file(board) != before
    assert view_of(public(await room.say("show"))) is BoardView.PICTURE


async def test_a_picture_lies_in_the_message_with_its_description_after_every_move(room: CardRoom) -> None:
    """Discord shows attachments that no embed refers to below the buttons."""
    await room.prefer(view=BoardView.PICTURE)
    board = await room.start("dimes", 8)
    for _ in range(2):
        (embed,), (picture,) = board.embeds, board.attachments
        image = dict(embed.to_dict()["image"])
        assert image["url"] == f"attachment://{picture.filename}"
        assert image["description"] == picture.description
        board = changed(await room.press(board, "Draw"))


async def test_the_board_of_a_game_that_was_left_loses_its_picture(room: CardRoom) -> None:
    await room.prefer(view=BoardView.PICTURE)
    await room.start("dimes", 8)
    above = public(await room.say("draw"))
    await room.start("tens")
    assert above.attachments == []
