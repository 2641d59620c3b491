"""The replay."""

import asyncio
import io
import threading
from typing import Any

import pytest
from PIL import Image

from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, only


def frames(gif: bytes) -> int:
    with Image.open(io.BytesIO(gif)) as opened:
        assert opened.format == "GIF"
        return int(getattr(opened, "n_frames", 0))


@pytest.mark.parametrize("game", ["dimes", "grounds-for-divorce", "tens"])
async def test_a_replay_has_a_frame_for_each_position(room: CardRoom, game: str) -> None:
    await room.start(game, 8)
    assert frames(room.file(only(await room.say("replay")))) == 1
    await room.play_legal(4)
    await room.say("undo")
    shown = only(await room.say("replay"))
    (attachment,) = shown.attachments
    assert attachment.filename == "replay.gif"
    assert "3 moves" in (attachment.description or "")
    assert "deal 8" in shown.text
    assert frames(room.file(shown)) == 4
    assert shown.ephemeral
    assert not shown.buttons, "a game in progress cannot be posted"


async def test_a_replay_of_a_finished_game_is_private_until_its_player_posts_it(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.play("draw")
    await room.say("give-up")
    answer = await room.say("replay")
    assert only(answer).ephemeral
    assert "alice" not in only(answer).text
    posted = await room.post(answer)
    assert "alice" in posted.text
    assert "deal 8" in posted.text
    assert frames(room.file(posted)) == 2


@pytest.mark.parametrize("change", ["game continued", "board made private"])
async def test_a_replay_that_others_may_no_longer_see_is_not_posted(room: CardRoom, change: str) -> None:
    await room.start("dimes", 8)
    await room.play("draw")
    await room.say("give-up")
    shown = only(await room.say("replay"))
    if change == "game continued":
        await room.say("undo")
    else:
        await room.prefer(private_board=True)
    before = len(room.posts())
    await room.press(shown, "Post it")
    assert len(room.posts()) == before


async def test_a_private_player_gets_a_private_replay(room: CardRoom) -> None:
    await room.prefer(private_board=True, view=BoardView.TEXT)
    await room.say("start", game="dimes", deal="8")
    await room.say("give-up")
    shown = only(await room.say("replay"))
    assert shown.ephemeral
    assert not shown.buttons


async def test_a_slow_replay_shows_a_placeholder_first(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.start("dimes", 8)
    draw = room.services.pictures.replay
    meanwhile: list[str] = []

    async def slowly(*views: Any, **looks: Any) -> bytes:
        await room.until_it_says("Making your replay")
        meanwhile.extend(message.content for message in room.messages())
        return await draw(*views, **looks)

    monkeypatch.setattr(room.services.pictures, "replay", slowly)
    shown = only(await room.say("replay"))
    assert "Making your replay" in meanwhile[-1]
    assert "Making your replay" not in shown.content
    assert frames(room.file(shown)) == 1


@pytest.mark.parametrize("seconds", [0.0, 1.2])
async def test_a_replay_that_cannot_be_drawn_is_reported_in_private(
    room: CardRoom, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start("dimes", 8)
    messages = len(room.messages())

    async def fails(*_: Any, **__: Any) -> bytes:
        await asyncio.sleep(seconds)
        raise MemoryError

    monkeypatch.setattr(room.services.pictures, "replay", fails)
    await room.say("replay")
    assert room.messages()[-1].ephemeral
    assert "reference" in room.messages()[-1].content
    assert not any("Making your replay" in message.content for message in room.messages()[messages:])


async def test_a_player_can_request_only_one_replay_at_a_time(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.play(*["draw"] * 40)
    async with room.at_once():
        first, second = await room.say("replay"), await room.say("replay")
    answers = [only(answer) for answer in (first, second)]
    assert sorted(len(answer.attachments) for answer in answers) == [0, 1]
    assert "Still making your replay" in next(answer.content for answer in answers if not answer.attachments)


async def test_tables_do_not_wait_for_replays(room: CardRoom) -> None:
    await room.start("dimes", 8)
    begun, over = threading.Event(), threading.Event()

    def draw(*_: Any, **__: Any) -> bytes:
        begun.set()
        over.wait(10)
        return b""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.services.pictures.draw_replay", draw)
        pictures = room.services.pictures
        game = (await room.game()).game
        replays = [asyncio.ensure_future(pictures.replay(user, game, four_colour=False)) for user in range(5)]
        try:
            await asyncio.to_thread(begun.wait, 10)
            assert await pictures.table(game.view(), game.variant.felt, four_colour=False)
            assert not any(replay.done() for replay in replays)
        finally:
            over.set()
            await asyncio.gather(*replays)
